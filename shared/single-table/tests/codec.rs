//! Entities that can't become items.

use serde::{Deserialize, Serialize};
use single_table::{Entity, table};

table! {
    /// The music library.
    pub struct MusicTable {
        key: (pk, sk),
        entities: [Genre],
    }
}

#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[serde(into = "String", from = "String")]
#[entity(table = MusicTable, name = "Genre", partition(genre), sort())]
struct Genre {
    genre: String,
}

impl From<Genre> for String {
    fn from(Genre { genre }: Genre) -> Self {
        genre
    }
}

impl From<String> for Genre {
    fn from(genre: String) -> Self {
        Self { genre }
    }
}

#[test]
fn an_entity_that_serde_makes_no_map_of_is_refused() {
    let error = single_table::encode(&Genre { genre: "Pop".to_owned() }).unwrap_err();
    assert_eq!(error.to_string(), "Genre can't be stored: serde makes no map of it");
}
