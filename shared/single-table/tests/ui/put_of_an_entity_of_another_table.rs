use serde::{Deserialize, Serialize};
use single_table::{Entity, Put, Store, table};

table! {
    /// Tracks.
    pub struct MusicTable { key: (pk, sk), entities: [Track] }
}
table! {
    /// Orders.
    pub struct ShopTable { key: (pk, sk), entities: [] }
}

/// A track.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track", partition(album), sort(number))]
pub struct Track {
    album: String,
    number: u16,
}

async fn uses(shop: &Store<ShopTable>, track: &Track) {
    shop.execute(Put::new(track)).await.unwrap();
}

fn main() {}
