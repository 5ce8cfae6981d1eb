use serde::{Deserialize, Serialize};
use single_table::keys::CaseFolded;
use single_table::{Entity, table};

table! {
    /// Members.
    pub struct MemberTable {
        key: (pk, sk),
        entities: [Member],
    }
}

/// A member.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MemberTable, name = "Member", partition(id), sort(), version(version))]
#[unique(record = MemberName, partition(sk: CaseFolded = CaseFolded::new(&self.name)), sort())]
pub struct Member {
    id: u32,
    name: String,
    version: u64,
}

fn main() {}
