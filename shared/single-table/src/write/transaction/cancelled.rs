//! Why a transaction did not happen.

use std::fmt;
use std::ops::Range;

use aws_sdk_dynamodb::types::CancellationReason;

use super::{Built, Op};
use crate::Item;
use crate::entity::{Entity, Taken};
use crate::error::{Error, FailedRequest, SdkCause};
use crate::item;

/// Why a transaction did not happen.
#[derive(Debug, thiserror::Error)]
pub enum TransactionError {
    /// A condition did not hold.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// The call failed.
    #[error(transparent)]
    Failed(#[from] Error),
}

/// A transaction that was cancelled because conditions did not hold. Nothing of it happened.
#[derive(Debug)]
pub struct Cancelled {
    reasons: Vec<Reason>,
}

#[derive(Debug, Clone)]
struct Reason {
    operation: &'static str,
    entity: &'static str,
    failed: bool,
    item: Option<Item>,
}

impl Cancelled {
    /// Whether the condition of this operation did not hold.
    #[must_use]
    pub fn failed<E>(&self, op: Op<E>) -> bool {
        self.reasons.get(op.position).is_some_and(|reason| reason.failed)
    }

    /// The item that stood in this operation's way, as it was; none when the operation did not fail or there was no item.
    ///
    /// # Errors
    /// When the item is not of the operation's entity.
    pub fn item<E: Entity>(&self, op: Op<E>) -> Result<Option<E>, Error> {
        self.reasons
            .get(op.position)
            .filter(|reason| reason.failed)
            .and_then(|reason| reason.item.clone())
            .map(item::decode)
            .transpose()
    }

    /// The unique constraints of this operation whose record another item owns, and the owner's key.
    ///
    /// # Errors
    /// When a record does not have its owner's key.
    pub fn taken<E: Entity>(&self, op: Op<E>) -> Result<Vec<Taken<E>>, Error> {
        let records = self.reasons.iter().skip(op.position + 1).take(op.records);
        records
            .filter(|reason| reason.failed)
            .map(|reason| match &reason.item {
                Some(item) => Taken::of(reason.entity, item),
                None => {
                    Err(Error::Response { what: format!("no {} where one is in the way", reason.entity) })
                }
            })
            .collect()
    }

    /// What it says of some of its operations, as if they were a transaction of their own.
    pub(crate) fn part(&self, operations: Range<usize>) -> Self {
        Self { reasons: self.reasons.get(operations).unwrap_or_default().to_vec() }
    }

    /// What DynamoDB's reasons say: a failed condition, or an error to report or to retry.
    pub(crate) fn of(
        operations: &[Built],
        reasons: &[CancellationReason],
        request: FailedRequest,
        source: SdkCause,
    ) -> Result<Self, Error> {
        let failed = |reason: &CancellationReason| reason.code() == Some("ConditionalCheckFailed");
        if !reasons.iter().any(failed) {
            return Err(other_reason(reasons, request, source));
        }
        let reasons = operations.iter().zip(reasons).map(|(built, reason)| Reason {
            operation: built.operation,
            entity: built.entity,
            failed: failed(reason),
            item: reason.item.clone(),
        });
        Ok(Self { reasons: reasons.collect() })
    }
}

/// Why a transaction was cancelled, if not by a condition: an error to report or to retry.
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
            write!(
                f,
                "{separator}the condition of {} {} (operation {})",
                reason.operation,
                reason.entity,
                position + 1
            )?;
            separator = ", ";
        }
        f.write_str(" did not hold")
    }
}

impl std::error::Error for Cancelled {}
