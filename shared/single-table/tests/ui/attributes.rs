//! Attributes that two values of an item would share. Each entity is named after its mistake.

use serde::{Deserialize, Serialize};
use single_table::keys::CaseFolded;
use single_table::{Entity, table};

table! {
    /// Items with an expiry.
    pub struct MusicTable {
        key: (pk, sk),
        ttl: ttl,
        global: [GsiOne = gsiOne (gsiOnePk, lsiOneSk), ByTotal = byTotal native ([customer: S], [total: N])],
        local: [LsiOne = lsiOne (lsiOneSk)],
        entities: [
            FieldNamedLikeATableKey, FieldNamedLikeAnIndexKey, FieldNamedLikeARawKey, FieldNamedLikeTheTtl,
            FieldNamedType, NativeAttributeOfAnotherType, RecordComponentNamedLikeAKey,
            RecordComponentNamedLikeTheTtl, TwoKeysInOneAttribute,
        ],
    }
}

#[derive(Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "TableKey", partition(id), sort())]
pub struct FieldNamedLikeATableKey {
    id: String,
    sk: String,
}

#[derive(Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = MusicTable, name = "IndexKey", partition(id), sort())]
pub struct FieldNamedLikeAnIndexKey {
    id: String,
    lsi_one_sk: String,
}

/// The field is not the whole key of its name.
#[derive(Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "RawKey", raw, partition("RAW_", pk), sort("INFO_"))]
pub struct FieldNamedLikeARawKey {
    pk: String,
}

#[derive(Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Ttl", partition(id), sort())]
pub struct FieldNamedLikeTheTtl {
    id: String,
    ttl: u64,
}

#[derive(Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Type", partition(id), sort())]
pub struct FieldNamedType {
    id: String,
    r#type: String,
}

#[derive(Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "RecordKey", partition(id), sort(), version(version))]
#[unique(record = MemberName, partition(sk: CaseFolded = CaseFolded::new(&self.name)), sort())]
pub struct RecordComponentNamedLikeAKey {
    id: u32,
    name: String,
    version: u64,
}

#[derive(Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "RecordTtl", partition(id), sort(), version(version))]
#[unique(record = GuestSeat, partition(), sort(ttl: u64 = u64::from(self.seat)))]
pub struct RecordComponentNamedLikeTheTtl {
    id: u32,
    seat: u16,
    version: u64,
}

/// Both indexes have the sort key `lsiOneSk`.
#[derive(Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "TwoKeys", partition(id), sort())]
#[index(on = GsiOne, view = TwoKeysByArtist, partition(artist), sort(title))]
#[index(on = LsiOne, view = TwoKeysByTitle, sort(title))]
pub struct TwoKeysInOneAttribute {
    id: String,
    artist: String,
    title: String,
}

/// An index orders items by `total`, although this entity has no view of the index.
#[derive(Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Total", partition(id), sort())]
pub struct NativeAttributeOfAnotherType {
    id: String,
    total: Option<String>,
}

fn main() {}
