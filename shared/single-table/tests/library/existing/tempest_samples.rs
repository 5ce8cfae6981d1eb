//! The table `music_items` of Tempest's samples: `MusicItem.kt` and `MusicTable.kt` of `samples/musiclibrary2`.
//!
//! Tempest's `AlbumInfo` and `PlaylistInfo` have the same sort key, `INFO_`, and take any text as their token. In Tempest, their
//! keys differ only because the program calls one token `ALBUM_1` and the other `PLAYLIST_1`. Here, these prefixes are declared
//! literals.

use std::num::ParseIntError;

use serde::{Deserialize, Serialize};
use single_table::raw::RawOrder;
use single_table::table::scalar;
use single_table::{Collection, Entity, Put, Schema, Store, Transaction, Update, raw_component, table};

use crate::engine;
use crate::raw::{item, keys, n, s, stored, write};
use crate::written::put_all;

table! {
    /// Albums, their tracks, and playlists.
    pub struct MusicItems {
        key: (partition_key, sort_key),
        type_attribute: none,
        global: [
            ByGenre = genre_album_index (genre_name, partition_key),
            ByArtist = artist_album_index (artist_name, partition_key),
        ],
        local: [ByTitle = album_track_title_index (track_title)],
        entities: [AlbumInfo, AlbumTrack, PlaylistInfo],
    }
}

/// A track's number, which the samples write with `"%016x".format(track_number)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TrackNumber(u64);

raw_component!(TrackNumber, |number| format!("{:016x}", number.0), |text| u64::from_str_radix(text, 16)
    .map(TrackNumber));

impl RawOrder<scalar::S> for TrackNumber {}

impl Serialize for TrackNumber {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        format!("{:016x}", self.0).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for TrackNumber {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = |text: String| -> Result<u64, ParseIntError> { u64::from_str_radix(&text, 16) };
        number(String::deserialize(deserializer)?).map(Self).map_err(serde::de::Error::custom)
    }
}

/// An album.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = MusicItems, name = "AlbumInfo", raw, partition("ALBUM_", album), sort("INFO_"))]
#[index(on = ByGenre, view = AlbumsByGenre, raw, partition(genre_name), sort("ALBUM_", album))]
#[index(on = ByArtist, view = AlbumsByArtist, raw, partition(artist_name), sort("ALBUM_", album))]
pub(crate) struct AlbumInfo {
    #[serde(skip_serializing)]
    album: String,
    album_title: String,
    artist_name: String,
    release_date: String,
    genre_name: String,
}

/// A track.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = MusicItems, name = "AlbumTrack", raw, partition("ALBUM_", album), sort("TRACK_", number))]
#[index(on = ByTitle, view = TracksByTitle, raw, sort(track_title))]
pub(crate) struct AlbumTrack {
    #[serde(skip_serializing)]
    album: String,
    #[serde(skip_serializing)]
    number: TrackNumber,
    track_title: String,
    run_length: String,
}

/// A playlist.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(
    table = MusicItems,
    name = "PlaylistInfo",
    raw,
    partition("PLAYLIST_", playlist),
    sort("INFO_"),
    version(playlist_version)
)]
pub(crate) struct PlaylistInfo {
    #[serde(skip_serializing)]
    playlist: String,
    playlist_name: String,
    playlist_tracks: Vec<String>,
    playlist_version: u64,
}

/// An album and its tracks.
#[derive(Debug, PartialEq, Collection)]
#[collection(name = "Album", raw, partition("ALBUM_", album: String))]
pub(crate) enum Album {
    Info(AlbumInfo),
    Track(AlbumTrack),
}

fn album(token: &str, title: &str) -> AlbumInfo {
    AlbumInfo {
        album: token.to_owned(),
        album_title: title.to_owned(),
        artist_name: "Pink Floyd".to_owned(),
        release_date: "1973-03-01".to_owned(),
        genre_name: "Progressive rock".to_owned(),
    }
}

fn track(number: u64, title: &str) -> AlbumTrack {
    AlbumTrack {
        album: "1".to_owned(),
        number: TrackNumber(number),
        track_title: title.to_owned(),
        run_length: "PT3M28S".to_owned(),
    }
}

fn track_key(number: u64) -> AlbumTrackKey {
    AlbumTrackKey { album: "1".to_owned(), number: TrackNumber(number) }
}

fn playlist() -> PlaylistInfo {
    PlaylistInfo {
        playlist: "1".to_owned(),
        playlist_name: "Psychedelic Rock Essentials".to_owned(),
        playlist_tracks: vec!["ALBUM_1/TRACK_1".to_owned()],
        playlist_version: 1,
    }
}

async fn library() -> (aws_sdk_dynamodb::Client, Store<MusicItems>, String) {
    let (client, store, name) = engine::table::<MusicItems>().await;
    put_all(&store, [album("1", "The Dark Side of the Moon"), album("2", "The Wall")]).await;
    let tracks = [(1, "Speak to Me"), (2, "Breathe"), (10, "Eclipse")];
    put_all(&store, tracks.map(|(number, title)| track(number, title))).await;
    put_all(&store, [playlist()]).await;
    (client, store, name)
}

#[tokio::test]
async fn items_have_exactly_the_keys_of_the_samples() {
    let (client, _, name) = library().await;
    let keys = keys(&client, &name, ["partition_key", "sort_key"]).await;
    assert_eq!(
        keys,
        [
            ["ALBUM_1", "INFO_"],
            ["ALBUM_1", "TRACK_0000000000000001"],
            ["ALBUM_1", "TRACK_0000000000000002"],
            ["ALBUM_1", "TRACK_000000000000000a"],
            ["ALBUM_2", "INFO_"],
            ["PLAYLIST_1", "INFO_"],
        ]
    );
}

#[tokio::test]
async fn an_item_has_exactly_the_attributes_of_the_samples() {
    let (client, _, name) = library().await;
    let stored = stored(&client, &name).await;
    let found = stored.iter().find(|item| item["sort_key"] == s("TRACK_0000000000000002")).unwrap();
    let expected = item([
        ("partition_key", s("ALBUM_1")),
        ("sort_key", s("TRACK_0000000000000002")),
        ("track_title", s("Breathe")),
        ("run_length", s("PT3M28S")),
    ]);
    assert_eq!(*found, expected);
}

#[tokio::test]
async fn items_of_tempest_are_read() {
    let (client, store, name) = engine::table::<MusicItems>().await;
    let info = [
        ("partition_key", s("ALBUM_1")),
        ("sort_key", s("INFO_")),
        ("album_title", s("The Dark Side of the Moon")),
        ("artist_name", s("Pink Floyd")),
        ("release_date", s("1973-03-01")),
        ("genre_name", s("Progressive rock")),
    ];
    write(&client, &name, info).await;
    let eclipse = [
        ("partition_key", s("ALBUM_1")),
        ("sort_key", s("TRACK_000000000000000a")),
        ("track_title", s("Eclipse")),
        ("run_length", s("PT3M28S")),
    ];
    write(&client, &name, eclipse).await;
    let info = album("1", "The Dark Side of the Moon");
    assert_eq!(store.get(&info.key()).await.unwrap().as_ref(), Some(&info));
    assert_eq!(store.get(&track_key(10)).await.unwrap(), Some(track(10, "Eclipse")));
    let all = store.all(Album::query("1".to_owned())).await.unwrap();
    assert_eq!(all, [Album::Info(info.clone()), Album::Track(track(10, "Eclipse"))]);
    assert_eq!(store.all(AlbumsByArtist::query("Pink Floyd".to_owned())).await.unwrap(), [info]);
}

#[tokio::test]
async fn each_view_finds_the_items_of_its_entity_only() {
    let (_, store, _) = library().await;
    let tracks = store.all(AlbumTrackItems::query("1".to_owned())).await.unwrap();
    let numbers: Vec<u64> = tracks.iter().map(|track| track.number.0).collect();
    assert_eq!(numbers, [1, 2, 10]);
    assert_eq!(store.all(AlbumInfoItems::query("1".to_owned())).await.unwrap().len(), 1);
    assert_eq!(store.all(Album::query("1".to_owned())).await.unwrap().len(), 4);
    let titles = store.all(TracksByTitle::query("1".to_owned())).await.unwrap();
    let titles: Vec<&str> = titles.iter().map(|track| track.track_title.as_str()).collect();
    assert_eq!(titles, ["Breathe", "Eclipse", "Speak to Me"]);
    let albums = store.all(AlbumsByGenre::query("Progressive rock".to_owned())).await.unwrap();
    assert_eq!(albums.len(), 2);
}

#[tokio::test]
async fn pages_go_on_where_the_last_one_ended() {
    let (_, store, _) = library().await;
    let pages = pages!(store, AlbumTrackItems::query("1".to_owned()).limit(2));
    let found: Vec<_> = pages.iter().flatten().map(|track| track.number.0).collect();
    assert_eq!(found, [1, 2, 10]);
    let query = || AlbumsByArtist::query("Pink Floyd".to_owned()).descending().limit(1);
    let first = store.page(query()).await.unwrap();
    let second = store.page(query().after(first.next)).await.unwrap();
    assert_eq!([first.items[0].album.as_str(), second.items[0].album.as_str()], ["2", "1"]);
    let titles = || TracksByTitle::query("1".to_owned()).limit(2);
    let first = store.page(titles()).await.unwrap();
    let second = store.page(titles().after(first.next)).await.unwrap();
    assert_eq!(second.items[0].track_title, "Speak to Me");
}

#[tokio::test]
async fn an_update_moves_an_item_within_an_index_of_its_own_attributes() {
    let (client, store, name) = library().await;
    let key = album("1", "").key();
    let update = Update::new(key.clone()).rekey::<AlbumsByArtist>(&("Various".to_owned(),));
    store.execute(update.set(AlbumInfo::RELEASE_DATE, "1973")).await.unwrap();
    let found = store.all(AlbumsByArtist::query("Various".to_owned())).await.unwrap();
    assert_eq!((found.len(), found[0].release_date.as_str()), (1, "1973"));
    assert_eq!(store.all(AlbumsByArtist::query("Pink Floyd".to_owned())).await.unwrap().len(), 1);
    assert_eq!(store.get(&key).await.unwrap().unwrap().artist_name, "Various");
    store.execute(Update::new(track_key(1)).rekey::<TracksByTitle>(&("Zero".to_owned(),))).await.unwrap();
    let titles = keys(&client, &name, ["track_title"]).await;
    assert!(titles.contains(&["Zero".to_owned()]), "{titles:?}");
}

#[tokio::test]
async fn writes_with_versions_and_transactions_keep_the_keys() {
    let (client, store, name) = library().await;
    let before = playlist();
    let mut after = PlaylistInfo { playlist_name: "More".to_owned(), ..before.clone() };
    store.replace(&before, &mut after).await.unwrap();
    let mut again = after.clone();
    assert!(store.replace(&before, &mut again).await.is_err(), "another version is in place");
    let mut transaction = Transaction::new();
    transaction.add(Put::new(&track(3, "On the Run")));
    transaction.remove(&after);
    store.transact(transaction).await.unwrap();
    let keys = keys(&client, &name, ["partition_key", "sort_key"]).await;
    assert!(keys.contains(&["ALBUM_1".to_owned(), "TRACK_0000000000000003".to_owned()]), "{keys:?}");
    assert!(!keys.iter().any(|[partition, _]| partition == "PLAYLIST_1"), "{keys:?}");
}

#[tokio::test]
async fn an_upsert_writes_an_item_that_can_be_read() {
    let (client, store, name) = engine::table::<Counters>().await;
    let key = CounterKey { page: "home".to_owned() };
    for views in [1, 2] {
        store.execute(Update::upsert(key.clone()).add(Counter::VIEWS, 1)).await.unwrap();
        assert_eq!(store.get(&key).await.unwrap().unwrap().views, views);
    }
    let expected =
        item([("page", s("home")), ("kind", s("COUNTER")), ("entity type", s("Counter")), ("views", n(2))]);
    assert_eq!(stored(&client, &name).await, [expected]);
}

table! {
    /// Counters, with a type attribute of another name, and an index on the table's key turned over.
    pub struct Counters {
        key: (page, kind),
        type_attribute: "entity type",
        global: [ByKind = "by-kind" (kind, page)],
        entities: [Counter],
    }
}

/// A counter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = Counters, name = "Counter", raw, partition(page), sort("COUNTER"))]
#[index(on = ByKind, view = CountersByPage, raw, partition("COUNTER"), sort(page))]
struct Counter {
    page: String,
    #[serde(default)]
    views: u64,
}

#[tokio::test]
async fn an_index_can_turn_the_table_s_key_over() {
    let (_, store, _) = engine::table::<Counters>().await;
    for page in ["b", "a"] {
        let counter = Counter { page: page.to_owned(), views: 7 };
        store.execute(Put::new(&counter)).await.unwrap();
    }
    let found = store.all(CountersByPage::query()).await.unwrap();
    let pages: Vec<&str> = found.iter().map(|counter| counter.page.as_str()).collect();
    assert_eq!(pages, ["a", "b"]);
}

#[tokio::test]
async fn the_schema_is_that_of_the_samples() {
    let (client, _, name) = engine::table::<MusicItems>().await;
    let schema = Schema::of::<MusicItems>();
    assert_eq!(schema.check(&client, &name).await.unwrap(), []);
    assert_eq!(schema.differences_to_template(&schema.cloud_formation()), []);
}
