//! A clock under a test's control.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use favorites_api::favorites::Timestamp;

/// A clock that stands still until a test moves it. Clones show the same time.
#[derive(Debug, Clone)]
pub struct Clock(Arc<Mutex<Timestamp>>);

impl Clock {
    /// Starts at the current second, so that the engine, which uses the machine's clock, removes nothing too early.
    #[must_use]
    pub fn start() -> Self {
        let seconds = SystemTime::now().duration_since(UNIX_EPOCH).expect("it is later than 1970").as_secs();
        let millis = i64::try_from(seconds * 1_000).expect("it is earlier than the year 10000");
        let now = Timestamp::from_unix_millis(millis).expect("it is earlier than the year 10000");
        Self(Arc::new(Mutex::new(now)))
    }

    /// Returns the time of the clock.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the time of the clock plus `duration`.
    #[must_use]
    pub fn after(&self, duration: Duration) -> Timestamp {
        self.now().checked_add(duration).expect("it is earlier than the year 10000")
    }

    /// Returns the time of the clock minus `duration`.
    #[must_use]
    pub fn before(&self, duration: Duration) -> Timestamp {
        self.now().checked_sub(duration).expect("it is later than the year 0")
    }

    /// Moves the clock forward by `duration`.
    pub fn advance(&self, duration: Duration) {
        let later = self.after(duration);
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = later;
    }
}
