//! Queries that a view does not allow.

use serde::{Deserialize, Serialize};
use single_table::query::Range;
use single_table::{Entity, Offset, table};

table! {
    /// Tracks.
    pub struct MusicTable {
        key: (pk, sk),
        global: [
            GsiOne = gsiOne (gsiOnePk, gsiOneSk),
            ByGenre = byGenre native ([genre: S, mood: S], [date: S, plays: N]),
        ],
        local: [LsiOne = lsiOne (lsiOneSk)],
        entities: [Track],
    }
}

/// A track.
#[derive(Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track", partition(album), sort(number))]
#[index(on = GsiOne, view = TracksByArtist, partition(artist), sort(year, title))]
#[index(on = ByGenre, view = TracksByGenre, native, partition(genre, mood), sort(date, plays))]
#[index(on = LsiOne, view = TracksByPlays, sort(plays))]
pub struct Track {
    album: String,
    number: u16,
    artist: String,
    year: u16,
    title: String,
    genre: String,
    mood: String,
    date: String,
    plays: u32,
}

fn query_with_a_value_of_another_type() {
    let _ = TracksByArtist::query(7);
}

/// The sort key is (year, title), so a condition can't skip the year.
fn query_skips_a_key_field() {
    let _ = TracksByArtist::query("ABBA".to_owned()).begins_with(&("Waterloo",));
}

fn second_condition_on_the_sort_key() {
    let _ = TrackItems::query("Arrival".to_owned()).at_least(&(1,)).at_most(&(9,));
}

fn offset_of_another_index(offset: Option<Offset<TracksByPlays>>) {
    let _ = TracksByArtist::query("ABBA".to_owned()).after(offset);
}

fn consistent_read_on_a_global_index() {
    let _ = TracksByArtist::query("ABBA".to_owned()).consistent();
}

fn native_view_asked_like_a_joined_one() {
    let _ = TracksByGenre::query("pop".to_owned(), "glad".to_owned()).at_least(&("1976", 7_u32));
}

/// The sort key is (date, plays): plays can only follow a date.
fn range_skips_a_native_attribute(many: Range<u32>) {
    let _ = TracksByGenre::query("pop".to_owned(), "glad".to_owned()).range(&(), &many);
}

fn main() {}
