//! The options of reads: consistency, projections, lenient results, counts, streams, segments and changed requests.

mod count;
mod customize;
mod keys;
mod lenient;
mod projection;
mod segment;
mod stream;

use serde::{Deserialize, Serialize};
use single_table::read::Projection;
use single_table::testing::Faults;
use single_table::{BatchWrite, Client, Collection, Entity, EpochSeconds, Store, Timestamp, table};

use crate::{engine, faulty};

table! {
    /// Music.
    pub struct MusicTable {
        key: (pk, sk),
        ttl: gone,
        global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk), GsiTwo = gsiTwo (gsiTwoPk, gsiTwoSk)],
        local: [LsiOne = lsiOne (lsiOneSk)],
        entities: [Album, Track, crate::scan::Play],
    }
}

/// An album.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Album", collection = "Album", partition(album), sort())]
pub(crate) struct Album {
    pub(crate) album: String,
    pub(crate) artist: String,
}

/// A track of an album.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = MusicTable, name = "Track", collection = "Album", partition(album), sort(number), ttl(expires_at))]
#[index(on = GsiOne, view = TracksByGenre, shards = 3, by(number), partition(genre), sort(title))]
#[index(on = LsiOne, view = TracksByTitle, sort(title))]
pub(crate) struct Track {
    pub(crate) album: String,
    pub(crate) number: u16,
    pub(crate) title: String,
    pub(crate) genre: String,
    #[serde(rename = "words", alias = "verses")]
    pub(crate) lyrics: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) expires_at: Option<EpochSeconds>,
}

/// The title of a track.
#[derive(Debug, Clone, PartialEq, Deserialize, Projection)]
#[projection(of = Track)]
struct TrackTitle {
    title: String,
}

/// Fields of a track that are stored under other names.
#[derive(Debug, Clone, PartialEq, Deserialize, Projection)]
#[serde(rename_all = "camelCase")]
#[projection(of = Track)]
struct TrackText {
    #[serde(rename = "words", alias = "verses")]
    lyrics: String,
    expires_at: Option<EpochSeconds>,
}

/// An album with its tracks.
#[derive(Debug, PartialEq, Collection)]
#[collection(name = "Album", partition(album: String))]
pub(crate) enum AlbumItem {
    Album(Album),
    Track(Track),
}

const NOW: i64 = 1_800_000_000_000;

pub(crate) fn album() -> Album {
    Album { album: "Arrival".to_owned(), artist: "ABBA".to_owned() }
}

pub(crate) fn track(number: u16) -> Track {
    Track {
        album: "Arrival".to_owned(),
        number,
        title: format!("title {number:02}"),
        genre: "pop".to_owned(),
        lyrics: format!("words of {number}"),
        expires_at: None,
    }
}

/// A track that expires in the second `seconds` from now.
fn expiring(number: u16, seconds: i64) -> Track {
    let expires = Timestamp::from_unix_millis(NOW + seconds * 1_000).expect("a time");
    Track { expires_at: Some(EpochSeconds::of(expires)), ..track(number) }
}

/// Returns a store with an album with the tracks 1 to 9. Tracks 3 and 6 have expired, and track 9 expires later. Also returns the
/// requests that the store sends.
async fn music() -> (Store<MusicTable>, Faults, Client, String) {
    let (client, _, name) = engine::table::<MusicTable>().await;
    let (store, faults) = faulty::store::<MusicTable>(&client, &name);
    let now = Timestamp::from_unix_millis(NOW).expect("a time");
    let store = store.with_clock(move || now);
    let tracks = (1..=9).map(|number| match number {
        3 | 6 => expiring(number, -1),
        9 => expiring(number, 60),
        _ => track(number),
    });
    let batch = tracks.fold(BatchWrite::new().put(&album()), |batch, track| batch.put(&track));
    store.batch_write(batch).await.expect("an answer").complete().expect("all is written");
    (store, faults, client, name)
}

fn numbers(tracks: &[Track]) -> Vec<u16> {
    tracks.iter().map(|track| track.number).collect()
}

/// The tracks of [`music`] that have not expired.
const LIVE: [u16; 7] = [1, 2, 4, 5, 7, 8, 9];

fn titles(tracks: &[TrackTitle]) -> Vec<String> {
    tracks.iter().map(|track| track.title.clone()).collect()
}

fn live_titles() -> Vec<String> {
    LIVE.map(|number| track(number).title).to_vec()
}
