//! Read units of searches in a library.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::atomic::{AtomicUsize, Ordering};

use packed_index::{
    Budget, Fence, FoundBlock, ItemKey, Run, SearchItems, SearchedIds, SetPlace, StoredItem, Term, Wanted,
    WriteNumber,
};

use crate::corpus::Link;
use crate::terms::{Placing, terms_of};
use crate::tiers::{KEY_BYTES, Library, Store, now};

/// A page of 20 favorites.
const BUDGET: Budget = Budget { enough: 20, bytes: usize::MAX };
/// The number of queries of each kind.
const QUERIES: usize = 25;

/// A store that counts half units of eventually consistent reads, one for each started 4 KB of a query, or of an item that is read by
/// its key, and requests.
struct Metered<'a> {
    store: &'a Store,
    halves: AtomicUsize,
    requests: AtomicUsize,
}

impl Metered<'_> {
    fn note(&self, requests: usize, bytes: usize) {
        self.requests.fetch_add(requests, Ordering::Relaxed);
        self.halves.fetch_add(bytes.div_ceil(4_096).max(1), Ordering::Relaxed);
    }
}

fn size(item: &StoredItem) -> usize {
    item.bytes.len() + KEY_BYTES
}

impl SearchItems for Metered<'_> {
    type Error = Infallible;

    async fn read(&self, keys: &[(ItemKey, WriteNumber)]) -> Result<Vec<Option<StoredItem>>, Infallible> {
        let items: Vec<_> = keys.iter().map(|(key, _)| self.store.0.get(key).cloned()).collect();
        self.requests.fetch_add(1, Ordering::Relaxed);
        items.iter().flatten().for_each(|item| self.note(0, size(item)));
        Ok(items)
    }

    async fn blocks(
        &self,
        set: SetPlace,
        fence: &Fence,
        runs: &[Run],
    ) -> Result<Vec<FoundBlock>, Infallible> {
        let first = ItemKey::Block { set, fence: Fence::default(), slot: 0 };
        let last = ItemKey::Block { set, fence: fence.clone(), slot: u8::MAX };
        let mut blocks = Vec::new();
        for (key, item) in self.store.0.range(first..=last).rev().take(runs.len()) {
            if let ItemKey::Block { fence, slot, .. } = key {
                blocks.push(FoundBlock { fence: fence.clone(), slot: *slot, item: item.clone() });
            }
        }
        self.note(1, blocks.iter().map(|block| size(&block.item)).sum());
        Ok(blocks)
    }
}

/// Queries of one kind, and what they have cost.
pub(crate) struct Measured {
    name: &'static str,
    queries: Vec<Wanted>,
    /// Half units, requests and hits of each search.
    costs: Vec<(usize, usize, usize)>,
}

/// Returns queries of several kinds for these links.
pub(crate) fn queries(links: &[Link]) -> Vec<Measured> {
    let mut counts: BTreeMap<Term, usize> = BTreeMap::new();
    for link in links {
        for term in terms_of(link, Placing::LeftOut).into_keys() {
            *counts.entry(term).or_default() += 1;
        }
    }
    let of = |kind: u8, range: std::ops::RangeInclusive<usize>| -> Vec<Wanted> {
        let is_it =
            |(term, count): &(&Term, &usize)| term.as_bytes().first() == Some(&kind) && range.contains(count);
        let found: Vec<_> = counts.iter().filter(is_it).map(|(term, _)| wanted(term)).collect();
        let step = (found.len() / QUERIES).max(1);
        found.into_iter().step_by(step).take(QUERIES).collect()
    };
    let absent = ('a'..='y').map(|letter| wanted(&term(&format!("w{letter}zz"))));
    let pairs = of(b'c', links.len() / 350..=links.len() / 180);
    let words = of(b'w', links.len() / 30..=links.len() / 10);
    let two = words
        .iter()
        .zip(words.iter().skip(1))
        .map(|(one, other)| Wanted::All(vec![one.clone(), other.clone()]));
    let beginnings = (b'a'..=b'z').map(|letter| {
        let beginning = term(&format!("w{}a", char::from(letter)));
        Wanted::Beginning { beginning, in_title: false }
    });
    let kinds = [
        ("no match", absent.collect()),
        ("a word in 5 to 9 favorites", of(b'w', 5..=9)),
        ("a word in one of 10 to 30", words.clone()),
        ("two Chinese characters in 1 of 250", pairs),
        ("two such words", two.collect()),
        ("a beginning of two letters", beginnings.collect()),
    ];
    kinds.map(|(name, queries)| Measured { name, queries, costs: Vec::new() }).into()
}

fn term(text: &str) -> Term {
    Term::new(text).expect("the generated words are short")
}

fn wanted(term: &Term) -> Wanted {
    Wanted::Term { term: term.clone(), in_title: false }
}

impl Measured {
    /// Searches a library for the first page of each query.
    pub(crate) fn search(&mut self, library: &Library<'_>) {
        for wanted in &self.queries {
            let store =
                Metered { store: &library.store, halves: AtomicUsize::new(0), requests: AtomicUsize::new(0) };
            let search = library.state.search(&store, wanted, SearchedIds::ALL, &library.limits, BUDGET);
            let hits = now(search).expect("the items are whole").documents.len();
            self.costs.push((store.halves.into_inner(), store.requests.into_inner(), hits));
        }
    }

    /// Prints the median, the 95th percentile and the maximum of the units, and the median of the requests.
    pub(crate) fn print(&mut self) {
        let mut column = |value: fn(&(usize, usize, usize)) -> usize, part: usize| {
            self.costs.sort_by_key(value);
            let place = (self.costs.len() * part / 100).min(self.costs.len().saturating_sub(1));
            self.costs.get(place).map_or(0, value)
        };
        let units: Vec<String> = [50, 95, 100]
            .map(|part| column(|cost| cost.0, part))
            .iter()
            .map(|halves| super::per(*halves, 2))
            .map(|units| format!("{units:.1}"))
            .collect();
        let (requests, hits) = (column(|cost| cost.1, 50), column(|cost| cost.2, 50));
        println!("  {:<36} {} units, {requests} requests, {hits} favorites", self.name, units.join(" / "));
    }
}
