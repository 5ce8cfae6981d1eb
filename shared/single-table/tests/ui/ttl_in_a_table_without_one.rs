use serde::{Deserialize, Serialize};
use single_table::{Entity, table};

table! {
    /// Nothing expires here.
    pub struct StoneTable {
        key: (pk, sk),
        entities: [Mark],
    }
}

/// A mark that wants to expire.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = StoneTable, name = "Mark", partition(stone), sort(number), ttl(expires))]
pub struct Mark {
    stone: String,
    number: u16,
    expires: single_table::EpochSeconds,
}

fn main() {
    let _ = Mark::EXPIRES;
}
