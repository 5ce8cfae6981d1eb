//! The queries that are measured, and what each may cost.

use std::collections::HashMap;
use std::time::Duration;

use favorites_api::favorites::{DataId, FavoriteData, TagId, Timestamp, WebUrl};
use favorites_tests::library::{Library, Planted};

/// The number of favorites on a page.
pub(crate) const PAGE: usize = 20;

/// Two letters that begin several hundred words of the vocabulary. No attribute name begins with them.
const TWO_LETTERS: &str = "br";

/// The share of the library, from its end, in which a query with `after:` searches.
const LATE: usize = 8;

/// A query with its bars.
pub(crate) struct Query {
    pub(crate) name: &'static str,
    pub(crate) text: String,
    /// True if the query asks for all counts.
    pub(crate) counts_all: bool,
    /// The newest favorites that it finds.
    pub(crate) expected: Vec<DataId>,
    /// The most read units with 50,000 favorites and with a million, without those for each result.
    units: [f64; 2],
    /// The most read units for each result.
    per_result: f64,
    /// The longest median time, on a machine on which the signatures of earlier versions needed 12 ms for the rare word.
    pub(crate) time: Duration,
}

impl Query {
    /// Returns the most read units in a library of this size.
    pub(crate) fn most_units(&self, favorites: usize) -> f64 {
        let [small, large] = self.units;
        let base = if favorites > 50_000 { large } else { small };
        let results = u32::try_from(self.expected.len()).expect("a page is short");
        base + self.per_result * f64::from(results)
    }
}

/// Returns queries of a word that the names of all tags have.
fn of_trips(library: &Library) -> Vec<Query> {
    if !library.tags.iter().all(|tag| tag.tag_name.as_str().starts_with("trip")) {
        return Vec::new();
    }
    let tagged = |favorite: &&FavoriteData| !favorite.tag_ids.is_empty();
    let found = |is_it: &dyn Fn(&&FavoriteData) -> bool| {
        let found = library.favorites.iter().rev().filter(|favorite| tagged(favorite) && is_it(favorite));
        found.map(|favorite| favorite.data_id).take(PAGE).collect::<Vec<_>>()
    };
    let one = Planted::One.text();
    let two = format!("trip {one}");
    let query = |name, text: &str, expected, units| Query {
        name,
        text: text.to_owned(),
        counts_all: false,
        expected,
        units,
        per_result: 0.0,
        time: Duration::from_millis(5),
    };
    let has_one = |favorite: &&FavoriteData| favorite.details.title.as_str().contains(one);
    vec![
        query("word of all tags", "trip", found(&|_| true), [22.0, 26.0]),
        query("that and another word", &two, found(&has_one), [35.0, 40.0]),
    ]
}

/// Returns the queries in a library.
pub(crate) fn queries(library: &Library) -> Vec<Query> {
    let planted = |name, text: String, planted: &[Planted], units, per_result, millis| Query {
        name,
        text,
        counts_all: false,
        expected: first(library.with(planted)),
        units,
        per_result,
        time: Duration::from_millis(millis),
    };
    let one = |name, word: Planted, units, per_result, millis| {
        planted(name, word.text().to_owned(), &[word], units, per_result, millis)
    };
    let words = format!("{} {}", Planted::One.text(), Planted::Other.text());
    let mut queries = vec![
        one("no match", Planted::Absent, [10.0, 15.0], 0.0, 3),
        one("rare word", Planted::Rare, [10.0, 13.0], 1.0, 4),
        one("two Chinese characters", Planted::TwoCharacters, [15.0, 20.0], 1.0, 5),
        planted("two words", words, &[Planted::One, Planted::Other], [15.0, 20.0], 1.0, 5),
        planted(
            "phrase",
            format!("\"{}\"", Planted::Phrase.text()),
            &[Planted::Phrase],
            [15.0, 25.0],
            1.0,
            8,
        ),
        one("frequent word", Planted::Frequent, [22.0, 26.0], 0.0, 5),
        Query {
            name: "prefix of two letters",
            text: TWO_LETTERS.to_owned(),
            counts_all: false,
            expected: with_prefix(library),
            units: [30.0, 60.0],
            per_result: 0.0,
            time: Duration::from_millis(6),
        },
        after_and_type(library),
        Query {
            name: "all counts of that word",
            counts_all: true,
            ..one("", Planted::Frequent, [250.0, 4_000.0], 0.0, 100)
        },
    ];
    queries.extend(of_trips(library));
    queries
}

fn first(mut ids: Vec<DataId>) -> Vec<DataId> {
    ids.truncate(PAGE);
    ids
}

/// Returns the newest favorites with a word that begins with the two letters, in a text or in the name of a tag.
fn with_prefix(library: &Library) -> Vec<DataId> {
    let tags: HashMap<TagId, &str> =
        library.tags.iter().map(|tag| (tag.tag_id, tag.tag_name.as_str())).collect();
    let has = |favorite: &&FavoriteData| {
        let details = &favorite.details;
        let url = details.content_url.as_ref();
        let content = serde_json::to_string(&favorite.content).expect("what is made up can be stored");
        let texts = [details.title.as_str(), content.as_str()].into_iter().chain(url.map(WebUrl::as_str));
        let names = favorite.tag_ids.iter().filter_map(|tag| tags.get(tag)).copied();
        texts.chain(names).any(|text| {
            let text = text.to_lowercase();
            let mut words = text.split(|c: char| !c.is_ascii_alphanumeric());
            words.any(|word| word.starts_with(TWO_LETTERS))
        })
    };
    library.favorites.iter().rev().filter(has).map(|favorite| favorite.data_id).take(PAGE).collect()
}

/// Returns the query of a rare type in the last part of the library.
fn after_and_type(library: &Library) -> Query {
    let first = &library.favorites[library.favorites.len() * (LATE - 1) / LATE];
    let after: String = text_of(first.clip_time).chars().take("2026-11-22".len()).collect();
    let is_found = |favorite: &&FavoriteData| {
        favorite.data_type().as_str() == "location" && text_of(favorite.clip_time) >= after
    };
    let found = library.favorites.iter().rev().filter(is_found).map(|favorite| favorite.data_id);
    Query {
        name: "after: and a type",
        text: format!("type:location after:{after}"),
        counts_all: false,
        expected: found.take(PAGE).collect(),
        units: [30.0, 35.0],
        per_result: 0.0,
        time: Duration::from_millis(6),
    }
}

fn text_of(time: Timestamp) -> String {
    let stored = serde_json::to_value(time).expect("a time can be stored");
    stored.as_str().expect("a time is stored as text").to_owned()
}
