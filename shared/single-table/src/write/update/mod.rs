//! Updates: changes of single fields of an item.

mod request;

use aws_sdk_dynamodb::types::AttributeValue;

use super::put::Put;
use super::whole::conditions::unchanged;
use crate::entity::primary_key::key_item;
use crate::entity::{Entity, Key, Upsertable, Versioned, version_attribute};
use crate::error::Error;
use crate::expression::{
    Action, Changes, Condition, Container, Field, List, Number, Primitive, Removable, Set, SetType, Settable,
    Sign, Stored, Value, stored_list, stored_set,
};
use crate::item::KeyAttributes;
use crate::table::Table;
use crate::view::{Moves, Rekey};

/// The type of what is added to a number of type `T`.
type Delta<T> = <<T as Number>::Primitive as Primitive>::Delta;

/// Changes fields of the item of a key.
///
/// The item must exist and must not have expired: otherwise the update fails with
/// [`WriteError::ConditionFailed`](crate::WriteError::ConditionFailed). An [`upsert`](Self::upsert) also
/// creates the item. (DynamoDB's own `UpdateItem` creates an item with the key and the changed fields only,
/// which is not a whole entity.)
///
/// A change names a [`Field`], or a path from a field into a document, a list or a map. Such a path leads through values that
/// must exist: if one is absent, DynamoDB refuses the request, and the update fails with [`Error::Refused`].
///
/// All changes apply to the item as it is before the update. Each value can be changed once: an update that changes a field
/// twice, or a field and a part of it, fails with [`Error::OverlappingPaths`] before any request.
///
/// An update expression has the same limits as a [`Condition`].
///
/// A field that is part of a key can't be set alone; [`rekey`](Self::rekey) sets it together with the key:
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
/// let update = Update::<Tag>::new(key).set(Tag::RANK, 7); // the key of `lsiOne` would keep the old rank
/// ```
#[derive(Debug)]
pub struct Update<E: Entity> {
    key: E::Key,
    changes: Changes,
    condition: Option<Condition<E>>,
    /// Holds if each sum is a number of its field's type.
    in_range: Option<Condition<E>>,
    is_upsert: bool,
}

/// Returns the key as the type that its entity names. If a bound said that the two types are the same, the
/// compiler would report an entity in place of its key twice.
fn own_key<K: Key>(key: K) -> <K::Entity as Entity>::Key {
    key
}

impl<E: Entity> Update<E> {
    /// Makes an update of the live item of `key`. Without a change, it fails with [`Error::EmptyUpdate`]
    /// before any request.
    #[must_use]
    pub fn new<K: Key<Entity = E>>(key: K) -> Self {
        let key = own_key(key);
        Self { key, changes: Changes::default(), condition: None, in_range: None, is_upsert: false }
    }

    /// Makes an update that creates the item if it doesn't exist. The update also writes the entity's name, the components of the
    /// key, and the keys of those indexes whose keys follow from the primary key. Keys of other indexes need
    /// [`rekey`](Self::rekey). The entity's other fields need a default for serde: otherwise this does not compile.
    ///
    /// An expired item counts as absent: [`execute`](crate::Store::execute) puts a new item in its place. The update fails on an
    /// expired item in three cases: in a transaction, with a condition of the caller, and with a change within a document.
    #[must_use]
    pub fn upsert(key: E::Key) -> Self
    where
        E: Upsertable,
    {
        let outside_key = |mut fields: Vec<(&'static str, AttributeValue)>| {
            fields.retain(|(name, _)| !is_primary_key::<E>(name));
            fields
        };
        let fields = key.fields().map(outside_key);
        let mut index_keys = KeyAttributes::new();
        E::write_determined_keys(&key, &mut index_keys);
        let mut update = Self { is_upsert: true, ..Self::new(key) };
        let name = <E::Table as Table>::TYPE;
        // A raw key can be a field of the primary key.
        let names: Vec<&str> = fields.iter().flatten().map(|(name, _)| *name).collect();
        let index_keys = index_keys.into_list().map(outside_key).map(|mut keys| {
            keys.retain(|(name, _)| !names.contains(name));
            keys
        });
        update.changes.set_all(fields);
        update.changes.set_all(index_keys);
        if let Some(name) = name {
            update.changes.push(name, Action::Set(AttributeValue::S(E::NAME.as_str().to_owned())));
        }
        if let Some(schema) = &E::MODEL.schema {
            update.changes.push(schema.attribute, Action::Set(AttributeValue::N(schema.current.to_string())));
        }
        update
    }

    /// Makes an update for optimistic locking. The update happens only if the item still has the version of `entity`, and it sets
    /// the next version in the table. `entity` itself keeps the old version, so read the item again before the next change.
    #[must_use]
    pub fn locked(entity: &E) -> Self
    where
        E: Versioned,
    {
        let mut update = Self::new(entity.key()).only_if(unchanged(entity));
        match entity.next_version() {
            Ok(next) => {
                let next = Action::Set(AttributeValue::N(next.to_string()));
                update.changes.push(version_attribute::<E>(), next);
            }
            Err(error) => update.changes.fail(error),
        }
        update
    }

    /// Sets a field. An empty set removes the field, because DynamoDB stores no empty set. `None` removes the
    /// time of expiry and a field that is the key of an index.
    #[must_use]
    pub fn set<T, K: Settable>(self, field: Field<E, T, K>, value: impl Value<T>) -> Self {
        let is_removed = |value: &AttributeValue| value.is_null() && !may_be_null::<E>(field.name());
        let action = value
            .stored()
            .map(|Stored(value)| Some(if is_removed(&value) { Action::Remove } else { Action::Set(value) }));
        self.change(field, action)
    }

    /// Sets a field that is absent, and leaves a field that is present as it is: `if_not_exists`. DynamoDB takes NULL as present;
    /// serde writes NULL for `None` without `skip_serializing_if`. `None` leaves the time of expiry and a key
    /// of an index absent.
    #[must_use]
    pub fn set_if_absent<T, K: Settable>(self, field: Field<E, T, K>, value: impl Value<T>) -> Self {
        let is_left = |value: &AttributeValue| value.is_null() && !may_be_null::<E>(field.name());
        let action =
            value.stored().map(|Stored(value)| (!is_left(&value)).then_some(Action::SetIfAbsent(value)));
        self.change(field, action)
    }

    /// Removes a field that may be absent, an element of a list, or an entry of a map. The elements after a removed one move up.
    #[must_use]
    pub fn remove<T, K: Removable<T>>(self, field: Field<E, T, K>) -> Self {
        self.change(field, Ok(Some(Action::Remove)))
    }

    /// Adds to a number. An absent number counts as zero.
    ///
    /// DynamoDB adds decimal numbers, so a sum of floats has no rounding errors of its own. If the sum is not a number of the
    /// field's type, such as a sum below zero for a `u64`, the update fails like a condition that does not hold, because no
    /// reader could decode the item. DynamoDB can't add to NULL, which serde writes for `None` without `skip_serializing_if`;
    /// such an update fails with [`Error::Refused`].
    ///
    /// An update that adds is not sent a second time if its answer is lost, because it might add twice.
    #[must_use]
    pub fn add<T: Number, K: Settable>(self, field: Field<E, T, K>, delta: Delta<T>) -> Self {
        self.sum(field, Delta::<T>::default(), Sign::Plus, delta)
    }

    /// Subtracts from a number. The rules of [`add`](Self::add) apply.
    #[must_use]
    pub fn subtract<T: Number, K: Settable>(self, field: Field<E, T, K>, delta: Delta<T>) -> Self {
        self.sum(field, Delta::<T>::default(), Sign::Minus, delta)
    }

    /// Adds to a number. An absent number counts as `initial`, so it becomes `initial` plus `delta`. The other rules of
    /// [`add`](Self::add) apply.
    #[must_use]
    pub fn add_from<T: Number, K: Settable>(
        self,
        field: Field<E, T, K>,
        initial: Delta<T>,
        delta: Delta<T>,
    ) -> Self {
        self.sum(field, initial, Sign::Plus, delta)
    }

    /// Appends values to a list, and creates the list if it is absent. Like an update that [adds](Self::add), the update is not
    /// sent a second time if its answer is lost.
    #[must_use]
    pub fn append<T: List, K: Settable, V: Value<T::Element>>(
        self,
        field: Field<E, T, K>,
        values: impl IntoIterator<Item = V>,
    ) -> Self {
        self.change(field, stored_list(values).map(|values| Some(Action::Append(values))))
    }

    /// Puts values before the first element of a list, and creates the list if it is absent. Like an update that
    /// [adds](Self::add), the update is not sent a second time if its answer is lost.
    #[must_use]
    pub fn prepend<T: List, K: Settable, V: Value<T::Element>>(
        self,
        field: Field<E, T, K>,
        values: impl IntoIterator<Item = V>,
    ) -> Self {
        self.change(field, stored_list(values).map(|values| Some(Action::Prepend(values))))
    }

    /// Adds values to a set, and creates the set if it is absent. An empty list of values changes nothing.
    #[must_use]
    pub fn add_to_set<C: Container, S: SetType, K: Settable, V: Value<C::Part>>(
        self,
        field: Field<E, Set<C, S>, K>,
        values: impl IntoIterator<Item = V>,
    ) -> Self {
        self.change(field, stored_set::<C, S, V>(values).map(|set| set.map(Action::AddToSet)))
    }

    /// Deletes values from a set. DynamoDB removes a set that loses its last value. An empty list of values changes nothing.
    #[must_use]
    pub fn delete_from_set<C: Container, S: SetType, K: Settable, V: Value<C::Part>>(
        self,
        field: Field<E, Set<C, S>, K>,
        values: impl IntoIterator<Item = V>,
    ) -> Self {
        self.change(field, stored_set::<C, S, V>(values).map(|set| set.map(Action::DeleteFromSet)))
    }

    /// Sets the fields of an index key together with the key itself. `None` removes the item from a sparse index.
    #[must_use]
    pub fn rekey<V: Rekey<Item = E>>(mut self, moved: &V::Moved) -> Self {
        let mut changed = Moves::new();
        V::moved(&self.key, moved, &mut changed);
        let changed = changed.outside(E::Table::KEY, E::MODEL);
        self.changes.set_all(Ok::<_, Error>(changed.set));
        for name in changed.remove {
            self.changes.push(name, Action::Remove);
        }
        if let Some(error) = changed.failed {
            self.changes.fail(error);
        }
        self
    }

    /// Adds a condition. The update happens only if all of its conditions hold for the item in the table.
    #[must_use]
    pub fn only_if(mut self, condition: Condition<E>) -> Self {
        self.condition = Some(condition.and_before(self.condition.take()));
        self
    }

    /// Adds a change, if there is one and it can be made.
    fn change<T, K>(mut self, field: Field<E, T, K>, action: serde_dynamo::Result<Option<Action>>) -> Self {
        let name = field.name();
        match field.path().and_then(|path| Ok((path, action?))) {
            Ok((path, Some(action))) => self.changes.push(path, action),
            Ok((_, None)) => {}
            Err(source) => self.changes.fail(Error::Encode { entity: name, source }),
        }
        self
    }

    fn sum<T: Number, K>(
        mut self,
        field: Field<E, T, K>,
        initial: Delta<T>,
        sign: Sign,
        delta: Delta<T>,
    ) -> Self {
        let sum = T::Primitive::sum(initial, sign, delta);
        if let Ok(path) = field.clone().path()
            && let Some(fits) = Condition::fits(&path, &sum)
        {
            self.in_range = Some(fits.and_before(self.in_range.take()));
        }
        self.change(field, Ok(Some(Action::Add(sum))))
    }

    /// Returns the put that replaces an expired item with a new one. Only an upsert without a condition of the caller has such a
    /// put, because the condition was about the expired item.
    fn replacement(&self) -> Option<Put<E>> {
        if !self.is_upsert || self.condition.is_some() || E::MODEL.expiry.is_none() {
            return None;
        }
        let attributes = self.changes.of_nothing()?;
        let item = key_item(&self.key).map(|mut item| {
            item.extend(attributes);
            item
        });
        Some(Put::of_item(item, Condition::absent()))
    }
}

/// Returns true if an attribute may hold NULL, as a put writes it. DynamoDB refuses NULL in an index key,
/// and an item that doesn't expire lacks the TTL attribute.
fn may_be_null<E: Entity>(name: &str) -> bool {
    let is_key = E::Table::INDEXES.iter().any(|index| index.key_attribute(name).is_some());
    !is_key && E::Table::TTL != Some(name)
}

/// Returns true if an attribute is part of the table's key, which an update can't set.
fn is_primary_key<E: Entity>(name: &str) -> bool {
    E::Table::KEY.iter().any(|key| key.name == name)
}
