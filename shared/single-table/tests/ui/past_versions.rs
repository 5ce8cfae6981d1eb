//! Entities that do not fit their past versions. Each module is named after its mistake.

use serde::{Deserialize, Serialize};
use single_table::migration::PastVersion;
use single_table::{Entity, table};

table! {
    /// Tracks.
    pub struct MusicTable {
        key: (pk, sk),
        entities: [
            past_version_without_a_step::Track, past_version_without_the_derive::Song,
            past_version_without_deserialize::Tune,
        ],
    }
}

table! {
    /// Hymns. The compiler does not evaluate the checks of a table if an entity of it has an error of types.
    pub struct ChurchTable {
        key: (pk, sk),
        entities: [schema_version_named_like_a_field::Hymn, schema_version_named_like_a_key::Aria],
    }
}

/// Version 1 of each entity, unless it has a mistake.
#[derive(Deserialize, PastVersion)]
pub struct V1 {
    album: String,
}

mod past_version_without_a_step {
    use super::*;

    #[derive(Serialize, Deserialize, Entity)]
    #[entity(table = MusicTable, name = "Track", partition(album), sort())]
    #[schema(attribute = "schemaVersion", version = 2, past(V1))]
    pub struct Track {
        album: String,
    }
}

mod past_version_without_the_derive {
    use super::*;

    #[derive(Serialize, Deserialize, Entity)]
    #[entity(table = MusicTable, name = "Song", partition(album), sort())]
    #[schema(attribute = "schemaVersion", version = 2, past(SongV1))]
    pub struct Song {
        album: String,
    }

    #[derive(Deserialize)]
    pub struct SongV1 {
        album: String,
    }

    impl From<SongV1> for Song {
        fn from(SongV1 { album }: SongV1) -> Self {
            Self { album }
        }
    }
}

mod past_version_without_deserialize {
    use super::*;

    #[derive(Serialize, Deserialize, Entity)]
    #[entity(table = MusicTable, name = "Tune", partition(album), sort())]
    #[schema(attribute = "schemaVersion", version = 2, past(TuneV1))]
    pub struct Tune {
        album: String,
    }

    #[derive(PastVersion)]
    pub struct TuneV1 {
        album: String,
    }

    impl From<TuneV1> for Tune {
        fn from(TuneV1 { album }: TuneV1) -> Self {
            Self { album }
        }
    }
}

mod schema_version_named_like_a_field {
    use super::*;

    #[derive(Serialize, Deserialize, Entity)]
    #[entity(table = ChurchTable, name = "Hymn", partition(album), sort())]
    #[schema(attribute = "seconds", version = 2, past(V1))]
    pub struct Hymn {
        album: String,
        seconds: u32,
    }

    impl From<V1> for Hymn {
        fn from(V1 { album }: V1) -> Self {
            Self { album, seconds: 0 }
        }
    }
}

mod schema_version_named_like_a_key {
    use super::*;

    #[derive(Serialize, Deserialize, Entity)]
    #[entity(table = ChurchTable, name = "Aria", partition(album), sort())]
    #[schema(attribute = "sk", version = 2, past(V1))]
    pub struct Aria {
        album: String,
    }

    impl From<V1> for Aria {
        fn from(V1 { album }: V1) -> Self {
            Self { album }
        }
    }
}

fn main() {}
