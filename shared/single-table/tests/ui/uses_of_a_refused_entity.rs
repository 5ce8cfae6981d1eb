use serde::{Deserialize, Serialize};
use single_table::{Collection, Entity, Error, Store, Update, table};

table! {
    /// Tracks.
    pub struct MusicTable {
        key: (pk, sk),
        global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)],
        entities: [Album, Track],
    }
}

/// An album.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Album", collection = "Albums", partition(album), sort())]
pub struct Album {
    album: String,
}

/// A track, with one mistake.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track", collection = "Albums", partition(album), sort(nummer))]
#[index(on = GsiOne, view = TracksByTitle, partition(title), sort(number))]
pub struct Track {
    album: String,
    number: u16,
    title: String,
}

/// An album and its tracks.
#[derive(Debug, Collection)]
#[collection(name = "Albums", partition(album: String))]
pub enum Albums {
    Album(Album),
    Track(Track),
}

async fn uses(store: Store<MusicTable>, track: Track) -> Result<(), Error> {
    let key = TrackKey { album: "Arrival".to_owned(), number: 1 };
    let found: Option<Track> = store.get::<Track>(&key).await?;
    store.execute(Update::<Track>::new(track.key()).set(Track::TITLE, "x")).await.ok();
    let titled = TracksByTitle::query("Tiger".to_owned()).begins_with(&(1,));
    let items = store.all(TrackItems::query("Arrival".to_owned())).await?;
    let album = store.all(Albums::query("Arrival".to_owned())).await?;
    let _ = (found, store.page(titled).await?, items, album, single_table::encode(&track)?);
    Ok(())
}

fn main() {}
