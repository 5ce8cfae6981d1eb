use single_table::table;

table! {
    /// Music.
    pub struct MusicItems {
        key: ("", sk),
        entities: [],
    }
}

fn main() {}
