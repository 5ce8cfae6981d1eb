//! Searches in the model's runs, compared with a scan.

use std::collections::{BTreeMap, BTreeSet};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::actors::{LIMITS, is_outdated};
use super::favorite::{Truth, WORDS, id, term, terms_of};
use super::store::{Store, StoreError};
use crate::compaction::Mention;
use crate::index::{IndexState, ItemKey, ReadError};
use crate::numbers::FavoriteId;
use crate::posting::Places;
use crate::samples::now;
use crate::search::{Budget, ScannedDocument, SearchedIds, Wanted};
use crate::term::Term;
use crate::text_slot::slot_from_bytes;

/// A query, the number of documents that a page has, and the ids to search.
#[derive(Debug, Clone)]
pub(crate) struct Query {
    wanted: Wanted,
    budget: Budget,
    ids: SearchedIds,
}

pub(crate) fn query() -> impl Strategy<Value = Query> {
    let leaf = prop_oneof![
        3 => (select(&WORDS[..]), any::<bool>())
            .prop_map(|(word, in_title)| Wanted::Term { term: term(word), in_title }),
        1 => (select(&["", "a", "ab", "q", "quar", "x"][..]), any::<bool>())
            .prop_map(|(word, in_title)| Wanted::Beginning { beginning: term(word), in_title }),
    ];
    let words = (vec(select(&WORDS[..]), 1..4), any::<bool>());
    let sequence = words.prop_map(|(words, in_title)| Wanted::Sequence {
        terms: words.into_iter().map(term).collect(),
        in_title,
    });
    let wanted = prop_oneof![4 => leaf, 1 => sequence].prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..3).prop_map(Wanted::All),
            vec(inner.clone(), 0..3).prop_map(Wanted::Any),
            inner.prop_map(|not| Wanted::Not(Box::new(not))),
        ]
    });
    let ids = (0_u128..30, prop::option::of(0_u128..31))
        .prop_map(|(lowest, end)| SearchedIds { lowest: id(lowest), end: end.map(id) });
    let budget = (1_usize..5, prop_oneof![Just(0), 0_usize..200, Just(usize::MAX)])
        .prop_map(|(enough, bytes)| Budget { enough, bytes });
    (wanted, budget, ids).prop_map(|(wanted, budget, ids)| Query { wanted, budget, ids })
}

fn is_met(wanted: &Wanted, terms: &BTreeMap<Term, Mention>) -> bool {
    let has = |in_title: bool, is_it: &dyn Fn(&Term) -> bool| {
        terms.iter().any(|(term, mention)| is_it(term) && (mention.in_title || !in_title))
    };
    match wanted {
        Wanted::Term { term, in_title } => has(*in_title, &|other| other == term),
        Wanted::Beginning { beginning, in_title } => {
            has(*in_title, &|other| other.as_bytes().starts_with(beginning.as_bytes()))
        }
        Wanted::Sequence { terms: words, in_title } => {
            let places = words.iter().map(|word| {
                terms.get(word).filter(|mention| mention.in_title || !in_title).map(|mention| mention.places)
            });
            let all: Option<Vec<_>> = places.collect();
            all.is_some_and(|all| follow(&all))
        }
        Wanted::All(all) => all.iter().all(|one| is_met(one, terms)),
        Wanted::Any(any) => any.iter().any(|one| is_met(one, terms)),
        Wanted::Not(not) => !is_met(not, terms),
    }
}

/// Returns true if the places permit that the words follow each other.
fn follow(places: &[Places]) -> bool {
    (16..32).any(|first| {
        (first..).zip(places).all(|(place, places)| !Places::of([place - 1]).followed_by(*places).is_empty())
    })
}

/// A search that fails, or does not find what it should.
enum Difference {
    Read(ReadError<StoreError>),
    Other(String),
}

impl From<String> for Difference {
    fn from(difference: String) -> Self {
        Self::Other(difference)
    }
}

/// Compares all pages of a search in the runs with a scan of the favorites whose newest version is in a run.
pub(crate) fn compare(store: &Store, state: &IndexState, truth: &Truth, query: &Query) -> Result<(), String> {
    match pages(store, state, truth, query) {
        Ok(()) => Ok(()),
        Err(Difference::Read(error)) => Err(format!("{error:?}")),
        Err(Difference::Other(difference)) => Err(difference),
    }
}

/// Compares a search in an earlier state, which finds what was there then, or that items have changed since.
pub(crate) fn compare_outdated(
    store: &Store,
    state: &IndexState,
    truth: &Truth,
    query: &Query,
) -> Result<(), String> {
    match pages(store, state, truth, query) {
        Ok(()) => Ok(()),
        Err(Difference::Read(error)) if is_outdated(&error) => Ok(()),
        Err(Difference::Read(error)) => Err(format!("{error:?}")),
        Err(Difference::Other(difference)) => Err(format!("in an earlier state: {difference}")),
    }
}

fn pages(store: &Store, state: &IndexState, truth: &Truth, query: &Query) -> Result<(), Difference> {
    let Some(in_texts) = in_texts(store, state) else { return Ok(()) };
    let is_met = |entry: &crate::text_slot::SlotEntry| is_met(&query.wanted, &terms_of(&entry.text));
    let expected: Vec<FavoriteId> = truth
        .favorites
        .iter()
        .rev()
        .filter(|(id, entry)| query.ids.contains(**id) && !in_texts.contains(id) && is_met(entry))
        .map(|(id, _)| *id)
        .collect();
    let (mut found, mut ids) = (Vec::new(), query.ids);
    loop {
        let page =
            now(state.search(store, &query.wanted, ids, &LIMITS, query.budget)).map_err(Difference::Read)?;
        if let Some(document) = page.documents.iter().find(|document| !ids.contains(document.id)) {
            return Err(format!("{document:?} is not in the expected range {ids:?}").into());
        }
        let is_short = page.searched_to.is_some() && page.documents.len() < query.budget.enough;
        if is_short && query.budget.bytes == usize::MAX {
            return Err(format!("a page has fewer documents than expected: {page:?}").into());
        }
        if page.searched_to.is_some() && page.searched_to >= ids.end && ids.end.is_some() {
            return Err(format!("{query:?} did not get on as expected from {ids:?}: {page:?}").into());
        }
        let newest = page.documents.iter().filter(|document| {
            truth.favorites.get(&document.id).is_some_and(|entry| {
                entry.document.version == document.version && (page.are_exact || is_met(entry))
            })
        });
        found.extend(newest.map(|document| document.id));
        match page.searched_to {
            Some(searched_to) => ids.end = Some(searched_to),
            None => break,
        }
    }
    if found != expected {
        return Err(format!("{query:?} finds {found:?}, and {expected:?} are expected").into());
    }
    let scanned = scanned(store, state, query).map_err(Difference::Read)?;
    let in_runs = truth.favorites.iter().rev();
    let in_runs = in_runs.filter(|(id, _)| query.ids.contains(**id) && !in_texts.contains(id));
    let expected: Vec<_> =
        in_runs.map(|(id, entry)| (*id, entry.document.version, vec![is_met(entry)])).collect();
    let scanned = scanned.into_iter().filter(|one| !in_texts.contains(&one.document.id));
    let scanned: Vec<_> = scanned.map(|one| (one.document.id, one.document.version, one.met)).collect();
    if scanned != expected {
        return Err(format!("{query:?} scans {scanned:?}, and {expected:?} are expected").into());
    }
    Ok(())
}

/// Returns the versions of a scan, and whether they meet the condition of a query.
fn scanned(
    store: &Store,
    state: &IndexState,
    query: &Query,
) -> Result<Vec<ScannedDocument>, ReadError<StoreError>> {
    let conditions = [query.wanted.clone()];
    let scan = now(state.scan(store, &conditions, query.ids, &LIMITS, usize::MAX))?;
    let (mut scan, mut scanned) = (scan.expect("all bytes are permitted"), Vec::new());
    loop {
        let next = now(scan.next_part())?;
        scanned.extend(next.documents);
        if next.searched_to.is_none() {
            return Ok(scanned);
        }
    }
}

/// Returns the favorites that have a version in a text slot. `None` if a slot has changed since.
fn in_texts(store: &Store, state: &IndexState) -> Option<BTreeSet<FavoriteId>> {
    let mut ids = BTreeSet::new();
    for slot in state.texts() {
        let bytes = store.get(ItemKey::Text { slot: slot.slot }, slot.number).ok()?;
        ids.extend(slot_from_bytes(&bytes).ok()?.into_iter().map(|entry| entry.document.id));
    }
    Some(ids)
}
