//! Projections that do not fit their entity. Each is named after its mistake.

use serde::{Deserialize, Serialize};
use single_table::read::Projection;
use single_table::{Entity, table};

table! {
    /// Tracks and covers.
    pub struct MusicTable { key: (pk, sk), entities: [Cover, Track] }
}

/// A track.
#[derive(Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track", partition(album), sort(number))]
pub struct Track {
    album: String,
    number: u16,
    title: String,
}

/// A cover. Only its key has its number.
#[derive(Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Cover", raw, partition("ALBUM_", album), sort("COVER_", number))]
pub struct Cover {
    album: String,
    #[serde(skip_serializing)]
    number: u16,
}

#[derive(Deserialize, Projection)]
#[projection(of = Track)]
struct FieldThatDoesNotExist {
    titel: String,
}

#[derive(Deserialize, Projection)]
#[projection(of = Track)]
struct FieldWithAnotherType {
    number: String,
}

#[derive(Deserialize, Projection)]
#[projection(of = Cover)]
struct KeyOnlyFieldWithAnotherType {
    number: u32,
}

#[derive(Deserialize, Projection)]
#[projection(of = Track)]
struct FieldWithAnotherSerdeName {
    #[serde(rename = "name")]
    title: String,
}

#[derive(Deserialize, Projection)]
#[projection(of = Cover)]
struct KeyOnlyFieldWithAnotherSerdeName {
    #[serde(rename = "no")]
    number: u16,
}

#[derive(Projection)]
#[projection(of = Track)]
struct ProjectionWithoutDeserialize {
    title: String,
}

fn query_with_a_projection_without_deserialize() {
    let _ = TrackItems::query("1".to_owned()).project::<ProjectionWithoutDeserialize>();
}

#[derive(Deserialize, Projection)]
#[projection(of = Cover)]
struct CoverNumber {
    number: u16,
}

fn projection_of_another_entity() {
    let _ = TrackItems::query("1".to_owned()).project::<CoverNumber>();
}

fn main() {}
