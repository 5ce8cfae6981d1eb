//! Choices that depend on a number in the history, so that they are the same when the history is run again.

use std::hash::{DefaultHasher, Hasher as _};

/// A sequence of choices. With the number 0, to which histories shrink, the first element is always chosen.
#[derive(Debug)]
pub(crate) struct Shuffle {
    number: u64,
    choices: u64,
}

impl Shuffle {
    /// Returns the sequence of this number.
    pub(crate) fn new(number: u64) -> Self {
        Self { number, choices: 0 }
    }

    /// Returns a number from 0 to before `end`, which must not be 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        if self.number == 0 {
            return 0;
        }
        self.choices += 1;
        usize::try_from(hash(&(self.number, self.choices)) % end as u64).expect("it is below a usize")
    }

    /// Returns the same elements in another order.
    pub(crate) fn shuffled<T>(&mut self, mut left: Vec<T>) -> Vec<T> {
        let mut shuffled = Vec::with_capacity(left.len());
        while !left.is_empty() {
            let chosen = self.below(left.len());
            shuffled.push(left.remove(chosen));
        }
        shuffled
    }
}

/// Returns a number that is the same in each run.
pub(crate) fn hash(value: &impl std::hash::Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
