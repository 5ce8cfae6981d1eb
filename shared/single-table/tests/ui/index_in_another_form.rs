use single_table::table;

table! {
    /// An index without a name.
    pub struct Unnamed { key: (pk, sk), global: [ByState (statePk, stateSk)], entities: [] }
}

table! {
    /// A key with a hyphen.
    pub struct Hyphen { key: (pk, sk), global: [ByOther = byOther (other-pk)], entities: [] }
}

table! {
    /// A local index with two attributes.
    pub struct Pair { key: (pk, sk), local: [ByTitle = byTitle (titlePk, titleSk)], entities: [] }
}

fn main() {}
