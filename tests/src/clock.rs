//! A clock that a test moves.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use favorites_api::favorites::Timestamp;

/// A clock that stands still until it is moved. Clones show the same time.
#[derive(Debug, Clone)]
pub struct Clock(Arc<Mutex<Timestamp>>);

impl Clock {
    /// Begins at the present second, so that the engine, which has a clock of its own, removes nothing too early.
    #[must_use]
    pub fn start() -> Self {
        let seconds = SystemTime::now().duration_since(UNIX_EPOCH).expect("it is later than 1970").as_secs();
        let millis = i64::try_from(seconds * 1_000).expect("it is earlier than the year 10000");
        let now = Timestamp::from_unix_millis(millis).expect("it is earlier than the year 10000");
        Self(Arc::new(Mutex::new(now)))
    }

    /// What it shows.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The time `duration` from what it shows.
    #[must_use]
    pub fn after(&self, duration: Duration) -> Timestamp {
        self.now().checked_add(duration).expect("it is earlier than the year 10000")
    }

    /// The time `duration` before what it shows.
    #[must_use]
    pub fn before(&self, duration: Duration) -> Timestamp {
        self.now().checked_sub(duration).expect("it is later than the year 0")
    }

    /// Moves it on by `duration`.
    pub fn advance(&self, duration: Duration) {
        let later = self.after(duration);
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = later;
    }
}
