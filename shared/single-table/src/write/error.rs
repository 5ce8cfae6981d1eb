//! Errors of writes of one item.

use crate::entity::{Entity, Taken};
use crate::error::{Error, Outcome};

/// The reason why a write of one item failed, alone or with the records of its unique constraints.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError<E: Entity> {
    /// The condition did not hold. [`Store::insert`](crate::Store::insert) requires that no item has the entity's key.
    /// [`Store::replace`](crate::Store::replace) and [`Store::remove`](crate::Store::remove) require that the item has the
    /// version of the entity. [`Store::relocate`](crate::Store::relocate) requires both.
    #[error("{}", failed_on(.item.is_some(), E::NAME.as_str()))]
    ConditionFailed {
        /// The item in the table; `None` if no item has the key.
        item: Option<Box<E>>,
    },
    /// Other items have values that must be unique. Only writes of an entity with unique constraints fail with this error.
    #[error("another {} has the same {}: give this one other values", E::NAME, listed(.0))]
    Taken(Vec<Taken<E>>),
    /// The call failed.
    #[error(transparent)]
    Failed(#[from] Error),
}

impl<E: Entity> WriteError<E> {
    /// Returns what the failed write did to the table, which decides whether the caller may repeat the write: see
    /// [`Error::outcome`]. A write whose condition failed, or whose values are taken, fails again until the other item changes.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        match self {
            Self::ConditionFailed { .. } | Self::Taken(_) => Outcome::Permanent,
            Self::Failed(error) => error.outcome(),
        }
    }

    /// Returns the item for which the condition did not hold (`None` if no item has the key), or this error
    /// if the write failed for another reason. Use this method when an item in place is an expected answer.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/music.rs"));
    /// use single_table::{Store, WriteError};
    ///
    /// /// Adds an album, or returns the one that is there already.
    /// async fn add(store: &Store<MusicTable>, album: &Album) -> Result<Option<Album>, WriteError<Album>> {
    ///     let Err(error) = store.insert(album).await else { return Ok(None) };
    ///     error.into_condition_failed()
    /// }
    /// # fn main() {}
    /// ```
    ///
    /// # Errors
    /// This error, unless it is [`ConditionFailed`](Self::ConditionFailed).
    pub fn into_condition_failed(self) -> Result<Option<E>, Self> {
        match self {
            Self::ConditionFailed { item } => Ok(item.map(|item| *item)),
            other => Err(other),
        }
    }

    /// Makes the error of a condition that failed on this item, or returns the error of decoding the item.
    pub(super) fn condition_failed(item: Result<Option<E>, Error>) -> Self {
        match item {
            Ok(item) => Self::ConditionFailed { item: item.map(Box::new) },
            Err(error) => error.into(),
        }
    }
}

fn failed_on(there_is_one: bool, entity: &str) -> String {
    if there_is_one {
        format!("the condition on {entity} did not hold for the item in place: read it, and decide again")
    } else {
        format!("the condition on {entity} did not hold, since there is no item with its key")
    }
}

fn listed<E: Entity>(taken: &[Taken<E>]) -> String {
    let records: Vec<_> = taken.iter().map(|taken| taken.record).collect();
    records.join(" and ")
}
