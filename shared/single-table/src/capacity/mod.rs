//! Capacity: the units that requests consumed, and estimates of the units that they will consume.

mod estimate;
mod shards_for;
mod units;

pub use estimate::{Estimate, IndexUnits, Reading, read_units, transactional_write_units, write_units};
pub use shards_for::{ShardingError, shards_for};
pub(crate) use units::{Access, units};
pub use units::{Meter, Units, Usage};
