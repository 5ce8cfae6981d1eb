//! Estimates of the capacity units that an item costs. [`Usage`](crate::capacity::Usage) contains the units that requests
//! consumed.

use crate::entity::Entity;
use crate::error::Error;
use crate::item;
use crate::item::{entry_size, is_indexed, item_size};
use crate::table::Table;

/// The bytes that one write unit pays for.
const WRITE_STEP: usize = 1024;
/// The bytes that one consistent read unit pays for.
const READ_STEP: usize = 4 * 1024;

/// The kind of a read, which decides its price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// An eventually consistent read: half a unit for 4 KB.
    Eventual,
    /// A strongly consistent read: one unit for 4 KB.
    Consistent,
    /// A read in a transaction: two units for 4 KB.
    Transactional,
}

/// Returns the write capacity units of a write to a table or to an index: one for each started KB, and at least one (see
/// "DynamoDB read and write operations" in the developer guide). `bytes` is the larger of the item's sizes before and after the
/// write.
///
/// ```
/// use single_table::capacity::write_units;
///
/// assert_eq!(write_units(1_024), 1);
/// assert_eq!(write_units(1_025), 2);
/// // With 150 units a second, an item of 21 KB can be written 7 times.
/// assert_eq!(150 / write_units(21 * 1_024), 7);
/// ```
#[must_use]
pub fn write_units(bytes: usize) -> u64 {
    steps(bytes, WRITE_STEP).into()
}

/// Returns the write capacity units of a write in a transaction: twice those of [`write_units`], because DynamoDB prepares the
/// write and then commits it (see "Amazon DynamoDB transactions: how it works" in the developer guide).
///
/// ```
/// // With 150 units a second, an item of 21 KB can be written 3 times.
/// assert_eq!(150 / single_table::capacity::transactional_write_units(21 * 1_024), 3);
/// ```
#[must_use]
pub fn transactional_write_units(bytes: usize) -> u64 {
    2 * write_units(bytes)
}

/// Returns the read capacity units of one item. The size counts in steps of 4 KB, at least one step (see "DynamoDB read and write
/// operations" in the developer guide). For a query, `bytes` is the size of all items of a page together.
///
/// ```
/// use single_table::capacity::{Reading, read_units};
///
/// // 21 KB are 6 steps. Without rounding up they would seem to be 5.25, and the rates below 28 and 57.
/// assert_eq!(read_units(21 * 1_024, Reading::Consistent), 6.0);
/// // With 150 units a second, such an item can be read 25 times, or 50 times eventually consistent.
/// assert_eq!(150.0 / read_units(21 * 1_024, Reading::Consistent), 25.0);
/// assert_eq!(150.0 / read_units(21 * 1_024, Reading::Eventual), 50.0);
/// assert_eq!(read_units(21 * 1_024, Reading::Transactional), 12.0);
/// ```
#[must_use]
pub fn read_units(bytes: usize, reading: Reading) -> f64 {
    let price = match reading {
        Reading::Eventual => 0.5,
        Reading::Consistent => 1.0,
        Reading::Transactional => 2.0,
    };
    price * f64::from(steps(bytes, READ_STEP))
}

fn steps(bytes: usize, step: usize) -> u32 {
    // The number would be inexact only beyond 4 TB, which no request moves.
    u32::try_from(bytes.div_ceil(step).max(1)).unwrap_or(u32::MAX)
}

/// The write units of one secondary index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IndexUnits {
    /// The index's name.
    pub index: &'static str,
    /// The write units of the item's entry in the index.
    pub units: u64,
}

/// The size of one item, and the capacity units that it costs.
///
/// ```
/// use serde::{Deserialize, Serialize};
/// use single_table::capacity::{Estimate, IndexUnits, Reading};
/// use single_table::{Entity, table};
///
/// table! {
///     /// All that the music library keeps.
///     pub struct MusicTable {
///         key: (pk, sk),
///         global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)],
///         entities: [Album],
///     }
/// }
///
/// /// An album.
/// #[derive(Serialize, Deserialize, Entity)]
/// #[entity(table = MusicTable, name = "Album", partition(title), sort())]
/// #[index(on = GsiOne, view = AlbumsByArtist, partition(artist), sort(title))]
/// pub struct Album {
///     title: String,
///     artist: String,
///     cover: String,
/// }
///
/// let album = Album { title: "Arrival".into(), artist: "ABBA".into(), cover: "a".repeat(4_096) };
/// let estimate = Estimate::of(&album)?;
/// assert_eq!(estimate.table_units, 5);
/// assert_eq!(estimate.index_units, [IndexUnits { index: "gsiOne", units: 5 }]);
/// assert_eq!(estimate.put_units(), 10);
/// assert_eq!(estimate.read_units(Reading::Eventual), 1.0);
/// # Ok::<(), single_table::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Estimate {
    /// The size of the item in bytes, as [`item_size`](crate::item::item_size) counts it.
    pub bytes: usize,
    /// The write units of the table.
    pub table_units: u64,
    /// The write units of each index that contains the item, for the attributes that the index holds.
    pub index_units: Vec<IndexUnits>,
}

impl Estimate {
    /// Estimates the item of an entity.
    ///
    /// # Errors
    /// The errors of [`encode`](crate::encode).
    pub fn of<E: Entity>(entity: &E) -> Result<Self, Error> {
        let item = item::encode(entity)?;
        let bytes = item_size(&item);
        let indexes = <E::Table as Table>::INDEXES.iter().filter(|index| is_indexed(&item, index));
        let index_units = indexes.map(|index| {
            let units = write_units(entry_size::<E::Table>(&item, index));
            IndexUnits { index: index.name, units }
        });
        Ok(Self { bytes, table_units: write_units(bytes), index_units: index_units.collect() })
    }

    /// Returns all write units of a put of a new item, outside of a transaction. Replacing an item can cost less, because
    /// DynamoDB does not write an index whose entry stays the same. It can also cost more, because an entry whose key changes is
    /// written twice.
    #[must_use]
    pub fn put_units(&self) -> u64 {
        self.table_units + self.index_units.iter().map(|index| index.units).sum::<u64>()
    }

    /// Returns the read units of one read of the item by its key.
    #[must_use]
    pub fn read_units(&self, reading: Reading) -> f64 {
        read_units(self.bytes, reading)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_nothing_costs_one_step() {
        assert_eq!(write_units(0), 1);
        assert_eq!(transactional_write_units(0), 2);
        assert!((read_units(0, Reading::Eventual) - 0.5).abs() < f64::EPSILON);
    }

    #[test]
    fn a_step_ends_with_its_last_byte() {
        assert_eq!([write_units(1_024), write_units(1_025), write_units(2_048)], [1, 2, 2]);
        let reads = [1, 4_096, 4_097, 8_192].map(|bytes| read_units(bytes, Reading::Consistent));
        assert_eq!(reads.map(|units| format!("{units}")), ["1", "1", "2", "2"]);
    }
}
