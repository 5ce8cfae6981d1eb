//! Entities that can't become items.

use std::collections::BTreeMap;

use aws_sdk_dynamodb::types::AttributeValue;
use serde::{Deserialize, Serialize};
use single_table::{Entity, table};

table! {
    /// The music library.
    pub struct MusicTable {
        key: (pk, sk),
        entities: [Genre],
    }
}

/// A genre whose own implementation of serde writes a text.
#[derive(Debug, Clone, Entity)]
#[entity(table = MusicTable, name = "Genre", partition(genre), sort())]
struct Genre {
    genre: String,
}

impl Serialize for Genre {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.genre.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Genre {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|genre| Self { genre })
    }
}

#[test]
fn an_entity_that_serde_makes_no_map_of_is_refused() {
    assert_eq!(
        single_table::encode(&Genre { genre: "Pop".to_owned() }).unwrap_err().to_string(),
        "Genre can't be stored: serde does not make a map of it: derive `Serialize` for a struct with named fields"
    );
}

/// A genre that takes any attribute.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = OpenTable, name = "OpenGenre", partition(genre), sort())]
#[index(on = ByMood, view = GenresByMood, partition(mood), sort(genre))]
struct OpenGenre {
    genre: String,
    mood: String,
    #[serde(flatten)]
    rest: BTreeMap<String, String>,
}

table! {
    /// Genres with whatever attributes they have.
    pub struct OpenTable {
        key: (pk, sk),
        ttl: ttl,
        global: [ByMood = byMood (moodPk, moodSk)],
        entities: [OpenGenre],
    }
}

fn open(rest: &[(&str, &str)]) -> OpenGenre {
    let rest = rest.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    OpenGenre { genre: "Pop".to_owned(), mood: "bright".to_owned(), rest }
}

#[test]
fn a_flattened_map_has_every_attribute_but_the_keys_the_type_and_the_expiry() {
    let genre = open(&[("land", "SE")]);
    let mut item = single_table::encode(&genre).unwrap();
    item.insert("ttl".to_owned(), AttributeValue::N("4000000000".to_owned()));
    assert_eq!(item["moodPk"].as_s().unwrap(), "OpenGenre#bright");
    assert_eq!(single_table::decode::<OpenGenre>(item).unwrap(), genre);
}

#[test]
fn a_flattened_map_that_would_write_a_key_the_type_or_the_expiry_is_refused() {
    for name in ["pk", "sk", "moodPk", "moodSk", "type", "ttl"] {
        let error = single_table::encode(&open(&[(name, "x")])).unwrap_err();
        let taken = format!("a flattened field has the attribute `{name}`, which is the library's own");
        assert_eq!(error.to_string(), format!("OpenGenre can't be stored: {taken}"));
    }
}
