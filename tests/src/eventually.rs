//! Waiting for what follows the stream.

use std::time::{Duration, Instant};

/// How long to wait. Far more than it takes, because test machines are busy.
const PATIENCE: Duration = Duration::from_secs(20);
const PAUSE: Duration = Duration::from_millis(20);

/// Asks `check` again and again until it gives a value, and panics with its last reason when it gives none for 20 seconds.
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
