//! The limits that DynamoDB sets to the length of keys.

use super::{KeyError, KeyKind};

/// The maximum length of a partition key: 2,048 bytes of UTF-8 (developer guide, "Constraints in Amazon DynamoDB").
pub const MAX_PARTITION_KEY_BYTES: usize = 2048;

/// The maximum length of a sort key: 1,024 bytes of UTF-8 (developer guide, "Constraints in Amazon DynamoDB").
pub const MAX_SORT_KEY_BYTES: usize = 1024;

/// Fails with [`KeyError::Empty`] or [`KeyError::TooLong`] if DynamoDB would refuse a key of `actual` bytes.
pub(super) fn check_len(kind: KeyKind, actual: usize) -> Result<(), KeyError> {
    let limit = match kind {
        KeyKind::Partition => MAX_PARTITION_KEY_BYTES,
        KeyKind::Sort => MAX_SORT_KEY_BYTES,
    };
    match actual {
        0 => Err(KeyError::Empty { kind }),
        _ if actual > limit => Err(KeyError::TooLong { kind, limit, actual }),
        _ => Ok(()),
    }
}
