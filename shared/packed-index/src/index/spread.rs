//! The spread of a run's documents over time, for estimates of where in a run a time is.
//!
//! The time of a document is the first 48 bits of its id, as in ids that begin with a time in milliseconds. A
//! run that merges an import with edits of old favorites has most of its documents in a small part of its
//! time, so the newest and the oldest time alone would give bad estimates.

use serde::{Deserialize, Serialize};

/// The unit of a depth below the newest document: this part of the time between the newest and the oldest
/// one.
const WHOLE: u8 = u8::MAX;

/// The number of parts of a run with as many documents each.
const QUARTERS: usize = 4;

/// The most times that a merge keeps while it writes documents.
const MOST_SAMPLES: usize = 16;

/// The times of some documents of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Spread {
    pub(super) newest: u64,
    pub(super) oldest: u64,
    /// The depths of the documents after one, two and three quarters of the run.
    depths: [u8; QUARTERS - 1],
}

impl Spread {
    /// Estimates the time of a document, where the newest one has the number 0.
    pub(super) fn time_of(&self, document: u32, documents: u32) -> u64 {
        let documents = u128::from(documents.max(1));
        let quarters = u128::from(document).min(documents) * QUARTERS as u128;
        let quarter = usize::try_from(quarters / documents).unwrap_or(QUARTERS).min(QUARTERS - 1);
        let (upper, lower) = self.depths_around(quarter);
        let depth = upper * documents + (lower - upper) * (quarters - quarter as u128 * documents);
        let below = self.span() * depth / (u128::from(WHOLE) * documents);
        self.newest - u64::try_from(below).unwrap_or(self.newest)
    }

    /// Estimates how many of these parts of the run are newer than a time.
    pub(super) fn parts_after(&self, time: u64, parts: u32) -> u32 {
        let span = self.span().max(1);
        let depth = u128::from(self.newest.saturating_sub(time)) * u128::from(WHOLE);
        let is_in = |quarter: &usize| depth < self.depths_around(*quarter).1 * span;
        let Some(quarter) = (0..QUARTERS).find(is_in) else { return parts };
        let (upper, lower) = self.depths_around(quarter);
        let of_quarter = (lower - upper) * span;
        let above = quarter as u128 * of_quarter + depth.saturating_sub(upper * span);
        u32::try_from(u128::from(parts) * above / (QUARTERS as u128 * of_quarter)).unwrap_or(parts)
    }

    fn span(&self) -> u128 {
        u128::from(self.newest.saturating_sub(self.oldest))
    }

    /// Returns the depths at which a quarter begins and ends.
    fn depths_around(&self, quarter: usize) -> (u128, u128) {
        let [first, second, third] = self.depths;
        let all = [0, first, second, third, WHOLE];
        (all[quarter].into(), all[quarter + 1].into())
    }
}

/// The times of the documents that a merge has written so far.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Samples {
    oldest: u64,
    /// The times of the first document and of each one that comes this number of documents after the one
    /// before.
    every: u32,
    times: Vec<u64>,
}

impl Default for Samples {
    fn default() -> Self {
        Self { oldest: 0, every: 1, times: Vec::new() }
    }
}

impl Samples {
    /// Notes the next document, which is not newer than those before.
    pub(crate) fn note(&mut self, document: u32, time: u64) {
        self.oldest = time;
        if !document.is_multiple_of(self.every) {
            return;
        }
        if self.times.len() == MOST_SAMPLES {
            self.every *= 2;
            let mut is_kept = [true, false].into_iter().cycle();
            self.times.retain(|_| is_kept.next().unwrap_or_default());
        }
        if document.is_multiple_of(self.every) {
            self.times.push(time);
        }
    }

    /// Returns the spread of a run with this number of documents, or `None` if it has none.
    pub(crate) fn spread(&self, documents: u32) -> Option<Spread> {
        let newest = *self.times.first()?;
        let whole = u128::from(newest.saturating_sub(self.oldest)).max(1);
        let depth = |quarter: u32| {
            let document = u64::from(documents) * u64::from(quarter) / QUARTERS as u64;
            let below = u128::from(newest.saturating_sub(self.time_at(document)));
            u8::try_from(below * u128::from(WHOLE) / whole).unwrap_or(WHOLE)
        };
        Some(Spread { newest, oldest: self.oldest, depths: [depth(1), depth(2), depth(3)] })
    }

    /// Returns the time of a document, on a line between the samples around it.
    fn time_at(&self, document: u64) -> u64 {
        let every = u64::from(self.every);
        let sample = usize::try_from(document / every).unwrap_or(usize::MAX);
        let time = |sample: usize| self.times.get(sample).copied().unwrap_or(self.oldest);
        let (upper, lower) = (time(sample), time(sample.saturating_add(1)));
        let below =
            u128::from(upper.saturating_sub(lower)) * u128::from(document % every) / u128::from(every);
        upper - u64::try_from(below).unwrap_or(upper)
    }
}

#[cfg(test)]
#[path = "spread_tests.rs"]
mod tests;
