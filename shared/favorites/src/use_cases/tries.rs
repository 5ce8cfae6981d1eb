//! The attempts of a use case whose items other requests change at the same time.

use std::time::Duration;

use single_table::store::Backoff;
use tokio::time::{Instant, timeout_at};

use crate::error::{Busy, Error, busy};
use crate::limits::CONTENTION_TIMEOUT;
use crate::service::Favorites;

/// Repeats a use case that reads items and writes them back, for as long as other requests change the items in between and there is
/// time left. The waits between the attempts are random and grow, so that each of many requests gets its turn.
#[derive(Debug)]
pub(crate) struct Tries {
    backoff: Backoff,
    end: Instant,
}

impl Favorites {
    /// Begins a use case that ends at the deadline of these use cases or, if there is none, after [`CONTENTION_TIMEOUT`].
    pub(crate) fn tries(&self) -> Tries {
        let end = self.deadline.unwrap_or_else(|| Instant::now() + CONTENTION_TIMEOUT);
        Tries { backoff: Backoff::default(), end }
    }
}

impl Tries {
    /// Returns true if there is this much time left.
    pub(crate) fn has(&self, time: Duration) -> bool {
        self.end.saturating_duration_since(Instant::now()) >= time
    }

    /// Returns the result of an attempt. `None` means that another request was faster: then this waits, and the caller tries again.
    ///
    /// # Errors
    /// The error of the attempt; [`Busy::Contended`] if the time ends first.
    pub(crate) async fn after<T>(&mut self, outcome: Result<Option<T>, Error>) -> Result<Option<T>, Error> {
        match outcome {
            Ok(None)
            | Err(Error::Busy(Busy::Contended | Busy::Table(single_table::Error::Conflict { .. }))) => {
                timeout_at(self.end, self.backoff.pause()).await.map_err(|_| busy())?;
                Ok(None)
            }
            done => done,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tries(time: Duration) -> Tries {
        Tries { backoff: Backoff::default(), end: Instant::now() + time }
    }

    #[tokio::test(start_paused = true)]
    async fn a_use_case_is_tried_until_its_time_ends_and_not_only_a_few_times() {
        let (begin, mut tries) = (Instant::now(), tries(Duration::from_mins(1)));
        let mut number = 0;
        let error = loop {
            number += 1;
            match tries.after::<()>(Ok(None)).await {
                Ok(None) => {}
                other => break other.unwrap_err(),
            }
        };
        assert!(matches!(error, Error::Busy(Busy::Contended)), "{error}");
        assert_eq!(begin.elapsed().as_secs(), 60);
        // The waits are at most 640 ms.
        assert!(number > 90, "{number} tries in a minute");
    }

    #[tokio::test(start_paused = true)]
    async fn a_result_and_any_other_error_end_the_tries_at_once() {
        let (begin, mut tries) = (Instant::now(), tries(Duration::from_mins(1)));
        assert_eq!(tries.after(Ok(Some(7))).await.unwrap(), Some(7));
        let error = tries.after::<()>(Err(Error::TooManyTags)).await.unwrap_err();
        assert!(matches!(error, Error::TooManyTags), "{error}");
        assert!(matches!(tries.after::<()>(Err(busy())).await, Ok(None)), "another writer was faster");
        assert!(begin.elapsed() <= Duration::from_millis(20));
    }
}
