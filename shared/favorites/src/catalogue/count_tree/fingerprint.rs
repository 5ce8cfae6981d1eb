//! The comparison of sums of changes that are too many to be held in memory.

use std::hash::{BuildHasher as _, RandomState};

use crate::catalogue::count_tree::cell::Cell;
use crate::catalogue::count_tree::deltas::Deltas;

/// A number for each cell. Each value of this type has other numbers, so nobody can choose cells whose fingerprints are equal.
#[derive(Debug, Clone, Default)]
pub(crate) struct CellNumbers([RandomState; 2]);

/// A number that stands for deltas: each change times the number of its cell, added up.
///
/// The fingerprint of a sum of deltas is the sum of their fingerprints. So equal sums have the same fingerprint, whatever their parts
/// are. Sums that differ have the same one with a probability below 2^-64, because it has 128 bits, and no count comes near 2^64.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Fingerprint(u128);

impl CellNumbers {
    fn of(&self, cell: Cell) -> u128 {
        let [high, low] = self.0.each_ref().map(|half| u128::from(half.hash_one(cell)));
        (high << 64) | low
    }
}

impl Fingerprint {
    /// Returns the fingerprint of deltas.
    pub(crate) fn of(deltas: &Deltas, numbers: &CellNumbers) -> Self {
        let products = deltas.iter().map(|(cell, change)| {
            // The remainder modulo 2^128, also of a change below 0.
            i128::from(change).cast_unsigned().wrapping_mul(numbers.of(cell))
        });
        Self(products.fold(0, u128::wrapping_add))
    }

    /// Adds the fingerprint of other deltas, under the same numbers.
    pub(crate) fn add(&mut self, other: Self) {
        self.0 = self.0.wrapping_add(other.0);
    }
}

#[cfg(test)]
#[path = "fingerprint_tests.rs"]
mod tests;
