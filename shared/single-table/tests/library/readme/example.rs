use serde::{Deserialize, Serialize};
use single_table::{Entity, Store, table};

table! {
    /// The table of a music library.
    struct MusicTable {
        key: (pk, sk),
        global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)],
        entities: [Track],
    }
}

/// A track of an album.
#[derive(Debug, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track", partition(album), sort(number))]
#[index(on = GsiOne, view = TracksByArtist, partition(artist), sort(title))]
struct Track {
    album: String,
    number: u16,
    artist: String,
    title: String,
}

async fn example(store: &Store<MusicTable>) -> Result<(), Box<dyn std::error::Error>> {
    let mother = Track {
        album: "The Wall".to_owned(),
        number: 6,
        artist: "Pink Floyd".to_owned(),
        title: "Mother".to_owned(),
    };
    // Fails if the table has a track with this key.
    store.insert(&mother).await?;

    let key = TrackKey { album: "The Wall".to_owned(), number: 6 };
    assert_eq!(store.get(&key).await?.as_ref(), Some(&mother));

    // All tracks of the artist, by title.
    let tracks = store.all(TracksByArtist::query("Pink Floyd".to_owned())).await?;
    assert_eq!(tracks, [mother]);
    Ok(())
}
