//! Capacity: units that requests consumed, and estimates before any request.

mod estimate;
mod shards_for;
mod units;

pub use estimate::{Estimate, IndexUnits, Reading, read_units, transactional_write_units, write_units};
pub use shards_for::{ShardingError, shards_for};
pub(crate) use units::{Access, units};
pub use units::{Meter, Units, Usage};
