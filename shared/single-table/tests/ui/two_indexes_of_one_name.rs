use single_table::table;

table! {
    /// Both indexes are named `gsiOne`.
    pub struct ShopTable {
        key: (pk, sk),
        global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk), GsiTwo = gsiOne (gsiTwoPk, gsiTwoSk)],
        entities: [],
    }
}

fn main() {}
