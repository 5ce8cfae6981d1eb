//! A batch of any size, sent chunk after chunk.

use std::collections::{HashSet, VecDeque};

use crate::error::Error;
use crate::store::part::Address;
use crate::store::retry::Patience;

/// What is still to be sent of a batch.
pub(crate) struct Chunks<T> {
    left: VecDeque<(Address, T)>,
    most: usize,
    patience: Patience,
    throttled: bool,
}

impl<T> Chunks<T> {
    /// A batch of which one request takes at most so many.
    pub(crate) fn new(left: impl IntoIterator<Item = (Address, T)>, most: usize) -> Self {
        let left = left.into_iter().collect();
        Self { left, most, patience: Patience::default(), throttled: false }
    }

    /// The next chunk; none when all is done, or DynamoDB does nothing of it any more.
    pub(crate) fn next(&mut self) -> Option<Vec<(Address, T)>> {
        if self.left.is_empty() || self.throttled || !self.patience.lasts() {
            return None;
        }
        Some(self.left.drain(..self.left.len().min(self.most)).collect())
    }

    /// After a chunk was sent: what was left undone of it is sent again after the rest.
    pub(crate) async fn settle(
        &mut self,
        chunk: Vec<(Address, T)>,
        undone: Result<HashSet<Address>, Error>,
    ) -> Result<(), Error> {
        let sent = chunk.len();
        let undone = match undone {
            Ok(undone) => undone,
            // So DynamoDB says that it can't do a single part (see `BatchGetItem` and `BatchWriteItem` in the API
            // reference). The SDK has waited and tried again by then; what was done so far is not to be lost with it.
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

    /// What was never done.
    pub(crate) fn into_left(self) -> impl Iterator<Item = (Address, T)> {
        self.left.into_iter()
    }
}
