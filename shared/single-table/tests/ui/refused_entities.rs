//! Entities that the derive refuses. All that it generates can be used, so each mistake is one error.

use serde::{Deserialize, Serialize};
use single_table::{Collection, Entity, Error, Store, Update, table};

table! {
    /// Tracks.
    pub struct MusicTable {
        key: (pk, sk),
        global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)],
        entities: [Album, EntityOfAMacro, FieldThatDoesNotExist, MisspelledOptions],
    }
}

/// An album.
#[derive(Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Album", collection = "Albums", partition(album), sort())]
pub struct Album {
    album: String,
}

#[derive(Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track", collection = "Albums", partition(album), sort(nummer))]
#[index(on = GsiOne, view = TracksByTitle, partition(title), sort(number))]
pub struct FieldThatDoesNotExist {
    album: String,
    number: u16,
    title: String,
}

#[derive(Collection)]
#[collection(name = "Albums", partition(album: String))]
pub enum Albums {
    Album(Album),
    Track(FieldThatDoesNotExist),
}

async fn uses(store: Store<MusicTable>, track: FieldThatDoesNotExist) -> Result<(), Error> {
    let key = FieldThatDoesNotExistKey { album: "Arrival".to_owned(), number: 1 };
    let found: Option<FieldThatDoesNotExist> = store.get::<FieldThatDoesNotExist>(&key).await?;
    store.execute(Update::new(track.key()).set(FieldThatDoesNotExist::TITLE, "x")).await.ok();
    let titled = TracksByTitle::query("Tiger".to_owned()).begins_with(&(1,));
    let items = store.all(FieldThatDoesNotExistItems::query("Arrival".to_owned())).await?;
    let album = store.all(Albums::query("Arrival".to_owned())).await?;
    let _ = (found, store.page(titled).await?, items, album, single_table::encode(&track)?);
    Ok(())
}

#[derive(Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Play", colection = "Plays", partiton(album), sort(number))]
pub struct MisspelledOptions {
    album: String,
    number: u16,
}

#[derive(Collection)]
#[collection(name = "Plays", partition(album: String))]
pub enum Plays {
    Play(MisspelledOptions),
}

macro_rules! song {
    ($song:ident, $text:ty) => {
        #[derive(Serialize, Deserialize, Entity)]
        #[entity(table = MusicTable, name = "Song", collection = "Songs", partition(id), sort(at), tll(ttl))]
        pub struct $song {
            id: $text,
            at: u16,
        }

        #[derive(Collection)]
        #[collection(name = "Songs", partition(id: $text))]
        pub enum Songs {
            Song($song),
        }
    };
}

song!(EntityOfAMacro, String);

fn main() {
    let _ = Songs::query("1".to_owned()).from_member::<EntityOfAMacro>(&(5_u16,));
}
