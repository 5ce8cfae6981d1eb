//! Errors of saved places in a scan.

/// Why a text, or saved progress, names no place in a scan.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ScanOffsetError {
    /// It was edited or cut.
    #[error("a place in a scan can't be read from byte {at} on")]
    Malformed {
        /// Where what can't be read begins.
        at: usize,
    },
    /// It is of a scan with another key.
    #[error("a place in a scan has the key attributes {found}; those of this scan are {expected}")]
    OtherKey {
        /// The attributes that it has.
        found: String,
        /// Those of this view's key and index.
        expected: String,
    },
    /// Progress of a scan without segments.
    #[error("a scan has at least 1 segment; this progress has 0")]
    NoSegments,
}
