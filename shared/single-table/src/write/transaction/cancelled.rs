//! The reasons why a transaction was cancelled.

use std::fmt;
use std::ops::Range;

use aws_sdk_dynamodb::types::CancellationReason;

use super::op::Op;
use super::step::{About, Need};
use crate::Item;
use crate::entity::{Entity, Taken};
use crate::error::{Error, FailedRequest, SdkCause};
use crate::item;

/// A transaction that was cancelled because conditions did not hold, so none of its operations happened.
///
/// The methods take the [`Op`] that [`Transaction::add`](crate::Transaction::add) returned for an operation.
#[derive(Debug)]
pub struct Cancelled {
    reasons: Vec<Reason>,
}

#[derive(Debug, Clone)]
struct Reason {
    about: About,
    failed: bool,
    item: Option<Item>,
}

impl Cancelled {
    /// Returns true if the condition of this operation did not hold.
    #[must_use]
    pub fn failed<E>(&self, op: Op<E>) -> bool {
        self.reasons.get(op.position).is_some_and(|reason| reason.failed)
    }

    /// Returns the item in the table for which this operation's condition did not hold: `None` if the operation did not fail, or
    /// if no item has the key.
    ///
    /// # Errors
    /// The error of decoding the item if it does not belong to the operation's entity.
    pub fn item<E: Entity>(&self, op: Op<E>) -> Result<Option<E>, Error> {
        self.reasons
            .get(op.position)
            .filter(|reason| reason.failed)
            .and_then(|reason| reason.item.clone())
            .map(item::decode)
            .transpose()
    }

    /// Returns the unique constraints of this operation whose values another item has, with that item's key.
    ///
    /// # Errors
    /// [`Error::Response`] or a decoding error when a record does not contain its owner's key.
    pub fn taken<E: Entity>(&self, op: Op<E>) -> Result<Vec<Taken<E>>, Error> {
        let records = self.reasons.iter().skip(op.position + 1).take(op.records);
        records
            .filter(|reason| reason.failed)
            .map(|reason| match &reason.item {
                Some(item) => Taken::of(reason.about.entity, item),
                None => Err(Error::Response {
                    what: format!("no {} although its condition failed", reason.about.entity),
                }),
            })
            .collect()
    }

    /// Returns the positions of the operations whose conditions failed, with the items in the table.
    pub(super) fn stopped_by(&self) -> impl Iterator<Item = (usize, &Item)> {
        let failed = self.reasons.iter().enumerate().filter(|(_, reason)| reason.failed);
        failed.filter_map(|(position, reason)| Some((position, reason.item.as_ref()?)))
    }

    /// Returns the reasons of some of the operations, as if these were a transaction of their own.
    pub(crate) fn part(&self, operations: Range<usize>) -> Self {
        Self { reasons: self.reasons.get(operations).unwrap_or_default().to_vec() }
    }
}

/// The next step that the reasons of a cancelled transaction call for.
pub(super) enum Verdict {
    /// Report the conditions that did not hold.
    Report(Cancelled),
    /// Send the transaction again without the operations at these positions, which are about records of other items.
    LeaveOut(Vec<usize>),
    /// Try again with the same token: an earlier request is in progress, and may still be applied.
    InProgress(Error),
    /// Report the error or, if the error allows it, try again.
    Fail(Error),
}

impl Verdict {
    /// Reads DynamoDB's reasons, which belong to the operations at the positions `sent` of all `operations`.
    pub(super) fn of(
        operations: &[About],
        sent: &[usize],
        reasons: Vec<CancellationReason>,
        request: FailedRequest,
        source: SdkCause,
    ) -> Self {
        let failed = |reason: &CancellationReason| reason.code() == Some("ConditionalCheckFailed");
        let positions = sent.iter().zip(&reasons).filter(|(_, reason)| failed(reason));
        let positions: Vec<usize> = positions.map(|(position, _)| *position).collect();
        if positions.is_empty() {
            return Self::Fail(other_reason(&reasons, request, source));
        }
        // The rest may have happened already, so that other conditions don't hold any more. Its token tells.
        let of_others: Vec<usize> =
            positions.into_iter().filter(|position| operations[*position].need == Need::IfOwned).collect();
        if !of_others.is_empty() {
            return Self::LeaveOut(of_others);
        }
        let unasked = |about: &About| Reason { about: *about, failed: false, item: None };
        let mut all: Vec<Reason> = operations.iter().map(unasked).collect();
        for (position, reason) in sent.iter().zip(reasons) {
            let all = &mut all[*position];
            all.failed = failed(&reason);
            all.item = reason.item;
        }
        Self::Report(Cancelled { reasons: all })
    }
}

/// Returns the error of a transaction that was not cancelled by a condition.
pub(crate) fn other_reason(
    reasons: &[CancellationReason],
    request: FailedRequest,
    source: SdkCause,
) -> Error {
    let mut codes = reasons.iter().filter_map(|reason| Some((reason.code()?, reason)));
    codes.find(|(code, _)| !matches!(*code, "None" | "")).map_or_else(
        || Error::Response { what: "a cancelled transaction without a reason".to_owned() },
        |(code, reason)| Error::of_code(code, reason.message().unwrap_or_default(), request, source),
    )
}

impl fmt::Display for Cancelled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the transaction was cancelled: ")?;
        let mut separator = "";
        for (position, reason) in self.reasons.iter().enumerate().filter(|(_, reason)| reason.failed) {
            let About { operation, entity, .. } = reason.about;
            write!(f, "{separator}the condition of {operation} {entity} (operation {})", position + 1)?;
            separator = ", ";
        }
        f.write_str(" did not hold")
    }
}

impl std::error::Error for Cancelled {}
