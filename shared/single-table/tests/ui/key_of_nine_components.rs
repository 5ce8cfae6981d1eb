use serde::{Deserialize, Serialize};
use single_table::{Collection, Entity, table};

table! {
    /// Boxes.
    pub struct BoxTable { key: (pk, sk), global: [ByName = byName (namePk, nameSk)], entities: [InPartition, InShard] }
}

/// A box with too many components in its partition key.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = BoxTable, name = "InPartition", partition(a, b, c, d, e, f, g, h, i), sort())]
pub struct InPartition {
    a: u8,
    b: u8,
    c: u8,
    d: u8,
    e: u8,
    f: u8,
    g: u8,
    h: u8,
    i: u8,
}

/// A box whose shard is the ninth component.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = BoxTable, name = "InShard", partition(a), sort())]
#[index(on = ByName, view = Sharded, shards = 2, partition(a, b, c, d, e, f, g, h), sort(name))]
pub struct InShard {
    a: u8,
    b: u8,
    c: u8,
    d: u8,
    e: u8,
    f: u8,
    g: u8,
    h: u8,
    name: String,
}

/// Boxes with too many components in common.
#[derive(Debug, Collection)]
#[collection(name = "Boxes", partition(a: u8, b: u8, c: u8, d: u8, e: u8, f: u8, g: u8, h: u8, i: u8))]
pub enum Boxes {
    InPartition(InPartition),
}

fn main() {}
