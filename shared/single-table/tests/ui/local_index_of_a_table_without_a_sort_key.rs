use single_table::table;

table! {
    /// Short URLs.
    pub struct Aliases {
        key: (short_url),
        local: [ByDate = "by-date" (date)],
        entities: [],
    }
}

fn main() {}
