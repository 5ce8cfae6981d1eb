use serde::{Deserialize, Serialize};
use single_table::read::Projection;
use single_table::{Collection, Entity, table};

table! {
    /// Tracks.
    pub struct MusicTable {
        key: (pk, sk),
        ttl: ttl,
        global: [
            GsiOne = gsiOne (gsiOnePk, gsiOneSk) include [title, type, ttl],
            GsiTwo = gsiTwo (gsiTwoPk, gsiTwoSk) keys_only,
        ],
        local: [LsiOne = lsiOne (lsiOneSk) include [title, ttl]],
        entities: [Disc, Track],
    }
}

/// A track, of which the index lacks most fields.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track", partition(album), sort(number))]
#[index(on = GsiOne, view = TracksByTitle, partition(title), sort(number))]
pub struct Track {
    album: String,
    number: u16,
    title: String,
}

/// A disc, of which the indexes lack the number, the names of entities, or the time of expiry.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Disc", collection = "Discs", partition(album), sort(number))]
#[index(on = GsiOne, view = DiscsByTitle, project = Numbered, partition(title), sort(number))]
pub struct Disc {
    album: String,
    number: u16,
    title: String,
}

/// What a list shows of a disc.
#[derive(Debug, Deserialize, Projection)]
#[projection(of = Disc)]
pub struct Numbered {
    number: u16,
    title: String,
}

/// The discs of an album.
#[derive(Debug, Collection)]
#[collection(name = "Discs", on = LsiOne, partition(album: String))]
pub enum Discs {
    Disc(Disc),
}

fn main() {}
