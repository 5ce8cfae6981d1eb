// The model of the examples in the API documentation.

single_table::table! {
    /// Music.
    pub struct MusicTable { key: (pk, sk), entities: [Album, Track] }
}

/// An album.
#[derive(Debug, serde::Serialize, serde::Deserialize, single_table::Entity)]
#[entity(table = MusicTable, name = "Album", collection = "Albums", partition(album), sort())]
pub struct Album {
    album: String,
    title: String,
}

/// A track of an album.
#[derive(Debug, serde::Serialize, serde::Deserialize, single_table::Entity)]
#[entity(table = MusicTable, name = "Track", collection = "Albums", partition(album), sort(number))]
pub struct Track {
    album: String,
    number: u16,
    title: String,
    seconds: u32,
}

/// The title of a track.
#[derive(Debug, serde::Deserialize, single_table::read::Projection)]
#[projection(of = Track)]
pub struct TrackTitle {
    title: String,
}

/// An album and its tracks.
#[derive(Debug, single_table::Collection)]
#[collection(name = "Albums", partition(album: String))]
pub enum Albums {
    Album(Album),
    Track(Track),
}
