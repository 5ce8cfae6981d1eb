use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use single_table::{Entity, table};

table! {
    pub struct TrackTable { key: (pk, sk), entities: [Track] }
}

#[derive(Serialize, Deserialize, Entity)]
#[entity(table = TrackTable, name = "Track", partition(album), sort())]
pub struct Track {
    album: String,
    #[serde(with = "serde_dynamo::string_set")]
    labels: BTreeSet<String>,
}

fn main() {}
