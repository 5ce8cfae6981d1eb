use serde::{Deserialize, Serialize};
use single_table::{Entity, table};

table! {
    /// Guests.
    pub struct GuestTable {
        key: (pk, sk),
        ttl: ttl,
        entities: [Guest],
    }
}

/// A guest.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = GuestTable, name = "Guest", partition(id), sort(), version(version))]
#[unique(record = GuestSeat, partition(), sort(ttl: u64 = u64::from(self.seat)))]
pub struct Guest {
    id: u32,
    seat: u16,
    version: u64,
}

fn main() {}
