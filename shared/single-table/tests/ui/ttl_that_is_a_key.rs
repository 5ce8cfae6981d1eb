use single_table::table;

table! {
    /// The sort key is a text.
    pub struct ShopTable { key: (pk, sk), ttl: sk, entities: [] }
}

fn main() {}
