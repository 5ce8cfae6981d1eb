//! Fences: the places in the order of terms and documents at which blocks begin.

use serde::{Deserialize, Serialize};

use crate::bytes::{Bytes, length, put_number};
use crate::error::Malformed;
use crate::numbers::DocumentNumber;
use crate::term::Term;

/// The first byte of a list of fences, which names its form.
const FORM: u8 = 1;

/// The part of a run's documents at which a chunk of a long list begins, in 65,536ths of the documents, newest first.
///
/// Runs of a set have different numbers of documents but the same fences. A share of the documents is a place in each of them, and
/// it can be computed without the chunks before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Chunk(pub u16);

impl Chunk {
    const PARTS: u64 = 1 << 16;

    /// Returns the first document of the chunk in a run of this number of documents.
    #[must_use]
    pub fn first_document(self, documents: u32) -> DocumentNumber {
        let first = u64::from(documents) * u64::from(self.0) / Self::PARTS;
        // A part of the documents is smaller than all of them, so the conversion succeeds.
        DocumentNumber(u32::try_from(first).unwrap_or(documents))
    }

    /// Returns the last chunk that begins at or before a document of a run of this number of documents.
    #[must_use]
    pub fn of(document: DocumentNumber, documents: u32) -> Self {
        let last = (u64::from(document.0) + 1) * Self::PARTS;
        let last = (last - 1).checked_div(documents.into()).unwrap_or_default();
        Self(u16::try_from(last).unwrap_or(u16::MAX))
    }
}

/// The place at which a block begins. It is a part of the block's key.
///
/// A block contains all terms and documents from its fence to the next one: the documents of `term` from `chunk` on, and the terms
/// after it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Fence {
    /// The first term.
    pub term: Term,
    /// The first documents of the term.
    pub chunk: Chunk,
}

impl Fence {
    /// Returns the place of the fence in a run of this number of documents.
    pub(crate) fn place(&self, documents: u32) -> Place<'_> {
        Place { term: &self.term, document: self.chunk.first_document(documents) }
    }

    pub(crate) fn put_after(&self, previous: &Term, out: &mut Vec<u8>) {
        self.term.put_after(previous, out);
        put_number(self.chunk.0, out);
    }

    pub(crate) fn read_after(previous: &Term, bytes: &mut Bytes<'_>) -> Result<Self, Malformed> {
        let term = Term::read_after(previous, bytes)?;
        let chunk = u16::try_from(bytes.number()?);
        let limit = u16::MAX.into();
        Ok(Self { term, chunk: Chunk(chunk.map_err(|_| Malformed::Number { limit })?) })
    }
}

/// A place in the order of a run's terms and documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place<'a> {
    pub(crate) term: &'a Term,
    pub(crate) document: DocumentNumber,
}

/// The fences of a set of runs, in ascending order. The first is always the lowest possible fence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<u8>", into = "Vec<u8>")]
pub struct Fences(Vec<Fence>);

/// The error for a fence that is not after the last one of its list.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not after the last fence")]
pub struct NotAfterLast(pub Fence);

impl Default for Fences {
    fn default() -> Self {
        Self(vec![Fence::default()])
    }
}

impl Fences {
    /// Adds a fence at the end.
    ///
    /// # Errors
    /// [`NotAfterLast`] if it isn't higher than the last one.
    pub fn push(&mut self, fence: Fence) -> Result<(), NotAfterLast> {
        if self.0.last() < Some(&fence) {
            self.0.push(fence);
            Ok(())
        } else {
            Err(NotAfterLast(fence))
        }
    }

    /// Returns the fences in ascending order. There is at least one.
    #[must_use]
    pub fn as_slice(&self) -> &[Fence] {
        &self.0
    }

    /// Returns the fence after `fence`. `None` means that the block at `fence` is the last one.
    #[must_use]
    pub fn after(&self, fence: &Fence) -> Option<&Fence> {
        self.0.get(self.0.partition_point(|other| other <= fence))
    }

    /// Returns the index of the last fence at or before a place of a run of this number of documents.
    pub(crate) fn last_before(&self, place: Place<'_>, documents: u32) -> usize {
        self.0.partition_point(|fence| fence.place(documents) <= place).saturating_sub(1)
    }

    /// Returns the stored form.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![FORM];
        put_number(length(self.0.len()), &mut bytes);
        for pair in self.0.windows(2) {
            if let [previous, fence] = pair {
                fence.put_after(&previous.term, &mut bytes);
            }
        }
        bytes
    }

    /// Reads the stored form.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Malformed> {
        let mut bytes = Bytes::of_form(bytes, FORM)?;
        let count = bytes.number()?;
        let mut fences = Self::default();
        let mut previous = Term::default();
        while !bytes.is_empty() {
            let fence = Fence::read_after(&previous, &mut bytes)?;
            previous = fence.term.clone();
            fences.push(fence).map_err(|_| Malformed::Order)?;
        }
        if length(fences.0.len()) == count { Ok(fences) } else { Err(Malformed::Count) }
    }
}

impl From<Fences> for Vec<u8> {
    fn from(fences: Fences) -> Self {
        fences.to_bytes()
    }
}

impl TryFrom<Vec<u8>> for Fences {
    type Error = Malformed;

    fn try_from(bytes: Vec<u8>) -> Result<Self, Malformed> {
        Self::from_bytes(&bytes)
    }
}

#[cfg(test)]
#[path = "fence_tests.rs"]
mod tests;
