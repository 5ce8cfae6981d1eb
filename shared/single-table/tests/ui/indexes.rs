//! Views that do not fit their index. Each entity is named after its mistake.

use serde::{Deserialize, Serialize};
use single_table::{Entity, table};

table! {
    /// Orders.
    pub struct ShopTable {
        key: (pk, sk),
        global: [
            GsiOne = gsiOne (gsiOnePk, gsiOneSk),
            ByTotal = byTotal (gsiTwoPk, gsiTwoSk: N),
            ByState = byState native ([customer: S, state: S], [date: S]),
        ],
        local: [LsiOne = lsiOne (lsiOneSk)],
        entities: [
            GlobalIndexWithoutAPartition, IndexWithoutAShard, JoinedViewOfAnIndexWithANumber,
            LocalIndexWithAPartitionOfItsOwn, NativeIndexThatIsNotMarked, NativeIndexWithOtherAttributes,
            NativeViewOfAJoinedIndex,
        ],
    }
}

#[derive(Serialize, Deserialize, Entity)]
#[entity(table = ShopTable, name = "Global", partition(id), sort())]
#[index(on = GsiOne, view = OrdersWithoutAPartition, sort(date))]
pub struct GlobalIndexWithoutAPartition {
    id: String,
    date: String,
}

#[derive(Serialize, Deserialize, Entity)]
#[entity(table = ShopTable, name = "Local", partition(id), sort())]
#[index(on = LsiOne, view = LocalOrders, partition(customer), sort(date))]
pub struct LocalIndexWithAPartitionOfItsOwn {
    id: String,
    customer: String,
    date: String,
}

#[derive(Serialize, Deserialize, Entity)]
#[entity(table = ShopTable, name = "Shards", partition(id), sort())]
#[index(on = GsiOne, view = ShardedOrders, shards = 0, partition(state), sort(id))]
pub struct IndexWithoutAShard {
    id: String,
    state: String,
}

#[derive(Serialize, Deserialize, Entity)]
#[entity(table = ShopTable, name = "Number", partition(id), sort())]
#[index(on = ByTotal, view = NumberedOrders, partition(customer), sort(total))]
pub struct JoinedViewOfAnIndexWithANumber {
    id: String,
    customer: String,
    total: u32,
}

#[derive(Serialize, Deserialize, Entity)]
#[entity(table = ShopTable, name = "Unmarked", partition(id), sort())]
#[index(on = ByState, view = UnmarkedOrders, partition(customer, state), sort(date))]
pub struct NativeIndexThatIsNotMarked {
    id: String,
    customer: String,
    state: String,
    date: String,
}

#[derive(Serialize, Deserialize, Entity)]
#[entity(table = ShopTable, name = "Swapped", partition(id), sort())]
#[index(on = ByState, view = SwappedOrders, native, partition(state, customer), sort(date))]
pub struct NativeIndexWithOtherAttributes {
    id: String,
    customer: String,
    state: String,
    date: String,
}

#[derive(Serialize, Deserialize, Entity)]
#[entity(table = ShopTable, name = "Joined", partition(id), sort())]
#[index(on = GsiOne, view = JoinedOrders, native, partition(customer), sort(date))]
pub struct NativeViewOfAJoinedIndex {
    id: String,
    customer: String,
    date: String,
}

table! {
    /// Tracks. The compiler does not evaluate the checks of a table if an entity of it has an error of types.
    pub struct TrackTable {
        key: (pk, sk),
        global: [ByYear = byYear native ([year: N], [])],
        entities: [IndexOfAnotherTable, IndexThatTheTableDoesNotDeclare, RawViewOfANativeIndex],
    }
}

#[derive(Serialize, Deserialize, Entity)]
#[entity(table = TrackTable, name = "Foreign", partition(album), sort())]
#[index(on = GsiOne, view = ForeignTracks, partition(title), sort(album))]
pub struct IndexOfAnotherTable {
    album: String,
    title: String,
}

#[derive(Serialize, Deserialize, Entity)]
#[entity(table = TrackTable, name = "Missing", partition(album), sort())]
#[index(on = GsiFour, view = MissingTracks, partition(title), sort(album))]
pub struct IndexThatTheTableDoesNotDeclare {
    album: String,
    title: String,
}

#[derive(Serialize, Deserialize, Entity)]
#[entity(table = TrackTable, name = "Raw", partition(album), sort())]
#[index(on = ByYear, view = RawTracks, raw, partition(year), sort(album))]
pub struct RawViewOfANativeIndex {
    album: String,
    year: u16,
}

table! {
    /// Albums, in two indexes of one name.
    pub struct AlbumTable {
        key: (pk, sk),
        global: [ByArtist = same (gsiOnePk, gsiOneSk), ByTitle = same (gsiTwoPk, gsiTwoSk)],
        entities: [ViewsOfTwoIndexesOfOneName],
    }
}

/// The table reports its mistake, and the entity none.
#[derive(Serialize, Deserialize, Entity)]
#[entity(table = AlbumTable, name = "Album", partition(album), sort())]
#[index(on = ByArtist, view = AlbumsByArtist, partition(artist), sort(title))]
#[index(on = ByTitle, view = AlbumsByTitle, partition(title), sort(artist))]
pub struct ViewsOfTwoIndexesOfOneName {
    album: String,
    artist: String,
    title: String,
}

fn main() {}
