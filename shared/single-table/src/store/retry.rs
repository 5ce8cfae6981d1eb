//! Waiting before another try.

use std::time::Duration;

use rand::RngExt;

use crate::error::{Error, Outcome};

/// The longest wait before the second try.
const FIRST: Duration = Duration::from_millis(20);
/// The longest wait of all.
const LONGEST: Duration = Duration::from_millis(640);

/// Waits a random time whose upper bound doubles with each try: "full jitter" spreads writers that collided once
/// (see "Error retries and exponential backoff" in the DynamoDB developer guide).
pub(crate) async fn pause(tries: u32) {
    let bound = FIRST.saturating_mul(2_u32.saturating_pow(tries)).min(LONGEST);
    let wait = rand::rng().random_range(Duration::ZERO..=bound);
    tokio::time::sleep(wait).await;
}

/// The waits between tries of a change that others get in the way of, each random and on average longer than the one
/// before: "full jitter" spreads writers that collided once (see "Error retries and exponential backoff" in the DynamoDB developer
/// guide). The library's own calls do this by themselves.
///
/// ```no_run
/// # async fn try_it() -> bool { true }
/// # async fn work() {
/// let mut backoff = single_table::store::Backoff::default();
/// while !try_it().await {
///     backoff.pause().await;
/// }
/// # }
/// ```
#[derive(Debug, Default)]
pub struct Backoff(u32);

impl Backoff {
    /// Waits a random time, up to 20 ms before the second try and up to 640 ms after some more.
    pub async fn pause(&mut self) {
        pause(self.0).await;
        self.0 = self.0.saturating_add(1);
    }
}

/// The most tries of a write when others are at the same items or DynamoDB throttles.
const TRANSACTION_TRIES: u32 = 8;

/// Counts the tries of a write.
#[derive(Debug, Default)]
pub(crate) struct Tries(u32);

impl Tries {
    /// After a try that failed: whether to try again. If so, it has waited.
    pub(crate) async fn again(&mut self, error: &Error) -> bool {
        self.0 += 1;
        let again = error.outcome() == Outcome::NotApplied && self.0 < TRANSACTION_TRIES;
        if again {
            pause(self.0).await;
        }
        again
    }
}

/// How often a batch in which DynamoDB does nothing at all is sent again.
const IDLE_TRIES: u32 = 8;

/// Counts the batches that DynamoDB hands back in part or whole, and decides when to give up.
#[derive(Debug, Default)]
pub(crate) struct Patience {
    /// The batches in a row of which nothing was done.
    idle: u32,
    /// The batches in a row of which something was handed back.
    incomplete: u32,
}

impl Patience {
    /// Whether to send what is left once more.
    pub(crate) fn lasts(&self) -> bool {
        self.idle < IDLE_TRIES
    }

    /// After a batch: where some of it was handed back, waits, each time longer (see "Batch operations and error handling" in the
    /// developer guide).
    pub(crate) async fn after(&mut self, sent: usize, handed_back: usize) {
        self.idle = if handed_back < sent { 0 } else { self.idle + 1 };
        if handed_back == 0 {
            self.incomplete = 0;
            return;
        }
        pause(self.incomplete).await;
        self.incomplete = self.incomplete.saturating_add(1);
    }
}
