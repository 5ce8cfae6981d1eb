//! Tables that `table!` can't read. Their entities and views can be used, so a mistake is reported once.

use serde::{Deserialize, Serialize};
use single_table::{Entity, table};

table! {
    pub struct TableWithoutAKey {
        entities: [Track],
        global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)],
    }
}

#[derive(Serialize, Deserialize, Entity)]
#[entity(table = TableWithoutAKey, name = "Track", partition(album), sort(number))]
#[index(on = GsiOne, view = TracksByTitle, partition(title), sort(number))]
pub struct Track {
    album: String,
    number: u16,
    title: String,
}

table! {
    pub struct UnknownOption {
        entities: [Play],
        global: [GsiTwo = gsiTwo (gsiTwoPk, gsiTwoSk)],
        tll: expires,
        key: (pk, sk),
    }
}

#[derive(Serialize, Deserialize, Entity)]
#[entity(table = UnknownOption, name = "Play", partition(album), sort(number))]
#[index(on = GsiTwo, view = PlaysByTitle, partition(title), sort(number))]
pub struct Play {
    album: String,
    number: u16,
    title: String,
}

table! { pub struct OptionGivenTwice { key: (pk, sk), ttl: a, ttl: b, entities: [] } }

table! { pub struct IndexWithoutAName { key: (pk, sk), global: [ByState (statePk, stateSk)], entities: [] } }

table! { pub struct KeyWithAHyphen { key: (pk, sk), global: [ByOther = byOther (other-pk)], entities: [] } }

table! {
    pub struct LocalIndexWithTwoAttributes {
        key: (pk, sk),
        local: [ByTitle = byTitle (titlePk, titleSk)],
        entities: [],
    }
}

table! {
    pub struct LocalIndexOfATableWithoutASortKey {
        key: (short_url),
        local: [ByDate = "by-date" (date)],
        entities: [],
    }
}

fn main() {
    let _ = TracksByTitle::query("Eclipse".to_owned());
    let _ = PlaysByTitle::query("Eclipse".to_owned());
}
