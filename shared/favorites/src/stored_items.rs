//! The items of the table as they are stored: a second view of the table, for the erasure of an account, and for
//! lists of records of unique constraints.
//!
//! An erasure needs the keys of items and little else, so it reads items of all kinds as one type. An item that can't be decoded as its own
//! type is found as well. So are the records of unique constraints, which have no type. And an item whose values are kept unique is deleted
//! without their records, because all records are deleted.

use serde::{Deserialize, Serialize};
use single_table::{Entity, table};

use crate::model::ids::TagId;

table! {
    /// The items of [`FavoritesTable`](crate::table::FavoritesTable), without their types.
    pub(crate) struct StoredItems {
        key: (pk, sk),
        type_attribute: none,
        ttl: ttl,
        global: [IndexByTag = gsiOne (gsiOnePk, gsiOneSk)],
        entities: [StoredItem],
    }
}

/// An item of any kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = StoredItems, name = "StoredItem", raw, partition(pk), sort(sk))]
#[index(on = IndexByTag, view = StoredItemsByTag, raw, partition(gsi_one_pk?), sort(gsi_one_sk?))]
pub(crate) struct StoredItem {
    pub(crate) pk: String,
    pub(crate) sk: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    gsi_one_pk: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    gsi_one_sk: Option<String>,
    /// The version of a favorite, on which its deletion depends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) version: Option<u64>,
    /// The tag, in the record of a tag's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) tag_id: Option<TagId>,
    /// The result of a request with an idempotency key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) result: Option<String>,
}
