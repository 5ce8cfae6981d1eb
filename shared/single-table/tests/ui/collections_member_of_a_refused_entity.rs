use serde::{Deserialize, Serialize};
use single_table::{Collection, Entity, table};

table! {
    /// The music library.
    pub struct MusicTable { key: (pk, sk), entities: [Track] }
}

macro_rules! album {
    ($track:ident, $text:ty) => {
        /// A track.
        #[derive(Debug, Clone, Serialize, Deserialize, Entity)]
        #[entity(table = MusicTable, name = "Track", collection = "Album", partition(album), sort(number), tll(expires))]
        pub struct $track {
            album: $text,
            number: u16,
        }

        /// The items of an album.
        #[derive(Debug, Collection)]
        #[collection(name = "Album", partition(album: $text))]
        pub enum AlbumItem {
            Track($track),
        }
    };
}

album!(Track, String);

fn main() {
    let _ = AlbumItem::query("1".to_owned()).from_member::<Track>(&(5_u16,));
}
