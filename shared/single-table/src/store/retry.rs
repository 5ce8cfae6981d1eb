//! Waits between the tries of a request.

use std::time::Duration;

use crate::error::{Error, Outcome};

/// The upper bound of the wait before the second try.
const FIRST: Duration = Duration::from_millis(20);
/// The upper bound of every wait.
const LONGEST: Duration = Duration::from_millis(640);

/// Waits for a random time whose upper bound doubles with each try. Such "full jitter" spreads writers that collided once (see
/// "Error retries and exponential backoff" in the DynamoDB developer guide).
pub(crate) async fn pause(tries: u32) {
    let bound = FIRST.saturating_mul(2_u32.saturating_pow(tries)).min(LONGEST);
    tokio::time::sleep(bound.mul_f64(fastrand::f64())).await;
}

/// Waits between the tries of a change that conflicts with other writers. Each wait is random and, on average, longer than the
/// one before: such "full jitter" spreads writers that collided once (see "Error retries and exponential backoff" in the DynamoDB
/// developer guide). The library's own calls wait by themselves.
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
    /// Waits for a random time: at most 20 ms after the first try, and twice as long after each further one, up to 640 ms.
    pub async fn pause(&mut self) {
        pause(self.0).await;
        self.0 = self.0.saturating_add(1);
    }
}

/// The most tries of a request that conflicts with other writers, or that DynamoDB throttles.
const MOST_TRIES: u32 = 8;

/// Counts the tries of a request.
#[derive(Debug, Default)]
pub(crate) struct Tries(u32);

impl Tries {
    /// Returns the number of tries that are left.
    pub(crate) fn left(&self) -> u32 {
        MOST_TRIES.saturating_sub(self.0)
    }

    /// Notes tries that the SDK made by itself.
    pub(crate) fn note(&mut self, tries: u32) {
        self.0 += tries;
    }

    /// Waits and returns true if a failed request was not applied and more tries are allowed.
    pub(crate) async fn again(&mut self, error: &Error) -> bool {
        error.outcome() == Outcome::NotApplied && self.are_left().await
    }

    /// Waits and returns true if more tries are allowed.
    pub(crate) async fn are_left(&mut self) -> bool {
        self.0 += 1;
        let are_left = self.left() > 0;
        if are_left {
            pause(self.0).await;
        }
        are_left
    }
}

/// The most requests in a row of which DynamoDB processes no part, before the batch is given up.
const IDLE_TRIES: u32 = 8;

/// Counts the requests that DynamoDB leaves undone, in part or as a whole, and decides when to give up.
#[derive(Debug, Default)]
pub(crate) struct Patience {
    /// The number of requests in a row of which no part was done.
    idle: u32,
    /// The number of requests in a row of which some part was left undone.
    incomplete: u32,
}

impl Patience {
    /// Returns true if the parts that are left should be sent once more.
    pub(crate) fn lasts(&self) -> bool {
        self.idle < IDLE_TRIES
    }

    /// Notes the result of a request, and waits if it left parts undone. Each such wait is longer than the one before (see "Batch
    /// operations and error handling" in the developer guide).
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
