//! Waiting before another try.

use std::time::Duration;

use rand::Rng;

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
