//! Updates and conditions that a field does not allow.

use serde::{Deserialize, Serialize};
use single_table::expression::Document;
use single_table::{Entity, Update, table};

table! {
    /// Tracks and covers.
    pub struct MusicTable {
        key: (pk, sk),
        global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)],
        entities: [Cover, Track],
    }
}

/// A track of an album.
#[derive(Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track", partition(album), sort(number), version(version))]
#[index(on = GsiOne, view = TracksByAuthor, partition(author: String = self.meta.author.clone()), sort(year))]
#[unique(record = TrackCode, partition(folded: String = self.code.to_lowercase()), sort())]
pub struct Track {
    album: String,
    number: u16,
    title: String,
    plays: u32,
    year: u16,
    code: String,
    #[serde(with = "minutes")]
    seconds: u32,
    place: Place,
    meta: Meta,
    version: u64,
}

mod minutes {
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(seconds: &u32, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(seconds / 60)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
        Ok(u32::deserialize(deserializer)? * 60)
    }
}

/// More about a track.
#[derive(Serialize, Deserialize, Document)]
pub struct Meta {
    author: String,
}

/// A place in the charts.
#[derive(Serialize, Deserialize)]
pub struct Place {
    chart: String,
}

/// A cover. Only its key has its title.
#[derive(Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Cover", raw, partition("ALBUM_", album), sort("COVER_", title))]
pub struct Cover {
    album: String,
    #[serde(skip_serializing)]
    title: String,
}

fn value_of_another_type(update: Update<Track>) {
    let _ = update.set(Track::TITLE, 7);
}

fn value_of_a_field_that_a_function_writes(update: Update<Track>) {
    let _ = update.set(Track::SECONDS, 231);
}

fn addition_to_a_text(update: Update<Track>) {
    let _ = update.add(Track::TITLE, 1);
}

fn append_to_a_field_that_is_no_list(update: Update<Track>) {
    let _ = update.append(Track::TITLE, ["x"]);
}

fn removal_of_a_field_that_every_item_has(update: Update<Track>) {
    let _ = update.remove(Track::TITLE);
}

fn update_of_a_key_field_without_its_key(update: Update<Track>) {
    let _ = update.set(Track::YEAR, 1976);
}

fn update_of_a_unique_field(update: Update<Track>) {
    let _ = update.set(Track::CODE, "x");
}

fn version_set_by_hand(update: Update<Track>) {
    let _ = update.set(Track::VERSION, 7);
}

fn update_of_a_field_that_only_a_key_has(update: Update<Cover>) {
    let _ = update.set(Cover::TITLE, "x");
}

fn path_into_a_field_that_a_key_is_made_of(update: Update<Track>) {
    let _ = update.set(Track::META.at(Meta::AUTHOR), "Benny");
}

fn path_into_a_struct_that_is_no_document(update: Update<Track>) {
    let _ = update.set(Track::PLACE.at(Place::CHART), "UK");
}

fn path_of_another_document() {
    let _ = Track::META.at(Track::TITLE).eq("UK");
}

fn comparison_with_a_field_of_another_type() {
    let _ = Track::TITLE.eq(Track::PLAYS);
}

fn condition_on_a_field_that_only_a_key_has() {
    let _ = Cover::TITLE.eq("Eclipse");
}

fn comparison_with_a_field_that_only_a_key_has() {
    let _ = Cover::ALBUM.eq(Cover::TITLE);
}

fn main() {}
