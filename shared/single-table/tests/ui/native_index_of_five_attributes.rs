use single_table::table;

table! {
    /// DynamoDB takes at most four.
    pub struct ShopTable {
        key: (pk, sk),
        global: [ByPlace = byPlace native ([country: S, region: S, city: S, street: S, house: N], [])],
        entities: [],
    }
}

fn main() {}
