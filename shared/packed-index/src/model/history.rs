//! Histories, and the comparison of lookups with a scan after each event.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::Flaw;
use super::actors::{LIMITS, Model};
use super::favorite::{Change, Truth, WORDS, term};
use super::lookup::Index;
use super::query::{self, Query, query};
use crate::index::IndexState;
use crate::samples::now;

#[derive(Debug, Clone)]
pub(crate) struct History {
    changes: Vec<Change>,
    /// Each event with the queries after it.
    events: Vec<(Event, Vec<Query>)>,
}

#[derive(Debug, Clone)]
enum Event {
    /// Writes this number of changes.
    Batch(usize),
    /// Lets two writers compete.
    Race([usize; 2]),
    /// Does the compaction under way.
    Compact,
    /// Does it up to some checkpoint.
    CompactSome(usize),
    /// Does a part of it and dies after some puts.
    Die(usize),
    /// Begins a compaction of everything.
    PlanWhole,
    /// Deletes what nobody reads any more.
    Clean,
    /// Gives up the compaction under way.
    GiveUp,
    /// Repeats an earlier put.
    Repeat(prop::sample::Index),
    /// Lets a slow worker read the head.
    See,
    /// Lets the slow worker go on.
    CompactLate,
    /// Lets the replicas have all writes.
    CatchUp,
}

fn change() -> impl Strategy<Value = Change> {
    let word = || select(&WORDS[..]);
    let text = (vec(word(), 0..3), vec(word(), 0..6));
    let text = text.prop_map(|(title, rest)| title.join(" ") + "," + &rest.join(" "));
    // Ids without order, as those of imported favorites; a quarter of the changes are deletions.
    (0_u128..30, prop::option::weighted(0.75, text)).prop_map(|(id, text)| Change { id, text })
}

pub(crate) fn history() -> impl Strategy<Value = History> {
    let event = prop_oneof![
        8 => (1_usize..5).prop_map(Event::Batch),
        1 => [1_usize..5, 1_usize..5].prop_map(Event::Race),
        2 => Just(Event::Compact),
        4 => (0_usize..2).prop_map(Event::CompactSome),
        1 => (0_usize..12).prop_map(Event::Die),
        1 => Just(Event::PlanWhole),
        1 => Just(Event::Clean),
        1 => Just(Event::GiveUp),
        1 => any::<prop::sample::Index>().prop_map(Event::Repeat),
        1 => Just(Event::See),
        1 => Just(Event::CompactLate),
        1 => Just(Event::CatchUp),
    ];
    (vec(change(), 150..200), vec((event, vec(query(), 2)), 40..120))
        .prop_map(|(changes, events)| History { changes, events })
}

/// Runs a history. Returns the model at its end, or the first difference.
pub(crate) fn check(history: &History, flaw: Option<Flaw>) -> Result<Model, String> {
    let (mut model, mut truth, mut applied) = (Model::new(flaw), Truth::default(), 0);
    let mut seen = truth.clone();
    for (at, (event, queries)) in history.events.iter().enumerate() {
        apply(&mut model, event, &history.changes).map_err(|error| format!("event {at}: {error}"))?;
        for change in history.changes.iter().take(model.acknowledged).skip(applied) {
            applied += 1;
            truth.apply(change, applied);
        }
        if matches!(event, Event::See) {
            seen = truth.clone();
        }
        compare(&model, &truth).map_err(|error| format!("after event {at}: {error}"))?;
        for query in queries {
            let compared = query::compare(&model.store, &model.head.index, &truth, query);
            let compared = compared
                .and_then(|()| query::compare_outdated(&model.store, &model.seen.index, &seen, query));
            compared.map_err(|error| format!("after event {at}: {error}"))?;
        }
        let stored = model.head.index.to_bytes().map_err(|error| error.to_string())?;
        if IndexState::from_bytes(&stored).as_ref() != Ok(&model.head.index) {
            return Err(format!("after event {at}: the stored state differs from the expected one"));
        }
    }
    Ok(model)
}

fn apply(model: &mut Model, event: &Event, changes: &[Change]) -> Result<(), String> {
    match event {
        Event::Batch(size) => model.batch(changes, *size)?,
        Event::Race(sizes) => model.race(changes, *sizes),
        Event::Compact => model.compact(&|| false)?,
        Event::CompactSome(checkpoints) => model.compact_some(*checkpoints)?,
        Event::Die(puts) => model.die(*puts),
        Event::PlanWhole => model.plan_whole(),
        Event::Clean => model.clean(),
        Event::GiveUp => model.give_up(),
        Event::Repeat(index) => model.store.repeat(*index),
        Event::See => model.see(),
        Event::CompactLate => model.compact_late(),
        Event::CatchUp => model.store.catch_up(),
    }
    Ok(())
}

fn compare(model: &Model, truth: &Truth) -> Result<(), String> {
    now(model.head.index.check(&model.store, &LIMITS)).map_err(|error| format!("{error:?}"))?;
    let index = Index::read(&model.store, &model.head.index)?;
    let documents = index.documents();
    if !documents.keys().eq(truth.favorites.keys()) {
        return Err(format!(
            "there are {:?}, and {:?} are expected",
            documents.keys(),
            truth.favorites.keys()
        ));
    }
    for (id, entry) in &truth.favorites {
        let (found, expected) = (&documents[id], &entry.document);
        if (found.version, &found.live) != (expected.version, &expected.live) {
            return Err(format!("{found:?} is found, and {expected:?} is expected"));
        }
    }
    for word in WORDS {
        let (found, expected) = (index.hits(&term(word))?, truth.hits(&term(word)));
        if found != expected {
            return Err(format!("{word} is in {found:?}, and {expected:?} are expected"));
        }
    }
    for prefix in ["", "ab", "b", "c", "quar"] {
        let (found, expected) = (index.with_prefix(prefix)?, truth.with_prefix(prefix));
        if found != expected {
            return Err(format!("{prefix} begins words of {found:?}, and {expected:?} are expected"));
        }
    }
    Ok(())
}
