//! The rates at which provisioned capacity allows an item to be written and read.

use single_table::capacity::{Reading, read_units, transactional_write_units, write_units};

/// The number of whole requests for one item per second.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Rates {
    pub(crate) writes: u32,
    pub(crate) transactional_writes: u32,
    pub(crate) consistent_reads: u32,
    pub(crate) eventual_reads: u32,
}

impl Rates {
    /// Calculates the rates for an item of `bytes` with `units` write units and as many read units per second. Sizes are rounded
    /// up to whole KB for writes and to multiples of 4 KB for reads (see "DynamoDB read and write operations" in the developer
    /// guide).
    pub(crate) fn of(bytes: usize, units: u32) -> Self {
        let reads = |reading| whole(f64::from(units) / read_units(bytes, reading));
        let writes = |price: u64| u32::try_from(u64::from(units) / price).unwrap_or(units);
        Self {
            writes: writes(write_units(bytes)),
            transactional_writes: writes(transactional_write_units(bytes)),
            consistent_reads: reads(Reading::Consistent),
            eventual_reads: reads(Reading::Eventual),
        }
    }
}

fn whole(rate: f64) -> u32 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a rate is never below zero")]
    {
        rate.floor() as u32
    }
}
