use single_table::table;

table! {
    /// A table whose entities are listed nowhere.
    pub struct ShopTable {
        key: (pk, sk),
    }
}

fn main() {}
