use serde::{Deserialize, Serialize};
use single_table::{Entity, table};

table! {
    /// Switches.
    pub struct Switches {
        key: (pk, sk),
        entities: [Switch],
    }
}

/// A switch.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = Switches, name = "Switch", raw, partition(id), sort(on))]
pub struct Switch {
    id: String,
    on: bool,
}

fn main() {}
