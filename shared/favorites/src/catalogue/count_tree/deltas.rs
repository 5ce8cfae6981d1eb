//! Changes of counters over time.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use single_table::EpochSeconds;

use crate::catalogue::count_tree::cell::{ALWAYS, Cell, Counter, Scope};

/// The changes of counters, each in its second. The count of a scope at a moment is the sum of its changes up to that moment: a
/// favorite that expires adds one now and takes one off in its second of expiry.
///
/// A cell with the sum 0 is left out, so equal sums are equal deltas.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Deltas(BTreeMap<Cell, i64>);

/// The sum of each counter of one scope. A counter with the sum 0 is left out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Sums(BTreeMap<Counter, i64>);

/// The stored form: each scope and each second once.
type Grouped = Vec<(Scope, Vec<(u64, Vec<(Counter, i64)>)>)>;

impl Deltas {
    pub(crate) fn add(&mut self, cell: Cell, change: i64) {
        let sum = self.0.entry(cell).or_default();
        *sum += change;
        if *sum == 0 {
            self.0.remove(&cell);
        }
    }

    /// Adds all of the others, `sign` times.
    pub(crate) fn add_all(&mut self, others: &Self, sign: i64) {
        for (cell, change) in &others.0 {
            self.add(*cell, sign * change);
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (Cell, i64)> {
        self.0.iter().map(|(cell, change)| (*cell, *change))
    }

    /// Returns the number of cells.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the scope to which all cells belong. None if there are several, or no cells.
    pub(crate) fn scope(&self) -> Option<Scope> {
        let (first, last) = (self.0.first_key_value()?.0, self.0.last_key_value()?.0);
        (first.scope == last.scope).then_some(first.scope)
    }

    /// Returns the sums of a scope up to a moment.
    pub(crate) fn sums(&self, scope: Scope, until: EpochSeconds) -> Sums {
        let mut sums = Sums::default();
        let from = Cell { scope, second: ALWAYS, counter: FIRST_COUNTER };
        for (cell, change) in self.0.range(from..) {
            if cell.scope != scope || cell.second > until {
                break;
            }
            sums.add(cell.counter, *change);
        }
        sums
    }

    /// Drops what depends on time.
    pub(crate) fn forget_expiry(&mut self) {
        self.0.retain(|cell, _| cell.second == ALWAYS);
    }

    /// Returns the bytes of the stored form, give or take a few for each scope.
    pub(crate) fn bytes(&self) -> usize {
        let mut before = None;
        self.iter().map(|(cell, change)| cost(before.replace(cell), cell, change)).sum()
    }

    /// Divides the cells, in their order, into parts of about equal size and at most `most` bytes. One cell always fits.
    pub(crate) fn parts(self, most: usize) -> Vec<Self> {
        let all = self.bytes();
        // Room is left in each part where there are several, because more changes will follow in the same places. A part may exceed its
        // share by a twentieth, more than a cell of a usual node: otherwise a small part would be left at the end.
        let share = |parts: usize| all.div_ceil(parts) + most / 20;
        let fill = if all <= most { most } else { most.min(share(all.div_ceil(most * 3 / 4))) };
        let mut parts: Vec<Self> = Vec::new();
        let (mut bytes, mut before) = (0, None);
        for (cell, change) in self.0 {
            bytes += cost(before.replace(cell), cell, change);
            match parts.last_mut() {
                Some(part) if bytes <= fill => part.0.insert(cell, change),
                _ => {
                    bytes = cost(None, cell, change);
                    parts.push(Self(BTreeMap::from([(cell, change)])));
                    None
                }
            };
        }
        parts
    }

    /// Returns the stored form.
    pub(super) fn grouped(&self) -> Grouped {
        let mut scopes: Grouped = Vec::new();
        let mut before: Option<Cell> = None;
        for (cell, change) in self.iter() {
            if before.is_none_or(|before| before.scope != cell.scope) {
                scopes.push((cell.scope, Vec::new()));
                before = None;
            }
            if let Some((_, seconds)) = scopes.last_mut() {
                let since = cell.second.get() - before.map_or(0, |before| before.second.get());
                match seconds.last_mut().filter(|_| since == 0 && before.is_some()) {
                    Some((_, changes)) => changes.push((cell.counter, change)),
                    None => seconds.push((since, vec![(cell.counter, change)])),
                }
            }
            before = Some(cell);
        }
        scopes
    }

    /// Reads the stored form.
    pub(super) fn of_grouped(scopes: Grouped) -> Self {
        let mut deltas = Self::default();
        for (scope, seconds) in scopes {
            let mut second: u64 = 0;
            for (since, changes) in seconds {
                second = second.saturating_add(since);
                for (counter, change) in changes {
                    deltas.add(Cell { scope, second: EpochSeconds::new(second), counter }, change);
                }
            }
        }
        deltas
    }
}

impl Serialize for Deltas {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.grouped().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Deltas {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Grouped::deserialize(deserializer).map(Self::of_grouped)
    }
}

impl FromIterator<(Cell, i64)> for Deltas {
    fn from_iter<I: IntoIterator<Item = (Cell, i64)>>(changes: I) -> Self {
        let mut deltas = Self::default();
        for (cell, change) in changes {
            deltas.add(cell, change);
        }
        deltas
    }
}

impl Sums {
    pub(crate) fn add(&mut self, counter: Counter, change: i64) {
        let sum = self.0.entry(counter).or_default();
        *sum += change;
        if *sum == 0 {
            self.0.remove(&counter);
        }
    }

    pub(crate) fn add_all(&mut self, others: &Self) {
        for (counter, change) in &others.0 {
            self.add(*counter, *change);
        }
    }

    pub(crate) fn get(&self, counter: Counter) -> i64 {
        self.0.get(&counter).copied().unwrap_or(0)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (Counter, i64)> {
        self.0.iter().map(|(counter, sum)| (*counter, *sum))
    }

    /// Returns the bytes of the stored form.
    pub(crate) fn bytes(&self) -> usize {
        1 + self.iter().map(|(_, sum)| 1 + varint(zigzag(sum))).sum::<usize>()
    }
}

/// The lowest counter, at which the cells of a second begin.
const FIRST_COUNTER: Counter = Counter::Type(crate::model::data_type::DataType::ALL[0]);

/// The bytes that a cell takes behind another one.
fn cost(before: Option<Cell>, cell: Cell, change: i64) -> usize {
    let before = before.filter(|before| before.scope == cell.scope);
    let scope = if before.is_none() { scope_bytes(cell.scope) + 2 } else { 0 };
    let since = cell.second.get() - before.map_or(0, |before| before.second.get());
    let second = if since == 0 && before.is_some() { 0 } else { varint(since) + 1 };
    scope + second + 1 + varint(zigzag(change))
}

/// The bytes of a scope: its number, and a tag's id with its length.
pub(super) fn scope_bytes(scope: Scope) -> usize {
    match scope {
        Scope::Account => 1,
        Scope::Tag(_) => 18,
    }
}

/// The bytes of a number in the variable-length form that postcard gives it.
pub(super) fn varint(number: u64) -> usize {
    let bits = usize::try_from(u64::BITS - number.leading_zeros()).unwrap_or(64);
    bits.div_ceil(7).max(1)
}

/// The unsigned number as which postcard stores a signed one.
fn zigzag(number: i64) -> u64 {
    ((number << 1) ^ (number >> 63)).cast_unsigned()
}

#[cfg(test)]
#[path = "deltas_tests.rs"]
mod tests;
