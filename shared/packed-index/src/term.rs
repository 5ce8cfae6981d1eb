//! Terms, and their front coding: a term is stored without the bytes that it shares with the term before it.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::bytes::{Bytes, length, put_number};
use crate::error::Malformed;

/// The largest length of a term in bytes.
pub const TERM_BYTES: usize = 255;

/// The value of half a byte that says that the length is larger, and that the rest of it follows.
const LONG: usize = 15;

/// A searchable string of at most [`TERM_BYTES`] bytes. Terms are ordered byte by byte.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(try_from = "Vec<u8>", into = "Vec<u8>")]
pub struct Term(Vec<u8>);

/// The error for a term that is too long. Callers cut words before they make terms of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a term has {given} bytes, and at most {TERM_BYTES} are allowed: use a beginning of the word")]
pub struct TermTooLong {
    /// The length of the term in bytes.
    pub given: usize,
}

impl Term {
    /// Checks the length.
    ///
    /// # Errors
    /// [`TermTooLong`] if there are more than [`TERM_BYTES`] bytes.
    pub fn new(bytes: impl Into<Vec<u8>>) -> Result<Self, TermTooLong> {
        let bytes = bytes.into();
        if bytes.len() <= TERM_BYTES { Ok(Self(bytes)) } else { Err(TermTooLong { given: bytes.len() }) }
    }

    /// Returns the bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Appends the term without the bytes that it shares with `previous`.
    pub(crate) fn put_after(&self, previous: Option<&Self>, out: &mut Vec<u8>) {
        let previous = previous.map_or(&[][..], Self::as_bytes);
        let shared = self.0.iter().zip(previous).take_while(|(one, other)| one == other).count();
        let own = &self.0[shared..];
        let (high, low) = (shared.min(LONG), own.len().min(LONG));
        out.push(u8::try_from(high << 4 | low).expect("two halves of a byte are a byte"));
        for (half, whole) in [(high, shared), (low, own.len())] {
            if half == LONG {
                put_number(length(whole - LONG), out);
            }
        }
        out.extend_from_slice(own);
    }

    /// Reads a term that was written after `previous`.
    pub(crate) fn read_after(previous: Option<&Self>, bytes: &mut Bytes<'_>) -> Result<Self, Malformed> {
        let halves = usize::from(bytes.byte()?);
        let shared = read_length(halves >> 4, bytes)?;
        let own = read_length(halves & LONG, bytes)?;
        let shared = previous.map_or(&[][..], Self::as_bytes).get(..shared).ok_or(Malformed::Truncated)?;
        let term = [shared, bytes.take(own)?].concat();
        Self::new(term).map_err(|_| TOO_LONG)
    }
}

const TOO_LONG: Malformed = Malformed::Number { limit: TERM_BYTES as u64 };

fn read_length(half: usize, bytes: &mut Bytes<'_>) -> Result<usize, Malformed> {
    let more = if half == LONG { usize::try_from(bytes.number()?).map_err(|_| TOO_LONG)? } else { 0 };
    half.checked_add(more).filter(|length| *length <= TERM_BYTES).ok_or(TOO_LONG)
}

impl From<Term> for Vec<u8> {
    fn from(term: Term) -> Self {
        term.0
    }
}

impl TryFrom<Vec<u8>> for Term {
    type Error = TermTooLong;

    fn try_from(bytes: Vec<u8>) -> Result<Self, TermTooLong> {
        Self::new(bytes)
    }
}

impl fmt::Debug for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0.escape_ascii())
    }
}

#[cfg(test)]
#[path = "term_tests.rs"]
mod tests;
