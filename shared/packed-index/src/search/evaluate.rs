//! Evaluates conditions in one run.

use std::collections::BTreeSet;

use super::leaf::{Leaf, Missing};
use super::wanted::Wanted;
use crate::fence::Fence;
use crate::numbers::DocumentNumber;

/// A condition whose terms are numbered.
#[derive(Debug, Clone)]
pub(super) enum Condition {
    Leaf { leaf: usize, in_title: bool },
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
}

/// The blocks that must be read before the search can go on.
pub(super) type AllMissing = BTreeSet<Fence>;

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
            Wanted::All(all) => Self::All(all.iter().map(|one| Self::new(one, leaves)).collect()),
            Wanted::Any(any) => Self::Any(any.iter().map(|one| Self::new(one, leaves)).collect()),
            Wanted::Not(not) => Self::Not(Box::new(Self::new(not, leaves))),
        }
    }

    /// Returns the first document from one on that meets the condition.
    ///
    /// # Errors
    /// All blocks that are missing to go on, as far as that can be known.
    pub(super) fn next(
        &self,
        run: &impl LeafDocuments,
        from: DocumentNumber,
    ) -> Result<Option<DocumentNumber>, AllMissing> {
        match self {
            Self::Leaf { leaf, in_title } => {
                run.next(*leaf, from, *in_title).map_err(|Missing(fence)| AllMissing::from([fence]))
            }
            Self::All(all) => next_of_all(all, run, from),
            Self::Any(any) => {
                let each = of_each(any, |one| one.next(run, from))?;
                Ok(each.into_iter().flatten().min())
            }
            Self::Not(not) => next_of_all(&[Self::Not(not.clone())], run, from),
        }
    }

    /// Returns true if this document meets the condition.
    fn is_met(&self, run: &impl LeafDocuments, document: DocumentNumber) -> Result<bool, AllMissing> {
        match self {
            Self::Not(not) => Ok(!not.is_met(run, document)?),
            other => Ok(other.next(run, document)? == Some(document)),
        }
    }
}

/// Returns the first document from one on that meets all conditions.
fn next_of_all(
    all: &[Condition],
    run: &impl LeafDocuments,
    mut from: DocumentNumber,
) -> Result<Option<DocumentNumber>, AllMissing> {
    let (excluded, required): (Vec<_>, Vec<_>) = all.iter().partition(|one| matches!(one, Condition::Not(_)));
    while from.0 < run.documents() {
        let Some(furthest) = furthest(&required, run, from)? else { return Ok(None) };
        // Only if all conditions are met there, they have agreed on it.
        let is_agreed = furthest == from || required.len() < 2;
        if is_agreed && of_each(&excluded, |one| one.is_met(run, furthest))?.into_iter().all(|is_met| is_met)
        {
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
) -> Result<Option<DocumentNumber>, AllMissing> {
    let (mut furthest, mut missing) = (from, AllMissing::new());
    for condition in conditions {
        match condition.next(run, from) {
            Ok(Some(document)) => furthest = furthest.max(document),
            // Nothing else needs to be read.
            Ok(None) => return Ok(None),
            Err(more) => missing.extend(more),
        }
    }
    if missing.is_empty() { Ok(Some(furthest)) } else { Err(missing) }
}

/// Asks all conditions, so that everything that is missing is known at once.
fn of_each<C, T>(conditions: &[C], ask: impl Fn(&C) -> Result<T, AllMissing>) -> Result<Vec<T>, AllMissing> {
    let (mut answers, mut missing) = (Vec::with_capacity(conditions.len()), AllMissing::new());
    for condition in conditions {
        match ask(condition) {
            Ok(answer) => answers.push(answer),
            Err(more) => missing.extend(more),
        }
    }
    if missing.is_empty() { Ok(answers) } else { Err(missing) }
}
