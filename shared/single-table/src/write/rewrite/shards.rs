//! Random shards, which an item keeps when it is rewritten.

use aws_sdk_dynamodb::types::AttributeValue;

use crate::Item;
use crate::entity::Entity;
use crate::table::Table;
use crate::view::Shard;

/// Keeps an item in its random shards. Every existing shard is right, and moving the item would cost two writes.
pub(super) fn keep_shards<E: Entity>(read: &Item, wanted: &mut Item) {
    for (name, shards) in random_shards::<E>() {
        let (Some(before), Some(after)) = (read.get(name), wanted.get_mut(name)) else { continue };
        if is_in_same_partition(before, after, shards) {
            after.clone_from(before);
        }
    }
}

/// Returns true if two partition keys with a shard differ at most in the shard, and the first one's shard exists.
fn is_in_same_partition(before: &AttributeValue, after: &AttributeValue, shards: u16) -> bool {
    match (before, after) {
        (AttributeValue::S(before), AttributeValue::S(after)) if after.contains('#') => {
            let (Some((before, shard)), Some((after, _))) = (before.rsplit_once('#'), after.rsplit_once('#'))
            else {
                return false;
            };
            before == after && is_shard_of(shard, shards)
        }
        // A raw key may be just the number of the shard.
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
