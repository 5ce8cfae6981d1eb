//! Errors of large updates.

use std::ops::Range;

use crate::error::Error;
use crate::write::transaction::{Cancelled, TransactionError};

/// The reason why an update can't be divided into transactions. Nothing was written. The number of a group is its position in the
/// update, from 0.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WritingPagerError {
    /// A group has more operations than one transaction takes.
    #[error(
        "group {group} has {given} operations, including the {added} that `on_each_page` adds, but a transaction has at most \
         {limit}: divide the group"
    )]
    TooManyOperations {
        /// The number of the group.
        group: usize,
        /// The number of operations in the group and its page.
        given: usize,
        /// The number of operations that each page adds.
        added: usize,
        /// The most operations of a transaction.
        limit: usize,
    },
    /// A group is larger than one transaction may be.
    #[error(
        "group {group} takes {given} bytes, including the operations that `on_each_page` adds, but a transaction takes at most \
         {limit}: divide the group"
    )]
    TooLarge {
        /// The number of the group.
        group: usize,
        /// The size of the group and the operations of its page, in bytes.
        given: usize,
        /// The most bytes of a transaction.
        limit: usize,
    },
    /// A group has two operations on one item, or an operation on an item that each page writes or checks. DynamoDB refuses both.
    #[error(
        "group {group} has two operations on one {entity}, or `on_each_page` adds one on the same item: make one operation of them"
    )]
    SameItem {
        /// The number of the group.
        group: usize,
        /// The name of the item's entity.
        entity: &'static str,
    },
    /// A group has no operations.
    #[error("group {group} has no operations: leave it out")]
    Empty {
        /// The number of the group.
        group: usize,
    },
    /// More groups are to be skipped than the update has, so an earlier run wrote another update.
    #[error(
        "{skipped} groups are to be skipped, but the update has {groups}: skip as many as `done` returned for this update"
    )]
    SkipsTooMany {
        /// The number of groups to skip.
        skipped: usize,
        /// The number of groups that the update has.
        groups: usize,
    },
    /// A key or a value can't be built.
    #[error(transparent)]
    Failed(#[from] Error),
}

/// The error of a transaction of a [`WritingPager`](super::WritingPager) that was not written, or whose answer was lost.
#[derive(Debug, thiserror::Error)]
#[error("writing the groups {} to {} failed: {source}", groups.start, groups.end - 1)]
pub struct PageError {
    groups: Range<usize>,
    starts: Vec<usize>,
    source: Box<TransactionError>,
}

impl PageError {
    /// Makes the error of a page with these groups. The operations of the groups begin at `starts`; the last entry of `starts` is
    /// the end of the last group.
    pub(super) fn new(groups: Range<usize>, starts: Vec<usize>, source: TransactionError) -> Self {
        Self { groups, starts, source: Box::new(source) }
    }

    /// Returns the groups of the transaction by their positions in the update, from 0.
    #[must_use]
    pub fn groups(&self) -> Range<usize> {
        self.groups.clone()
    }

    /// Returns the error of the transaction.
    #[must_use]
    pub fn transaction(&self) -> &TransactionError {
        &self.source
    }

    /// Returns the conditions of this group that did not hold, if they cancelled the transaction. The [`Op`](crate::write::Op)
    /// that the group's [`add`](crate::Transaction::add) returned finds an operation in the result.
    #[must_use]
    pub fn cancelled(&self, group: usize) -> Option<Cancelled> {
        let TransactionError::Cancelled(cancelled) = &*self.source else { return None };
        let place = group.checked_sub(self.groups.start)?;
        Some(cancelled.part(*self.starts.get(place)?..*self.starts.get(place + 1)?))
    }
}
