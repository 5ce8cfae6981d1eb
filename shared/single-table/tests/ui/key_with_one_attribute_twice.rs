use single_table::table;

table! {
    /// The partition key and the sort key are the same attribute.
    pub struct ShopTable {
        key: (pk, sk),
        global: [ByState = byState native ([customer: S, state: S], [state: S])],
        entities: [],
    }
}

fn main() {}
