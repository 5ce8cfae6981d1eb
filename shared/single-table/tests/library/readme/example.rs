use serde::{Deserialize, Serialize};
use single_table::{Entity, Store, Transaction, Update, table};

table! {
    /// The table of a music library.
    struct MusicTable {
        key: (pk, sk),
        global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)],
        entities: [Album, Track],
    }
}

/// An album. No two albums have the same code.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Album", partition(name), sort(), version(version))]
#[unique(record = AlbumCode, partition(code), sort())]
struct Album {
    name: String,
    code: String,
    tracks: u32,
    version: u64,
}

/// A track of an album.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track", partition(album), sort(number))]
#[index(on = GsiOne, view = TracksByArtist, partition(artist), sort(title))]
struct Track {
    album: String,
    number: u16,
    artist: String,
    title: String,
}

/// Adds a track and counts it on its album: both, or neither of them.
async fn add_track(store: &Store<MusicTable>, track: &Track) -> Result<(), Box<dyn std::error::Error>> {
    let mut transaction = Transaction::new();
    let added = transaction.insert(track);
    let album = AlbumKey { name: track.album.clone() };
    let counted = transaction.add(Update::new(album).add(Album::TRACKS, 1));
    let Some(cancelled) = store.transact(transaction).cancelled().await? else { return Ok(()) };
    if let Some(other) = cancelled.item(added)? {
        return Err(format!("{} has this number", other.title).into());
    }
    assert!(cancelled.failed(counted));
    Err("the table has no album with this name".into())
}

async fn tour(store: &Store<MusicTable>) -> Result<(), Box<dyn std::error::Error>> {
    let album = Album { name: "The Wall".into(), code: "SHDW 411".into(), tracks: 0, version: 1 };
    store.insert(&album).await?;
    let (artist, title) = ("Pink Floyd".to_owned(), "Mother".to_owned());
    let mother = Track { album: "The Wall".into(), number: 6, artist: artist.clone(), title };
    add_track(store, &mother).await?;

    // Get an item by its key.
    let found = store.get(&mother.key()).await?;
    assert_eq!(found.as_ref(), Some(&mother));

    // Query an index: all tracks of the artist, by title.
    let tracks = store.all(TracksByArtist::query(artist).begins_with_text(&(), "M")).await?;
    assert_eq!(tracks, [mother]);

    // Update one field, and get the item after the update.
    let rename = Update::new(album.key()).add(Album::TRACKS, 25).returning_new();
    assert_eq!(store.execute(rename).await?.tracks, 26);

    // A value that another item has is refused, with the key of that item.
    let copy = Album { name: "Copy".into(), ..album };
    match store.insert(&copy).await {
        Err(WriteError::Taken(taken)) => assert_eq!(taken[0].owner.name, "The Wall"),
        other => panic!("the code is taken, and yet: {other:?}"),
    }
    Ok(())
}

/// Loses an answer of DynamoDB, and checks that the track is counted once.
async fn a_lost_answer_counts_no_track_twice(
    client: &Client,
    table: &str,
) -> Result<(), Box<dyn std::error::Error>> {
    let faults = Faults::new();
    let store = Store::<MusicTable>::new(faults.client(client), table);
    faults.arm(Fault::LostResponse(Target::Only(Operation::TransactWriteItems)), Times::Next(1));

    let (artist, title) = ("Pink Floyd".to_owned(), "Hey You".to_owned());
    add_track(&store, &Track { album: "The Wall".into(), number: 14, artist, title }).await?;
    assert_eq!(faults.requests().len(), 2);
    let album = store.get(&AlbumKey { name: "The Wall".into() }).await?.expect("it is there");
    assert_eq!(album.tracks, 27);
    Ok(())
}
