//! The one table: its key, indexes, TTL and stream. Names are those of the seed, so that a table made by it can be read.
//! `entities.rs` lists what it holds.

use single_table::table;

table! {
    /// Everything the service keeps. `template.yaml` declares the same table for AWS; a test compares the two.
    pub struct FavoritesTable {
        key: (pk, sk),
        ttl: ttl,
        stream: NewAndOldImages,
        global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk), GsiTwo = gsiTwo (gsiTwoPk, gsiTwoSk)],
        local: [LsiOne = lsiOne (lsiOneSk), LsiTwo = lsiTwo (lsiTwoSk), LsiThree = lsiThree (lsiThreeSk)],
    }
}
