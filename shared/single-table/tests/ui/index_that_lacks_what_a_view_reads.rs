use serde::{Deserialize, Serialize};
use single_table::read::Projection;
use single_table::{Collection, Entity, table};

table! {
    /// Songs.
    pub struct MusicTable {
        key: (pk, sk),
        ttl: ttl,
        global: [
            GsiOne = gsiOne (gsiOnePk, gsiOneSk) include [title, type, ttl],
            GsiTwo = gsiTwo (gsiTwoPk, gsiTwoSk) keys_only,
        ],
        local: [LsiOne = lsiOne (lsiOneSk) include [title, type], LsiTwo = lsiTwo (lsiTwoSk) include [title, ttl]],
        entities: [Album, Disc, Song, Track, Video],
    }
}

/// The index lacks most fields of an album.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Album", partition(id), sort())]
#[index(on = GsiOne, view = AlbumsByTitle, partition(title), sort(id))]
pub struct Album {
    id: u32,
    title: String,
}

/// The index lacks the number of a track.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track", partition(id), sort())]
#[index(on = GsiOne, view = TracksByTitle, project = NumberOfTrack, partition(title), sort(id))]
pub struct Track {
    id: u32,
    number: u16,
    title: String,
}

#[derive(Debug, Deserialize, Projection)]
#[projection(of = Track)]
pub struct NumberOfTrack {
    number: u16,
}

/// The index lacks the times of expiry.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Song", partition(id), sort())]
#[index(on = LsiOne, view = SongsByTitle, project = TitleOfSong, sort(title))]
pub struct Song {
    id: u32,
    title: String,
}

#[derive(Debug, Deserialize, Projection)]
#[projection(of = Song)]
pub struct TitleOfSong {
    title: String,
}

/// The index lacks the names of the entities, and an item collection reads whole items.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Disc", collection = "Discs", partition(id), sort())]
#[index(on = LsiTwo, view = DiscsByTitle, project = TitleOfDisc, sort(title))]
pub struct Disc {
    id: u32,
    title: String,
}

#[derive(Debug, Deserialize, Projection)]
#[projection(of = Disc)]
pub struct TitleOfDisc {
    title: String,
}

#[derive(Debug, Collection)]
#[collection(name = "Discs", on = LsiTwo, partition(id: u32))]
pub enum Discs {
    Disc(Disc),
}

/// The index holds the keys only, and not the title.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Video", partition(id), sort())]
#[index(on = GsiTwo, view = VideosByTitle, project = TitleOfVideo, partition(title), sort(id))]
pub struct Video {
    id: u32,
    title: String,
}

#[derive(Debug, Deserialize, Projection)]
#[projection(of = Video)]
pub struct TitleOfVideo {
    title: String,
}

fn main() {}
