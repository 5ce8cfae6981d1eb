use serde::{Deserialize, Serialize};
use single_table::{Entity, table};

table! {
    /// Short URLs.
    pub struct Aliases {
        key: (short_url),
        entities: [Alias],
    }
}

/// A short URL.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = Aliases, name = "Alias", partition(id), sort())]
pub struct Alias {
    id: String,
}

fn main() {}
