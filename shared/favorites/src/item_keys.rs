//! The keys of the items in the partitions of a user: a second view of the table, for the erasure of an account.
//!
//! An erasure needs little more than the keys of items, and the types here have no other fields. That has three reasons: an item that can't be decoded is
//! found as well; the records of unique constraints are items without another type; and an item whose values are kept unique is deleted
//! without the record of these values, because all records are deleted. A test compares the keys with those of the entities.

#![expect(dead_code, reason = "the derive makes more for each type than an erasure needs")]

use serde::{Deserialize, Serialize};
use single_table::{Entity, Timestamp, table};

use crate::model::ids::{DataId, JobId, TagId, UserId};

macro_rules! keys {
    ($($type:ident = $name:literal ($($partition:ident: $partition_type:ty),*; $($sort:ident: $sort_type:ty),*);)*) => {
        $(
            #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Entity)]
            #[serde(rename_all = "camelCase")]
            #[entity(table = KeysTable, name = $name, partition($($partition),*), sort($($sort),*))]
            pub(crate) struct $type {
                $($partition: $partition_type,)*
                $(pub(crate) $sort: $sort_type,)*
            }
        )*

        table! {
            /// The keys of the items in [`FavoritesTable`](crate::table::FavoritesTable).
            pub(crate) struct KeysTable {
                key: (pk, sk),
                ttl: ttl,
                global: [IndexByTag = gsiOne (gsiOnePk, gsiOneSk)],
                entities: [$($type,)* FavoriteKeys, EntryKeys, RequestKeys]
            }
        }
    };
}

keys! {
    ChosenIdKeys = "ChosenId" (user_id: UserId; data_id: DataId);
    CleanupKeys = "TagCleanup" (user_id: UserId; tag_id: TagId);
    CountKeys = "CatalogueCounts" (user_id: UserId; number: u32);
    HeadKeys = "CatalogueHead" (user_id: UserId;);
    JobKeys = "Job" (user_id: UserId; job_id: JobId);
    LinkKeys = "UniqueLink" (user_id: UserId; link: String);
    MergedTagKeys = "MergedTag" (user_id: UserId; tag_id: TagId);
    PlanKeys = "JobPlan" (user_id: UserId; job_id: JobId, step: u64);
    QuotaKeys = "TagQuota" (user_id: UserId;);
    RangeSumKeys = "ReconciliationSum" (user_id: UserId; range: u32);
    ReconciliationKeys = "Reconciliation" (user_id: UserId;);
    SearchBlockKeys = "SearchBlock" (user_id: UserId, tier: u8; generation: u32, term: String, chunk: u16, slot: u8);
    SearchDocumentKeys = "SearchDocuments" (user_id: UserId, tier: u8; generation: u32, slot: u8, item: u32);
    SearchFenceKeys = "SearchFences" (user_id: UserId, tier: u8; generation: u32, part: u32);
    SearchMapKeys = "SearchMap" (user_id: UserId, tier: u8; generation: u32, slot: u8, part: u32);
    SearchTextKeys = "SearchText" (user_id: UserId; slot: u8);
    SegmentKeys = "Catalogue" (user_id: UserId; first_id: DataId);
    TagKeys = "Tag" (user_id: UserId; tag_id: TagId);
    TagNameKeys = "UniqueTagName" (user_id: UserId; folded_name: String);
    TrashKeys = "Trash" (user_id: UserId; data_id: DataId);
}

/// A favorite, with the version on which its deletion depends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = KeysTable, name = "FavoriteData", partition(user_id), sort(data_id))]
pub(crate) struct FavoriteKeys {
    user_id: UserId,
    pub(crate) data_id: DataId,
    #[serde(default)]
    pub(crate) version: Option<u64>,
}

/// An entry of a favorite under a tag, with its place in the index by tag.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = KeysTable, name = "FavoriteDataTag", partition(user_id, data_id), sort(tag_id))]
#[index(on = IndexByTag, view = EntryKeysByTag, partition(user_id, tag_id), sort(clip_time, data_id))]
pub(crate) struct EntryKeys {
    user_id: UserId,
    data_id: DataId,
    tag_id: TagId,
    clip_time: Timestamp,
}

/// The record of a request with an idempotency key, with the result, by which the job finds that of its own request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = KeysTable, name = "Idempotency", partition(user_id), sort(idempotency_key))]
pub(crate) struct RequestKeys {
    user_id: UserId,
    idempotency_key: String,
    #[serde(default)]
    pub(crate) result: Option<String>,
}

#[cfg(test)]
mod tests {
    use single_table::Table as _;

    use super::*;
    use crate::table::FavoritesTable;

    /// Entities whose partitions are not those of a user. [`Account`](crate::account) says how each is found.
    const ELSEWHERE: [&str; 4] = ["ErasedAccount", "JobWithWork", "ListingProgress", "ReconciliationDue"];

    #[test]
    fn every_entity_and_every_record_has_its_keys_here_or_is_found_otherwise() {
        let mut names: Vec<_> = FavoritesTable::MODELS
            .iter()
            .flat_map(|model| model.records.iter().map(|record| record.name).chain([model.name]))
            .map(|name| name.as_str())
            .collect();
        names.sort_unstable();
        let mut known: Vec<_> =
            KeysTable::MODELS.iter().map(|model| model.name.as_str()).chain(ELSEWHERE).collect();
        known.sort_unstable();
        assert_eq!(names, known);
    }
}
