//! What is to be written of one item, and on which condition.

use std::borrow::Cow;
use std::collections::HashSet;

use aws_sdk_dynamodb::types::{AttributeValue, ReturnValuesOnConditionCheckFailure, Update as SdkUpdate};

use super::Change;
use super::error::{BackfillError, key_of};
use crate::Item;
use crate::entity::{Entity, Marker};
use crate::expression::{MAX_BYTES, Placeholders, render_attributes};
use crate::item::{self, same};
use crate::table::{KeyAttribute, Table};
use crate::view::Shard;

/// The attributes that entity `E` has a say in.
pub(crate) struct Shape<E: Entity> {
    own: HashSet<&'static str>,
    entity: Marker<E>,
}

/// The attributes that differ from those that were read.
struct Difference {
    set: Vec<(String, AttributeValue)>,
    remove: Vec<String>,
}

impl<E: Entity> Shape<E> {
    pub(crate) fn new() -> Self {
        let stored = |name| match <E::Table as Table>::TTL {
            Some(ttl) if E::MODEL.expiry == Some(name) => ttl,
            _ => name,
        };
        // The keys of a native index are fields of the items; whose they are is not for this entity to say.
        let joined = <E::Table as Table>::INDEXES.iter().filter(|index| !index.is_native());
        let keys = joined.flat_map(|index| index.partition_key.iter().chain(index.sort_key));
        let fields = E::MODEL.attribute_names().map(stored);
        let own = fields.chain(keys.map(|attribute| attribute.name)).collect();
        Self { own, entity: std::marker::PhantomData }
    }

    /// The write that makes an item what it should be; none where it is that already.
    pub(crate) fn write(
        &self,
        table: &str,
        read: &Item,
        change: Option<&Change<E>>,
    ) -> Result<Option<SdkUpdate>, BackfillError> {
        match self.difference(read, change)? {
            Some(difference) => self.request(table, read, difference).map(Some),
            None => Ok(None),
        }
    }

    fn difference(
        &self,
        read: &Item,
        change: Option<&Change<E>>,
    ) -> Result<Option<Difference>, BackfillError> {
        let wrong = |source| BackfillError::item::<E>(read, source);
        let entity: E = item::decode(read.clone()).map_err(wrong)?;
        let mut own: HashSet<String> = self.own.iter().map(|name| (*name).to_owned()).collect();
        let entity = match change {
            None => entity,
            Some(change) => {
                // A flattened field has no names of its own; they are those that it is written with.
                own.extend(item::encode(&entity).map_err(wrong)?.into_keys());
                let Some(entity) = change(entity) else { return Ok(None) };
                entity
            }
        };
        let mut wanted = item::encode(&entity).map_err(wrong)?;
        keep_shards::<E>(read, &mut wanted);
        for KeyAttribute { name, .. } in E::Table::KEY {
            if wanted.get(*name) != read.get(*name) {
                let (key, changed) = (key_of::<E>(read), key_of::<E>(&wanted));
                return Err(BackfillError::KeyChanged { key, changed });
            }
        }
        let goes = |name: &&String| own.contains(*name) && !wanted.contains_key(*name);
        let remove: Vec<_> = read.keys().filter(goes).cloned().collect();
        let differs =
            |(name, value): &(String, AttributeValue)| read.get(name).is_none_or(|read| !same(read, value));
        let set: Vec<_> = wanted.into_iter().filter(differs).collect();
        Ok((!set.is_empty() || !remove.is_empty()).then_some(Difference { set, remove }))
    }

    fn request(
        &self,
        table: &str,
        read: &Item,
        Difference { set, remove }: Difference,
    ) -> Result<SdkUpdate, BackfillError> {
        let mut placeholders = Placeholders::default();
        let condition = self.as_read(read, set.iter().map(|(name, _)| name), &mut placeholders);
        let update = render_attributes(set, remove, &mut placeholders);
        let given = condition.len().max(update.len());
        if given > MAX_BYTES {
            let key = key_of::<E>(read);
            return Err(BackfillError::TooManyAttributes { key, given, limit: MAX_BYTES });
        }
        let is_key = |(name, _): &(&String, _)| E::Table::KEY.iter().any(|key| key.name == *name);
        let key = read.iter().filter(is_key).map(|(name, value)| (name.clone(), value.clone())).collect();
        let update = SdkUpdate::builder()
            .table_name(table)
            .set_key(Some(key))
            .update_expression(update)
            .condition_expression(condition)
            .set_expression_attribute_names(placeholders.names())
            .set_expression_attribute_values(placeholders.values())
            .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
            .build()
            .expect("every required member of the request is set right before");
        Ok(update)
    }

    /// That the item still has every attribute it was read with, and none of those whose absence was seen.
    fn as_read<'a>(
        &self,
        read: &Item,
        set: impl Iterator<Item = &'a String>,
        placeholders: &mut Placeholders,
    ) -> String {
        let mut clauses = Vec::with_capacity(read.len());
        for (name, value) in read {
            if !E::Table::KEY.iter().any(|key| key.name == name) {
                let name = placeholders.name(name.clone());
                clauses.push(format!("{name} = {}", placeholders.value(value.clone())));
            }
        }
        let own = self.own.iter().map(|name| Cow::Borrowed(*name));
        let absent: HashSet<_> = own
            .chain(set.cloned().map(Cow::Owned))
            .filter(|name| !read.contains_key(name.as_ref()))
            .collect();
        for name in absent {
            clauses.push(format!("attribute_not_exists({})", placeholders.name(name)));
        }
        clauses.join(" AND ")
    }
}

/// Leaves items in the random shards that they are in: any shard that there is will do, and moving an item costs two writes.
fn keep_shards<E: Entity>(read: &Item, wanted: &mut Item) {
    for (name, shards) in random_shards::<E>() {
        let (Some(before), Some(after)) = (read.get(name), wanted.get_mut(name)) else { continue };
        if is_in_same_partition(before, after, shards) {
            after.clone_from(before);
        }
    }
}

/// Returns true if two partition keys with a shard differ at most in the shard, and the first one's shard is one that there is.
fn is_in_same_partition(before: &AttributeValue, after: &AttributeValue, shards: u16) -> bool {
    match (before, after) {
        (AttributeValue::S(before), AttributeValue::S(after)) if after.contains('#') => {
            let (Some((before, shard)), Some((after, _))) = (before.rsplit_once('#'), after.rsplit_once('#'))
            else {
                return false;
            };
            before == after && is_shard_of(shard, shards)
        }
        // A raw key is the number of the shard alone.
        (AttributeValue::S(shard), AttributeValue::S(_))
        | (AttributeValue::N(shard), AttributeValue::N(_)) => {
            shard.parse().is_ok_and(|shard: u16| shard < shards)
        }
        _ => false,
    }
}

/// Returns the attributes of partition keys that end with a random shard, and the number of shards.
fn random_shards<E: Entity>() -> impl Iterator<Item = (&'static str, u16)> {
    E::MODEL.indexes.iter().filter_map(|key| {
        let index = <E::Table as Table>::INDEXES.iter().find(|index| index.name == key.index)?;
        Some((index.partition_key.first()?.name, key.random_shards()?))
    })
}

fn is_shard_of(text: &str, shards: u16) -> bool {
    table_keys::parse_components_text::<(Shard,)>(text).is_ok_and(|(shard,)| shard.number() < shards)
}
