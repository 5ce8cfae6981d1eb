//! Waiting for data that follows the stream.

use std::time::{Duration, Instant};

/// The longest wait. It is far more than needed, because test machines are busy.
const PATIENCE: Duration = Duration::from_secs(20);
const PAUSE: Duration = Duration::from_millis(20);

/// Calls `check` repeatedly until it returns a value. Panics with the last error if it returns none for 20 seconds.
pub async fn eventually<T>(check: impl AsyncFn() -> Result<T, String>) -> T {
    let started = Instant::now();
    loop {
        match check().await {
            Ok(value) => return value,
            Err(reason) => assert!(started.elapsed() < PATIENCE, "still so after {PATIENCE:?}: {reason}"),
        }
        tokio::time::sleep(PAUSE).await;
    }
}
