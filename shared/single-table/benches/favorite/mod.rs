//! The measured entity: a favorite, with the keys of the table and of one index.

use serde::{Deserialize, Serialize};
use single_table::{Entity, EpochSeconds, Timestamp, table};
use uuid::Uuid;

table! {
    /// The table of the favorites. Its attributes have the names that modyne gives to keys.
    pub(crate) struct BenchTable {
        key: (PK, SK),
        ttl: ttl,
        global: [Gsi1 = GSI1 (GSI1PK, GSI1SK)],
        entities: [Favorite],
    }
}

/// The same type for all contestants. Its expiry is `ttl` for serde too, because only `single-table` can store it under another
/// name.
#[derive(Debug, PartialEq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = BenchTable, name = "FavoriteData", partition(user_id), sort(data_id), ttl(expire_time))]
#[index(on = Gsi1, view = FavoritesByType, partition(user_id, data_type), sort(clip_time, data_id))]
pub(crate) struct Favorite {
    pub(crate) user_id: String,
    pub(crate) data_id: Uuid,
    pub(crate) data_type: String,
    title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    content_url: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    creator_id: Option<String>,
    pub(crate) clip_time: Timestamp,
    update_time: Timestamp,
    #[serde(rename = "ttl", default, skip_serializing_if = "Option::is_none")]
    expire_time: Option<EpochSeconds>,
    tag_ids: Vec<Uuid>,
    version: u64,
}

impl Favorite {
    /// Makes one of many favorites, none of which have a key in common.
    pub(crate) fn sample(number: u32) -> Self {
        let clip_time = Timestamp::from_unix_millis(1_795_250_115_123 + i64::from(number) * 1_000)
            .expect("32 bits of seconds lead to the year 2163");
        let id = |kind: u128| Uuid::from_u128((kind << 64) + u128::from(number));
        Self {
            user_id: "4f1c2a9e-8a44-4d0e-9a51-6f0f8f6f2b11".to_owned(),
            data_id: id(0),
            data_type: "link".to_owned(),
            title: format!("Single-table design with DynamoDB, part {number}"),
            content_url: Some(format!("https://example.com/articles/single-table-design?part={number}")),
            creator_id: Some("alex".to_owned()),
            clip_time,
            update_time: clip_time,
            expire_time: Some(EpochSeconds::of(clip_time)),
            tag_ids: vec![id(1), id(2), id(3)],
            version: 3,
        }
    }
}
