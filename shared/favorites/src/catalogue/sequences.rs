//! Sequence numbers of the journal's entries, by which the [change feed](crate::feed) knows what changed since a cursor.

use std::collections::BTreeMap;

use crate::catalogue::entry::Entries;
use crate::error::Error;
use crate::model::ids::DataId;

/// The sequence number of each entry of a journal: the revision of the head whose put changed the entry.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Sequences(BTreeMap<DataId, u64>);

impl Sequences {
    /// Returns the numbers in the journal `after`, which the head of `revision` has in place of `before`. An entry that `before` lacks, or
    /// has in another state, changes with this head. So does one without a number: it comes from a head that numbered nothing.
    pub(super) fn next(&self, before: &Entries, after: &Entries, revision: u64) -> Self {
        let number = |data_id: &DataId, entry| {
            let known = self.0.get(data_id).filter(|_| before.get(data_id) == Some(entry));
            known.copied().unwrap_or(revision)
        };
        Self(after.iter().map(|(data_id, entry)| (*data_id, number(data_id, entry))).collect())
    }

    /// Returns the numbers of the entries that are in the journal `before` and not in `after`.
    pub(super) fn removed(&self, before: &Entries, after: &Entries, revision: u64) -> BTreeMap<DataId, u64> {
        let removed = before.keys().filter(|data_id| !after.contains_key(data_id));
        removed.map(|data_id| (*data_id, self.0.get(data_id).copied().unwrap_or(revision))).collect()
    }

    /// Returns the number of each entry.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (DataId, u64)> {
        self.0.iter().map(|(data_id, sequence)| (*data_id, *sequence))
    }

    /// Returns the stored form, in the order of the journal. Most numbers are a little below the revision, so a byte or two is enough for
    /// the difference.
    pub(super) fn pack(&self, revision: u64) -> Result<Vec<u8>, Error> {
        let ages: Vec<u64> = self.0.values().map(|sequence| revision.saturating_sub(*sequence)).collect();
        postcard::to_allocvec(&ages).map_err(Error::catalogue)
    }

    /// Reads the stored form of the numbers of a journal.
    pub(super) fn read(stored: &[u8], journal: &Entries, revision: u64) -> Result<Self, SequenceError> {
        let ages: Vec<u64> = postcard::from_bytes(stored)?;
        if ages.len() != journal.len() {
            return Err(SequenceError::Length { numbers: ages.len(), entries: journal.len() });
        }
        let numbers = ages.into_iter().map(|age| revision.saturating_sub(age));
        Ok(Self(journal.keys().copied().zip(numbers).collect()))
    }
}

/// The reason why sequence numbers can't be read.
#[derive(Debug, thiserror::Error)]
pub(super) enum SequenceError {
    /// The bytes do not follow their form.
    #[error("the bytes don't follow their form: {0}")]
    Bytes(#[from] postcard::Error),
    /// There are more or fewer numbers than entries.
    #[error("there are {numbers} numbers for {entries} entries")]
    Length {
        /// The number of sequence numbers.
        numbers: usize,
        /// The number of entries.
        entries: usize,
    },
}

#[cfg(test)]
#[path = "sequences_tests.rs"]
mod tests;
