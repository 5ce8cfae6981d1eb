use single_table::table;

table! {
    /// `state` is a text in one index, and a number in the other.
    pub struct ShopTable {
        key: (pk, sk),
        global: [ByState = byState native ([state: S], []), ByNumber = byNumber native ([state: N], [])],
        entities: [],
    }
}

fn main() {}
