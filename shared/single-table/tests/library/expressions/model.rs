//! A track with a field of each shape.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;
use single_table::expression::Document;
use single_table::{Entity, EpochSeconds, table};

table! {
    /// Tracks, and counters that expire.
    pub(crate) struct MusicTable { key: (pk, sk), ttl: ttl, entities: [Track, Visits] }
}

/// A track of an album.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track", partition(album), sort(number))]
pub(crate) struct Track {
    pub(crate) album: String,
    pub(crate) number: u16,
    pub(crate) title: String,
    pub(crate) plays: u32,
    pub(crate) limit: u32,
    pub(crate) stars: i8,
    pub(crate) rating: f64,
    pub(crate) weight: f32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) note: Option<String>,
    /// The subtitle, stored as NULL if there is none.
    pub(crate) subtitle: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) skips: Option<u8>,
    #[serde(default)]
    pub(crate) tags: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) remarks: Option<Vec<String>>,
    #[serde(with = "serde_dynamo::string_set", default, skip_serializing_if = "BTreeSet::is_empty")]
    pub(crate) labels: BTreeSet<String>,
    #[serde(with = "serde_dynamo::number_set", default, skip_serializing_if = "BTreeSet::is_empty")]
    pub(crate) years: BTreeSet<u16>,
    #[serde(with = "::serde_dynamo::binary_set", default, skip_serializing_if = "Option::is_none")]
    pub(crate) digests: Option<BTreeSet<ByteBuf>>,
    pub(crate) counts: BTreeMap<String, u64>,
    pub(crate) by_year: HashMap<u16, i32>,
    pub(crate) medley: BTreeMap<Vec<u8>, bool>,
    pub(crate) meta: Meta,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) publisher: Option<Publisher>,
    pub(crate) lines: Vec<Line>,
}

/// More about a track.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Document)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Meta {
    pub(crate) written_by: String,
    pub(crate) peak: u8,
    /// A word that DynamoDB reserves, with a dot.
    #[serde(rename = "size.of", default, skip_serializing_if = "Option::is_none")]
    pub(crate) size: Option<u16>,
    pub(crate) places: Vec<Place>,
    pub(crate) r#type: String,
}

/// A place in the charts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Document)]
#[serde(rename_all = "SCREAMING-KEBAB-CASE")]
pub(crate) struct Place {
    pub(crate) chart_name: String,
    pub(crate) place: u8,
}

/// A publisher.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Document)]
pub(crate) struct Publisher {
    pub(crate) name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) city: Option<String>,
    #[serde(with = "serde_dynamo::string_set", default, skip_serializing_if = "BTreeSet::is_empty")]
    pub(crate) countries: BTreeSet<String>,
}

/// A line of the lyrics.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Document)]
pub(crate) struct Line {
    pub(crate) text: String,
    pub(crate) second: Option<u16>,
}

/// The visits of a page, counted for a limited time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Visits", partition(page), sort(), ttl(expires))]
pub(crate) struct Visits {
    pub(crate) page: String,
    #[serde(default)]
    pub(crate) count: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) first: Option<String>,
    #[serde(default)]
    pub(crate) names: Vec<String>,
    #[serde(with = "serde_dynamo::string_set", default, skip_serializing_if = "BTreeSet::is_empty")]
    pub(crate) countries: BTreeSet<String>,
    #[serde(default)]
    pub(crate) by_day: BTreeMap<String, u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) expires: Option<EpochSeconds>,
}

pub(crate) fn track() -> Track {
    Track {
        album: "Arrival".to_owned(),
        number: 2,
        title: "Dancing Queen".to_owned(),
        plays: 7,
        limit: 9,
        stars: -3,
        rating: 0.5,
        weight: 1.5,
        note: None,
        subtitle: None,
        skips: None,
        tags: texts(["pop", "disco"]),
        remarks: None,
        labels: texts(["gold"]),
        years: BTreeSet::from([1976]),
        digests: None,
        counts: BTreeMap::from([("se".to_owned(), 3)]),
        by_year: HashMap::from([(1976, -1)]),
        medley: BTreeMap::new(),
        meta: Meta {
            written_by: "Benny".to_owned(),
            peak: 1,
            size: None,
            places: vec![Place { chart_name: "UK".to_owned(), place: 1 }],
            r#type: "song".to_owned(),
        },
        publisher: None,
        lines: vec![line("You can dance", Some(20)), line("You can jive", None)],
    }
}

pub(crate) fn publisher() -> Publisher {
    Publisher { name: "Polar".to_owned(), city: None, countries: BTreeSet::new() }
}

pub(crate) fn line(text: &str, second: Option<u16>) -> Line {
    Line { text: text.to_owned(), second }
}

pub(crate) fn texts<C: FromIterator<String>, const N: usize>(texts: [&str; N]) -> C {
    texts.into_iter().map(str::to_owned).collect()
}
