//! The number of partitions that an index key is spread over.

use crate::item::MAX_ITEM_BYTES;

/// The bytes that one consistent read unit pays for.
const READ_UNIT: u64 = 4 * 1024;
/// The read units a second that DynamoDB gives one partition (see "Best practices for designing and using partition
/// keys effectively" in the developer guide).
const PARTITION_READ_UNITS: u64 = 3_000;

/// The reason why a number of shards can't be computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ShardingError {
    /// Items can't have this size.
    #[error("the average size of an item must be 1 to {limit} bytes, not {actual}")]
    AverageBytes {
        /// The largest size of an item, in bytes.
        limit: usize,
        /// The given size, in bytes.
        actual: usize,
    },
}

/// Returns the number of shards that a key needs, so that reading `items` of `average_bytes` each within one second stays within
/// the capacity of every partition. This is the N of "Example of modeling relational data in DynamoDB" in the developer guide:
///
/// ```text
/// ItemsPerRCU          = 4KB / AvgItemSize
/// PartitionMaxReadRate = 3K * ItemsPerRCU
/// N                    = MaxRequiredIO / PartitionMaxReadRate
/// ```
///
/// Fractions are rounded to the safe side: the items per unit are rounded down, and N is rounded up, to at least 1. An item above
/// 4 KB takes several units, and each of them counts. AWS advises padding N: its example computes 13 and takes 15.
///
/// ```
/// // 20 percent of 3 million orders are open, of 250 bytes each.
/// assert_eq!(single_table::capacity::shards_for(600_000, 250)?, 13);
/// # Ok::<(), single_table::capacity::ShardingError>(())
/// ```
///
/// # Errors
/// [`ShardingError::AverageBytes`] when `average_bytes` is zero or more than the maximum size of an item.
pub const fn shards_for(items: u64, average_bytes: usize) -> Result<u64, ShardingError> {
    if average_bytes == 0 || average_bytes > MAX_ITEM_BYTES {
        return Err(ShardingError::AverageBytes { limit: MAX_ITEM_BYTES, actual: average_bytes });
    }
    let average_bytes = average_bytes as u64;
    let partition_rate = if average_bytes <= READ_UNIT {
        PARTITION_READ_UNITS * (READ_UNIT / average_bytes)
    } else {
        PARTITION_READ_UNITS / average_bytes.div_ceil(READ_UNIT)
    };
    let shards = items.div_ceil(partition_rate);
    Ok(if shards == 0 { 1 } else { shards })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_example_needs_13() {
        assert_eq!(shards_for(600_000, 250), Ok(13));
    }

    #[test]
    fn a_full_partition_needs_no_second() {
        assert_eq!([shards_for(48_000, 250), shards_for(48_001, 250)], [Ok(1), Ok(2)]);
        assert_eq!([shards_for(3_000, 4_096), shards_for(3_001, 4_096)], [Ok(1), Ok(2)]);
    }

    #[test]
    fn an_item_of_several_units_counts_with_all_of_them() {
        assert_eq!([shards_for(1_500, 4_097), shards_for(1_501, 4_097)], [Ok(1), Ok(2)]);
        assert_eq!([shards_for(30, MAX_ITEM_BYTES), shards_for(31, MAX_ITEM_BYTES)], [Ok(1), Ok(2)]);
    }

    #[test]
    fn no_items_still_have_one_shard() {
        assert_eq!(shards_for(0, 250), Ok(1));
    }

    #[test]
    fn a_size_that_no_item_has_is_refused() {
        for actual in [0, MAX_ITEM_BYTES + 1] {
            let error = shards_for(1, actual).unwrap_err();
            assert_eq!(error, ShardingError::AverageBytes { limit: MAX_ITEM_BYTES, actual });
            assert_eq!(
                error.to_string(),
                format!("the average size of an item must be 1 to 409600 bytes, not {actual}")
            );
        }
    }

    #[test]
    fn no_number_of_items_overflows() {
        assert_eq!(shards_for(u64::MAX, MAX_ITEM_BYTES), Ok(u64::MAX.div_ceil(30)));
    }
}
