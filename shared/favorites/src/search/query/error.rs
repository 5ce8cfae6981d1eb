//! The error of an invalid search query.

use super::operator::Operator;
use super::value_fault::ValueFault;
use crate::limits::SEARCH_QUERY_CHARS;

/// The mistake in an invalid search query, with the limit, the given value and its position. Positions count the characters of
/// the query (Unicode scalar values) from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum QueryError {
    /// The query has too many characters.
    #[error(
        "must have at most {SEARCH_QUERY_CHARS} characters; {given} were given, too many from character {} on",
        self.position()
    )]
    TooLong {
        /// The number of characters in the query.
        given: usize,
    },
    /// The value of an operator can't be read.
    #[error("must have another value for `{operator}` at character {position}: it {fault}")]
    Value {
        /// The operator.
        operator: Operator,
        /// The position at which the value begins.
        position: usize,
        /// The mistake.
        #[source]
        fault: ValueFault,
    },
}

impl QueryError {
    /// Returns the position of the mistake: the number of the character in the query, counted from 1.
    #[must_use]
    pub fn position(&self) -> usize {
        match self {
            Self::TooLong { .. } => SEARCH_QUERY_CHARS + 1,
            Self::Value { position, .. } => *position,
        }
    }
}
