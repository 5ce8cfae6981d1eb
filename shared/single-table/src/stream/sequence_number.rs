//! The place of a record in its shard.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// The most digits of a sequence number (see "`StreamRecord`" in the API reference of DynamoDB Streams).
const MOST_DIGITS: usize = 40;

/// The sequence number of a stream record: up to 40 digits, which is more than a `u128` can hold.
///
/// DynamoDB gives ascending numbers to the changes of each item. The numbers of different items don't tell the order of their
/// changes, so this type does not implement `Ord`. [`Record::order`](crate::stream::Record::order) compares two records of one
/// item.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SequenceNumber(Box<str>);

/// The error of a text that is not a sequence number.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a sequence number is 1 to 40 digits; a text of {bytes} bytes was given")]
pub struct NotASequenceNumber {
    bytes: usize,
}

impl SequenceNumber {
    /// Returns the digits, as Lambda expects them in `batchItemFailures`.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Compares the numbers of two changes to the same item.
    pub(super) fn order(&self, other: &Self) -> Ordering {
        let [digits, others] = [self, other].map(|number| number.0.trim_start_matches('0'));
        digits.len().cmp(&others.len()).then_with(|| digits.cmp(others))
    }
}

impl FromStr for SequenceNumber {
    type Err = NotASequenceNumber;

    fn from_str(text: &str) -> Result<Self, NotASequenceNumber> {
        let is_number =
            (1..=MOST_DIGITS).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        if is_number { Ok(Self(text.into())) } else { Err(NotASequenceNumber { bytes: text.len() }) }
    }
}

impl fmt::Display for SequenceNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
