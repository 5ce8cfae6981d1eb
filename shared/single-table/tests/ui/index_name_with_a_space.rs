use single_table::table;

table! {
    /// Music.
    pub struct MusicItems {
        key: (pk, sk),
        global: [ByArtist = "by artist" (artist, sk)],
        entities: [],
    }
}

fn main() {}
