//! Ranges of one component of a sort key.

/// The range of values in one component of the sort key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Range<T> {
    /// This value and every greater one: `>=`.
    AtLeast(T),
    /// Every greater value: `>`.
    GreaterThan(T),
    /// This value and every smaller one: `<=`.
    AtMost(T),
    /// Every smaller value: `<`.
    LessThan(T),
    /// The values from the first to the second, including both. DynamoDB refuses a range that ends before it begins.
    Between(T, T),
}

impl<T> Range<T> {
    /// Converts the ends of the range.
    pub(super) fn try_map<U, E>(&self, convert: impl Fn(&T) -> Result<U, E>) -> Result<Range<U>, E> {
        Ok(match self {
            Self::AtLeast(low) => Range::AtLeast(convert(low)?),
            Self::GreaterThan(low) => Range::GreaterThan(convert(low)?),
            Self::AtMost(high) => Range::AtMost(convert(high)?),
            Self::LessThan(high) => Range::LessThan(convert(high)?),
            Self::Between(low, high) => Range::Between(convert(low)?, convert(high)?),
        })
    }
}
