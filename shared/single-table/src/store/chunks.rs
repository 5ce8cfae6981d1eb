//! Batches of any size, divided into chunks.

use std::collections::{HashSet, VecDeque};

use crate::error::Error;
use crate::store::part::Address;
use crate::store::retry::Patience;

/// The parts of a batch that are still to be sent.
pub(crate) struct Chunks<T> {
    left: VecDeque<(Address, T)>,
    most: usize,
    patience: Patience,
    throttled: bool,
}

impl<T> Chunks<T> {
    /// A batch of which one request takes at most `most` parts.
    pub(crate) fn new(left: impl IntoIterator<Item = (Address, T)>, most: usize) -> Self {
        let left = left.into_iter().collect();
        Self { left, most, patience: Patience::default(), throttled: false }
    }

    /// Returns the next chunk, or `None` if nothing is left to do or DynamoDB no longer makes progress.
    pub(crate) fn next(&mut self) -> Option<Vec<(Address, T)>> {
        if self.left.is_empty() || self.throttled || !self.patience.lasts() {
            return None;
        }
        Some(self.left.drain(..self.left.len().min(self.most)).collect())
    }

    /// Notes the parts of a chunk that were left undone, which are sent again after the rest.
    pub(crate) async fn settle(
        &mut self,
        chunk: Vec<(Address, T)>,
        undone: Result<HashSet<Address>, Error>,
    ) -> Result<(), Error> {
        let sent = chunk.len();
        let undone = match undone {
            Ok(undone) => undone,
            // DynamoDB could not process a single part (see `BatchGetItem` and `BatchWriteItem` in the API reference). The SDK
            // has waited and tried again by then. The results of earlier chunks must not be lost with this error.
            Err(Error::Throttled { .. }) => {
                self.throttled = true;
                self.left.extend(chunk);
                return Ok(());
            }
            Err(error) => return Err(error),
        };
        let again: Vec<_> = chunk.into_iter().filter(|(address, _)| undone.contains(address)).collect();
        if again.len() < undone.len() {
            let what = "unprocessed parts of a batch that were not in it".to_owned();
            return Err(Error::Response { what });
        }
        self.patience.after(sent, again.len()).await;
        self.left.extend(again);
        Ok(())
    }

    /// Returns the parts that were left undone.
    pub(crate) fn into_left(self) -> impl Iterator<Item = (Address, T)> {
        self.left.into_iter()
    }
}
