//! What can go wrong with a large update.

use std::ops::Range;

use crate::error::Error;
use crate::write::transaction::{Cancelled, TransactionError};

/// Why an update can't be written as it is; nothing was. Groups are named by their place in the list; the first is 0.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WritingPagerError {
    /// A group has more operations than one transaction takes.
    #[error(
        "group {group} has {given} operations, with the {added} that each page has; a transaction has at most {limit}"
    )]
    TooManyOperations {
        /// The group.
        group: usize,
        /// Its operations and those of its page.
        given: usize,
        /// Those of its page.
        added: usize,
        /// The most there may be.
        limit: usize,
    },
    /// A group is larger than one transaction may be.
    #[error(
        "group {group} takes {given} bytes, with what each page has; a transaction takes at most {limit}"
    )]
    TooLarge {
        /// The group.
        group: usize,
        /// The bytes of what it and its page write.
        given: usize,
        /// The most there may be.
        limit: usize,
    },
    /// A group has two operations on one item, or one on an item that each page writes or checks: DynamoDB refuses that.
    #[error("group {group} has two operations on one {entity}, or its page has one on the same")]
    SameItem {
        /// The group.
        group: usize,
        /// The entity.
        entity: &'static str,
    },
    /// A group has no operations.
    #[error("group {group} has no operations")]
    Empty {
        /// The group.
        group: usize,
    },
    /// More groups are to be skipped than there are: what was written before was another update.
    #[error("{skipped} groups are to be skipped; there are {groups}")]
    SkipsTooMany {
        /// How many are to be skipped.
        skipped: usize,
        /// How many there are.
        groups: usize,
    },
    /// A key or a value can't be made.
    #[error(transparent)]
    Failed(#[from] Error),
}

/// Why a transaction of a [`WritingPager`](super::WritingPager) was not written, or may not have been.
#[derive(Debug, thiserror::Error)]
#[error("groups {} to {} were not written: {source}", groups.start, groups.end - 1)]
pub struct PageError {
    groups: Range<usize>,
    starts: Vec<usize>,
    source: Box<TransactionError>,
}

impl PageError {
    /// The error of the page with these groups, whose operations begin at `starts` and end at the last of them.
    pub(super) fn new(groups: Range<usize>, starts: Vec<usize>, source: TransactionError) -> Self {
        Self { groups, starts, source: Box::new(source) }
    }

    /// The groups of that transaction, by their places in the list; the first is 0.
    #[must_use]
    pub fn groups(&self) -> Range<usize> {
        self.groups.clone()
    }

    /// What went wrong with the transaction.
    #[must_use]
    pub fn transaction(&self) -> &TransactionError {
        &self.source
    }

    /// Where conditions did not hold: what is known of this group's operations, to be asked with what its
    /// [`add`](crate::Transaction::add) gave.
    #[must_use]
    pub fn cancelled(&self, group: usize) -> Option<Cancelled> {
        let TransactionError::Cancelled(cancelled) = &*self.source else { return None };
        let place = group.checked_sub(self.groups.start)?;
        Some(cancelled.part(*self.starts.get(place)?..*self.starts.get(place + 1)?))
    }
}
