//! Histories, and the comparison of lookups with a scan after each event.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::favorite::{Change, Truth, WORDS, term};
use super::head::LIMITS;
use super::lookup::Index;
use super::query::{self, Query, query};
use super::store::Flaw;
use super::work::Model;
use crate::samples::now;
use crate::tiers::IndexState;

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
    /// Does some steps of the merge, of some items each.
    Work(usize, u32),
    /// Does a part of a step.
    Interrupt(usize),
    /// Deletes what nobody reads any more.
    Sweep,
    /// Gives up the merges under way.
    GiveUp,
    /// Repeats an earlier put.
    Repeat(prop::sample::Index),
    /// Lets a slow worker read the head.
    See,
    /// Lets the slow worker go on.
    LateStep,
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
        6 => (1_usize..5).prop_map(Event::Batch),
        1 => [1_usize..5, 1_usize..5].prop_map(Event::Race),
        4 => (1_usize..12, 1_u32..4).prop_map(|(steps, most)| Event::Work(steps, most)),
        1 => (0_usize..4).prop_map(Event::Interrupt),
        1 => Just(Event::Sweep),
        1 => Just(Event::GiveUp),
        1 => any::<prop::sample::Index>().prop_map(Event::Repeat),
        1 => Just(Event::See),
        1 => Just(Event::LateStep),
    ];
    (vec(change(), 150..200), vec((event, vec(query(), 2)), 40..120))
        .prop_map(|(changes, events)| History { changes, events })
}

/// Runs a history. Returns the model at its end, or the first difference.
pub(crate) fn check(history: &History, flaw: Option<Flaw>) -> Result<Model, String> {
    let (mut model, mut truth, mut applied) = (Model::new(flaw), Truth::default(), 0);
    for (at, (event, queries)) in history.events.iter().enumerate() {
        apply(&mut model, event, &history.changes).map_err(|error| format!("event {at}: {error}"))?;
        for change in history.changes.iter().take(model.head.changes).skip(applied) {
            applied += 1;
            truth.apply(change, applied);
        }
        compare(&model, &truth).map_err(|error| format!("after event {at}: {error}"))?;
        for query in queries {
            query::compare(&model, &truth, query).map_err(|error| format!("after event {at}: {error}"))?;
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
        Event::Work(steps, most) => {
            for _ in 0..*steps {
                model.work(*most)?;
            }
        }
        Event::Sweep => model.sweep(),
        Event::GiveUp => model.give_up(),
        Event::Interrupt(puts) => model.interrupt(*puts)?,
        Event::Repeat(index) => {
            let attempts = model.store.attempts.len();
            if attempts > 0 {
                model.store.repeat(index.index(attempts));
            }
        }
        Event::See => model.see(),
        Event::LateStep => model.late_step(),
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
