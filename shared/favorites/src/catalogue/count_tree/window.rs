//! Changes that are too many to be held in memory, part by part.

use crate::catalogue::count_tree::cell::Cell;
use crate::catalogue::count_tree::deltas::Deltas;

/// The first cells, from some cell on, of a sum of deltas. It has at most a certain number of them.
///
/// To read a whole sum, add all its deltas to a window, and then to another one that begins where the last one ended, until a
/// window has no end.
#[derive(Debug)]
pub(crate) struct Window {
    first: Option<Cell>,
    end: Option<Cell>,
    cells: Deltas,
    most: usize,
}

impl Window {
    /// A window of at most `most` cells, but at least one, that begins with the cell `first`.
    pub(crate) fn new(first: Option<Cell>, most: usize) -> Self {
        Self { first, end: None, cells: Deltas::default(), most: most.max(1) }
    }

    /// Adds deltas, as far as they lie in the window. It ends earlier if they are too many.
    ///
    /// The end never moves back to a later cell. So the cells before the last end were in the window all the time, and are complete.
    pub(crate) fn add(&mut self, deltas: &Deltas) {
        for (cell, change) in deltas.between(self.first, self.end) {
            if self.end.is_some_and(|end| cell >= end) {
                break;
            }
            self.cells.add(cell, change);
            if self.cells.len() > self.most {
                self.end = self.cells.pop_last();
            }
        }
    }

    /// Returns the sum of what was added, and the cell with which the next window begins. `None`: this was the last.
    pub(crate) fn close(self) -> (Deltas, Option<Cell>) {
        (self.cells, self.end)
    }
}

#[cfg(test)]
#[path = "window_tests.rs"]
mod tests;
