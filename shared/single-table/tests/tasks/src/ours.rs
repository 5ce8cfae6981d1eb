//! The tasks with single-table.

use serde::{Deserialize, Serialize};
use single_table::{Collection, Entity, Store, Transaction, TransactionError, Update, Written, table};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;
/// Tracks, and the cursor with which the next ones start.
type Page = (Option<String>, Vec<Track>);

// task: declare
table! {
    /// Albums and tracks.
    pub struct MusicTable {
        key: (pk, sk),
        global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)],
        entities: [Album, Track],
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Album", collection = "Music", partition(album), sort())]
#[index(on = GsiOne, view = AlbumsByArtist, partition(artist), sort(year))]
pub struct Album {
    pub album: String,
    pub title: String,
    pub artist: String,
    pub year: u16,
    pub tracks: u32,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track", collection = "Music", partition(album), sort(number))]
pub struct Track {
    pub album: String,
    pub number: u16,
    pub title: String,
}

#[derive(Collection)]
#[collection(name = "Music", partition(album: String))]
pub enum MusicItem {
    Album(Album),
    Track(Track),
}

// task: get
pub async fn get(store: &Store<MusicTable>, album: String) -> Result<Option<Album>> {
    Ok(store.get(&AlbumKey { album }).await?)
}

// task: insert if absent
pub async fn insert(store: &Store<MusicTable>, album: &Album) -> Result<bool> {
    let Err(error) = store.insert(album).await else { return Ok(true) };
    Ok(error.into_condition_failed().map(|_| false)?)
}

// task: query a range backwards
pub async fn last(store: &Store<MusicTable>, artist: String, from: u16, to: u16) -> Result<Vec<Album>> {
    let albums = AlbumsByArtist::query(artist).between(&(from,), &(to,)).descending().limit(10);
    Ok(store.page(albums).await?.items)
}

// task: update and return
pub async fn rename(store: &Store<MusicTable>, album: String, title: &str) -> Result<Album> {
    Ok(store.execute(Update::new(AlbumKey { album }).set(Album::TITLE, title).returning_new()).await?)
}

// task: counter
pub async fn count(store: &Store<MusicTable>, album: String) -> Result<Written> {
    Ok(store.execute(Update::new(AlbumKey { album }).add(Album::TRACKS, 1)).await?)
}

// task: cursor for a client
pub async fn page(store: &Store<MusicTable>, album: String, cursor: Option<&str>) -> Result<Page> {
    let page = store.page(TrackItems::query(album).limit(20).after_text(cursor)?).await?;
    Ok((page.cursor()?, page.items))
}

// task: collection
pub async fn collection(store: &Store<MusicTable>, album: String) -> Result<(Option<Album>, Vec<Track>)> {
    let (mut albums, tracks) = MusicItem::split(store.all(MusicItem::query(album)).await?);
    Ok((albums.pop(), tracks))
}

// task: transaction
pub async fn add_track(store: &Store<MusicTable>, track: &Track) -> Result<bool> {
    let mut transaction = Transaction::new();
    let added = transaction.insert(track);
    transaction.add(Update::new(AlbumKey { album: track.album.clone() }).add(Album::TRACKS, 1));
    match store.transact(transaction).await {
        Ok(_) => Ok(true),
        Err(TransactionError::Cancelled(why)) if why.failed(added) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

// task: batch
pub async fn batch(store: &Store<MusicTable>, album: &str, numbers: &[u16]) -> Result<Vec<Option<Track>>> {
    let key = |&number: &u16| TrackKey { album: album.to_owned(), number };
    let keys: Vec<_> = numbers.iter().map(key).collect();
    Ok(store.get_many::<Track>(&keys).await?.complete()?)
}
