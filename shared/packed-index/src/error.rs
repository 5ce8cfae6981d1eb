//! The reason why bytes can't be read.

/// The reason why bytes can't be read. Readers return it for bytes that no writer of this crate produces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Malformed {
    /// The bytes end in the middle of a value.
    #[error("the bytes end in the middle of a value")]
    Truncated,
    /// The first byte names a form that this version doesn't know.
    #[error("form {given} is unknown: this version reads form {known}")]
    Form {
        /// The form in the bytes.
        given: u8,
        /// The form that this version writes.
        known: u8,
    },
    /// A number is larger than its place allows.
    #[error("a number exceeds its limit of {limit}")]
    Number {
        /// The largest allowed number.
        limit: u64,
    },
    /// Ids, terms or document numbers are not in their order.
    #[error("values are not in their order")]
    Order,
    /// The number of values differs from the declared one.
    #[error("the number of values is not the declared one")]
    Count,
    /// The compressed part can't be decompressed to text of the declared length.
    #[error("the compressed part is damaged")]
    Compression,
}
