use single_table::table;

table! {
    /// Music.
    pub struct MusicItems {
        key: (pk, sk),
        global: [ByArtist = byArtist (artistPk, artistSk) all_keys],
        entities: [],
    }
}

fn main() {}
