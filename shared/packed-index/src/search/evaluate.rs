//! Evaluates conditions in one run.

use std::collections::BTreeSet;

use super::leaf::{Leaf, Missing, RunItem};
use super::wanted::Wanted;
use crate::numbers::DocumentNumber;
use crate::posting::Places;

/// A condition whose terms are numbered.
#[derive(Debug, Clone)]
pub(super) enum Condition {
    Leaf { leaf: usize, in_title: bool },
    Sequence { leaves: Vec<usize>, in_title: bool },
    All(Vec<Condition>),
    Any(Vec<Condition>),
    Not(Box<Condition>),
}

/// The documents of one run that have the terms of a search.
pub(super) trait LeafDocuments {
    /// The number of the run's documents.
    fn documents(&self) -> u32;

    /// Returns the first document of a leaf from one on.
    fn next(
        &self,
        leaf: usize,
        from: DocumentNumber,
        in_title: bool,
    ) -> Result<Option<DocumentNumber>, Missing>;

    /// Returns the places of a leaf in a document that [`next`](Self::next) has returned.
    fn places(&self, leaf: usize, document: DocumentNumber) -> Places;
}

/// The items that must be read before the search can go on.
pub(super) type AllMissing = BTreeSet<RunItem>;

/// An evaluation that can't go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stopped {
    /// All items that are missing, as far as that can be known.
    pub(super) missing: AllMissing,
    /// The document before which nothing meets the condition.
    pub(super) reached: DocumentNumber,
}

impl Condition {
    /// Numbers the terms of a condition. Equal terms have the same number.
    pub(super) fn new(wanted: &Wanted, leaves: &mut Vec<Leaf>) -> Self {
        let mut leaf = |leaf: Leaf| {
            leaves.iter().position(|known| *known == leaf).unwrap_or_else(|| {
                leaves.push(leaf);
                leaves.len() - 1
            })
        };
        match wanted {
            Wanted::Term { term, in_title } => {
                Self::Leaf { leaf: leaf(Leaf::Term(term.clone())), in_title: *in_title }
            }
            Wanted::Beginning { beginning, in_title } => {
                Self::Leaf { leaf: leaf(Leaf::Beginning(beginning.clone())), in_title: *in_title }
            }
            Wanted::Sequence { terms, in_title } => {
                let leaves = terms.iter().map(|term| leaf(Leaf::Term(term.clone()))).collect();
                Self::Sequence { leaves, in_title: *in_title }
            }
            Wanted::All(all) => Self::All(all.iter().map(|one| Self::new(one, leaves)).collect()),
            Wanted::Any(any) => Self::Any(any.iter().map(|one| Self::new(one, leaves)).collect()),
            Wanted::Not(not) => Self::Not(Box::new(Self::new(not, leaves))),
        }
    }

    /// Returns the first document from one on that meets the condition.
    ///
    /// # Errors
    /// [`Stopped`] if items are missing.
    pub(super) fn next(
        &self,
        run: &impl LeafDocuments,
        from: DocumentNumber,
    ) -> Result<Option<DocumentNumber>, Stopped> {
        match self {
            Self::Leaf { leaf, in_title } => {
                let next = run.next(*leaf, from, *in_title);
                next.map_err(|Missing { item, reached }| Stopped { missing: [item].into(), reached })
            }
            Self::Sequence { leaves, in_title } => next_of_sequence(leaves, *in_title, run, from),
            Self::All(all) => next_of_all(all, run, from),
            Self::Any(any) => next_of_any(any, run, from),
            Self::Not(not) => next_of_all(&[Self::Not(not.clone())], run, from),
        }
    }

    /// Returns true if this document meets the condition.
    fn is_met(&self, run: &impl LeafDocuments, document: DocumentNumber) -> Result<bool, AllMissing> {
        match self {
            Self::Not(not) => Ok(!not.is_met(run, document)?),
            other => match other.next(run, document) {
                Ok(next) => Ok(next == Some(document)),
                Err(stopped) if stopped.reached > document => Ok(false),
                Err(stopped) => Err(stopped.missing),
            },
        }
    }
}

/// Returns the first document from one on that has all leaves at places that follow each other.
fn next_of_sequence(
    leaves: &[usize],
    in_title: bool,
    run: &impl LeafDocuments,
    mut from: DocumentNumber,
) -> Result<Option<DocumentNumber>, Stopped> {
    let all: Vec<_> = leaves.iter().map(|leaf| Condition::Leaf { leaf: *leaf, in_title }).collect();
    while let Some(document) = next_of_all(&all, run, from)? {
        let places = leaves.iter().map(|leaf| run.places(*leaf, document));
        if places.reduce(Places::followed_by).is_none_or(|last| !last.is_empty()) {
            return Ok(Some(document));
        }
        from = DocumentNumber(document.0 + 1);
    }
    Ok(None)
}

/// Returns the first document from one on that meets one of the conditions.
fn next_of_any(
    any: &[Condition],
    run: &impl LeafDocuments,
    from: DocumentNumber,
) -> Result<Option<DocumentNumber>, Stopped> {
    let (mut first, mut reached, mut missing) = (None, None, AllMissing::new());
    let earlier = |known: Option<DocumentNumber>, other| Some(known.map_or(other, |known| known.min(other)));
    for condition in any {
        match condition.next(run, from) {
            Ok(Some(document)) => first = earlier(first, document),
            Ok(None) => {}
            Err(stopped) => {
                missing.extend(stopped.missing);
                reached = earlier(reached, stopped.reached);
            }
        }
    }
    match (first, reached) {
        (Some(first), Some(reached)) if first <= reached => Ok(Some(first)),
        (_, Some(reached)) => Err(Stopped { missing, reached }),
        (first, None) => Ok(first),
    }
}

/// Returns the first document from one on that meets all conditions.
fn next_of_all(
    all: &[Condition],
    run: &impl LeafDocuments,
    mut from: DocumentNumber,
) -> Result<Option<DocumentNumber>, Stopped> {
    let (excluded, required): (Vec<_>, Vec<_>) = all.iter().partition(|one| matches!(one, Condition::Not(_)));
    while from.0 < run.documents() {
        let Some(furthest) = furthest(&required, run, from)? else { return Ok(None) };
        // Only if all conditions are met there, they have agreed on it.
        let is_agreed = furthest == from || required.len() < 2;
        if is_agreed && are_met(&excluded, run, furthest)? {
            return Ok(Some(furthest));
        }
        from = if is_agreed { DocumentNumber(furthest.0 + 1) } else { furthest };
    }
    Ok(None)
}

/// Returns the last one of the documents that the conditions meet next. No document before it meets all of them.
fn furthest(
    conditions: &[&Condition],
    run: &impl LeafDocuments,
    from: DocumentNumber,
) -> Result<Option<DocumentNumber>, Stopped> {
    let (mut furthest, mut missing) = (from, AllMissing::new());
    for condition in conditions {
        match condition.next(run, from) {
            Ok(Some(document)) => furthest = furthest.max(document),
            // Nothing else needs to be read.
            Ok(None) => return Ok(None),
            Err(stopped) => {
                missing.extend(stopped.missing);
                furthest = furthest.max(stopped.reached);
            }
        }
    }
    if missing.is_empty() { Ok(Some(furthest)) } else { Err(Stopped { missing, reached: furthest }) }
}

/// Returns true if a document meets all conditions. Asks all of them, so that everything that is missing is known at once.
fn are_met(
    conditions: &[&Condition],
    run: &impl LeafDocuments,
    document: DocumentNumber,
) -> Result<bool, Stopped> {
    let (mut are_met, mut missing) = (true, AllMissing::new());
    for condition in conditions {
        match condition.is_met(run, document) {
            Ok(is_met) => are_met &= is_met,
            Err(more) => missing.extend(more),
        }
    }
    if missing.is_empty() { Ok(are_met) } else { Err(Stopped { missing, reached: document }) }
}
