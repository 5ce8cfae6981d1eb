//! Choices that a history's number decides, so that they come out the same when it is run again.

use std::hash::{DefaultHasher, Hasher as _};

/// A row of choices. With the number 0, to which histories shrink, the first is always chosen.
#[derive(Debug)]
pub(crate) struct Shuffle {
    number: u64,
    choices: u64,
}

impl Shuffle {
    /// The row of this number.
    pub(crate) fn new(number: u64) -> Self {
        Self { number, choices: 0 }
    }

    /// A number from 0 to before `end`, which must not be 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        if self.number == 0 {
            return 0;
        }
        self.choices += 1;
        usize::try_from(hash(&(self.number, self.choices)) % end as u64).expect("it is below a usize")
    }

    /// The same elements in another order.
    pub(crate) fn shuffled<T>(&mut self, mut left: Vec<T>) -> Vec<T> {
        let mut shuffled = Vec::with_capacity(left.len());
        while !left.is_empty() {
            let chosen = self.below(left.len());
            shuffled.push(left.remove(chosen));
        }
        shuffled
    }
}

/// A number that is the same in each run.
pub(crate) fn hash(value: &impl std::hash::Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
