//! Changes to single fields.

use aws_sdk_dynamodb::types::{AttributeValue, TransactWriteItem, Update as SdkUpdate};
use serde::Serialize;
use table_keys::Timestamp;

use super::operation::{OLD, Operation, built, rendered};
use super::put::Put;
use super::whole::conditions::unchanged;
use crate::entity::primary_key::key_item;
use crate::entity::{Entity, Key, Unconstrained, Versioned};
use crate::error::Error;
use crate::expression::{Changes, Condition, Field, Number, Placeholders, Settable};
use crate::item::{self, KeyAttributes};
use crate::table::Table;
use crate::view::{Moves, Rekey};

/// Changes fields of the item of a key. Where there is no item, DynamoDB would make one of the key and the changed fields
/// alone, which is no whole entity: use [`only_if`](Self::only_if) with [`Condition::live`] where the item must be there,
/// and [`upsert`](Self::upsert) where it need not.
///
/// A field that a key is made of can't be set alone; [`rekey`](Self::rekey) sets it together with the key:
///
/// ```compile_fail
/// # use serde::{Deserialize, Serialize};
/// # use single_table::{Entity, Update, table};
/// # table! {
/// #     /// Tags.
/// #     pub struct TagTable { key: (pk, sk), local: [LsiOne = lsiOne (lsiOneSk)], entities: [Tag] }
/// # }
/// # /// A tag.
/// # #[derive(Debug, Clone, Serialize, Deserialize, Entity)]
/// # #[entity(table = TagTable, name = "Tag", partition(user), sort(id))]
/// # #[index(on = LsiOne, view = TagsByRank, sort(rank))]
/// # pub struct Tag { user: String, id: String, rank: u32 }
/// let key = TagKey { user: "u".to_owned(), id: "t".to_owned() };
/// let update = Update::<Tag>::new(key).set(Tag::RANK, &7); // the key of `lsiOne` would keep the old rank
/// ```
#[derive(Debug)]
pub struct Update<E: Entity> {
    key: E::Key,
    changes: Changes,
    condition: Option<Condition<E>>,
    /// Holds if each sum is a number of its field's type.
    in_range: Option<Condition<E>>,
    /// Holds if the sums are such numbers where there is no item, too.
    is_in_range_from_zero: bool,
    is_upsert: bool,
}

impl<E: Entity> Update<E> {
    /// An update of the item of `key` that changes nothing yet.
    #[must_use]
    pub fn new<K: Key<Entity = E>>(key: K) -> Self
    where
        E: Entity<Key = K>,
    {
        Self {
            key,
            changes: Changes::default(),
            condition: None,
            in_range: None,
            is_in_range_from_zero: true,
            is_upsert: false,
        }
    }

    /// An update that makes the item where there is none: it also writes the entity's name, the key's components and the keys of
    /// those indexes whose keys follow from the primary key. Keys of other indexes need [`rekey`](Self::rekey). The entity's other
    /// fields need a default for serde.
    ///
    /// An item that has expired counts as none: [`execute`](crate::Store::execute) puts a new one in its place. In a transaction,
    /// and with a condition of the caller's, the update fails there with the expired item.
    #[must_use]
    pub fn upsert(key: E::Key) -> Self
    where
        E: Unconstrained,
    {
        let outside_key = |mut fields: Vec<(&'static str, AttributeValue)>| {
            fields.retain(|(name, _)| !is_primary_key::<E>(name));
            fields
        };
        let fields = key.fields().map(outside_key);
        let mut index_keys = KeyAttributes::new();
        E::write_determined_keys(&key, &mut index_keys);
        let mut update = Self { is_upsert: true, ..Self::new(key) };
        update.changes.keep(fields, |changes| &mut changes.set);
        update.changes.keep(index_keys.into_list().map(outside_key), |changes| &mut changes.set);
        let name = <E::Table as Table>::TYPE;
        update.changes.set.extend(name.map(|name| (name, AttributeValue::S(E::NAME.as_str().to_owned()))));
        update
    }

    /// An update only if the item is still at the version of `entity`, which sets the next one: optimistic locking. The
    /// entity itself is left as it is; read it again to go on with it.
    #[must_use]
    pub fn locked(entity: &E) -> Self
    where
        E: Versioned,
    {
        let (name, next) = (E::VERSION_FIELD, entity.version() + 1);
        let mut update = Self::new(entity.key()).only_if(unchanged(entity));
        update.changes.set.push((name, AttributeValue::N(next.to_string())));
        update
    }

    /// Sets a field.
    #[must_use]
    pub fn set<T: Serialize, K: Settable>(mut self, field: Field<E, T, K>, value: &T) -> Self {
        let name = field.name();
        self.changes
            .keep(item::attribute(name, value).map(|value| vec![(name, value)]), |changes| &mut changes.set);
        self
    }

    /// Adds to a number; one that is not there counts as zero. Where the sum is not a number of the field's type, such as one below
    /// zero for a `u64`, the update fails as by a condition, since no reader could decode the item.
    #[must_use]
    pub fn add<T: Number, K: Settable>(mut self, field: Field<E, T, K>, delta: i64) -> Self {
        self.changes.add.push((field.name(), AttributeValue::N(delta.to_string())));
        self.in_range = Some(in_range::<E, T>(field.name(), delta.into()).and_before(self.in_range));
        self.is_in_range_from_zero &= is_in_range::<T>(delta.into());
        self
    }

    /// Removes a field that may be absent.
    #[must_use]
    pub fn remove<T, K: Settable>(mut self, field: Field<E, Option<T>, K>) -> Self {
        self.changes.remove.push(field.name());
        self
    }

    /// Sets the fields that an index key is made of, and that key with them. In a sparse index, `None` takes the item out.
    #[must_use]
    pub fn rekey<V: Rekey<Item = E>>(mut self, moved: &V::Moved) -> Self {
        let mut changed = Moves::new();
        V::moved(&self.key, moved, &mut changed);
        // A raw key may have the attribute of the primary key, which never changes, or of a field.
        for (name, value) in changed.set.into_iter().filter(|(name, _)| !is_primary_key::<E>(name)) {
            self.changes.set.retain(|(other, _)| *other != name);
            self.changes.set.push((name, value));
        }
        for name in changed.remove.into_iter().filter(|name| !is_primary_key::<E>(name)) {
            self.changes.remove.retain(|other| *other != name);
            self.changes.remove.push(name);
        }
        if changed.failed.is_some() {
            self.changes.failed = changed.failed;
        }
        self
    }

    /// Only if `condition` holds for the item in place, and every condition given before.
    #[must_use]
    pub fn only_if(mut self, condition: Condition<E>) -> Self {
        self.condition = Some(condition.and_before(self.condition.take()));
        self
    }

    pub(crate) fn into_parts(self) -> (E::Key, Changes, Option<Condition<E>>) {
        let unexpired = (self.is_upsert && E::TTL_FIELD.is_some()).then(Condition::unexpired);
        let conditions = [unexpired, self.condition, self.in_range].into_iter().flatten();
        (self.key, self.changes, conditions.reduce(|left, right| left & right))
    }

    /// Returns the put that replaces an expired item with a new one. Only an upsert without a condition of the caller's has one:
    /// the condition was about the expired item.
    pub(crate) fn replacement_of_expired(&self) -> Option<Put<E>> {
        let has_one = self.is_upsert
            && self.condition.is_none()
            && self.is_in_range_from_zero
            && E::TTL_FIELD.is_some();
        has_one.then(|| {
            let item = key_item(&self.key).map(|mut item| {
                let set = self.changes.set.iter().chain(&self.changes.add);
                item.extend(set.map(|(name, value)| ((*name).to_owned(), value.clone())));
                item
            });
            Put::of_item(item, Condition::absent())
        })
    }
}

/// Returns true if an attribute is part of the table's key, which an update can't set.
fn is_primary_key<E: Entity>(name: &str) -> bool {
    E::Table::KEY.iter().any(|key| key.name == name)
}

/// Returns the condition under which the sum is a number of the field's type. A missing number counts as zero.
fn in_range<E: Entity, T: Number>(name: &'static str, delta: i128) -> Condition<E> {
    let number = |number: i128| Ok(AttributeValue::N(number.to_string()));
    let (low, high) = ((T::MIN - delta).max(T::MIN), (T::MAX - delta).min(T::MAX));
    // A field that is there and NULL is left to DynamoDB, which adds to numbers only.
    let fits = Condition::between(name, number(low), number(high));
    if is_in_range::<T>(delta) { fits | !Condition::has_value(name) } else { fits }
}

fn is_in_range<T: Number>(number: i128) -> bool {
    (T::MIN..=T::MAX).contains(&number)
}

impl<E: Entity> Operation for Update<E> {
    type Entity = E;
    const NAME: &'static str = "Update";

    fn build(self, table: &str, now: Timestamp) -> Result<TransactWriteItem, Error> {
        let (key, changes, condition) = self.into_parts();
        let mut placeholders = Placeholders::default();
        let expression = changes.render(&mut placeholders)?;
        let condition = rendered(condition, &mut placeholders, now)?;
        let update = SdkUpdate::builder()
            .table_name(table)
            .set_key(Some(key_item(&key)?))
            .update_expression(expression)
            .set_condition_expression(condition)
            .set_expression_attribute_names(placeholders.names())
            .set_expression_attribute_values(placeholders.values())
            .return_values_on_condition_check_failure(OLD);
        Ok(TransactWriteItem::builder().update(built(update.build())).build())
    }
}
