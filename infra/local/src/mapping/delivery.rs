//! Invokes the function with a batch until every record is processed or given up.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use serde_json::json;
use tokio_util::sync::CancellationToken;

use super::destination::{Condition, Discarded, FailureDestination};
use super::progress::Progress;
use super::record::StreamRecord;
use super::response::{self, Outcome};
use crate::invoke::{self, Invoke};
use crate::options::Periods;
use crate::template;

/// The service stopped before the batch was finished. The next start delivers the remaining records again.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// The settings and connections for delivering the batches of one shard.
pub(super) struct Delivery {
    pub(super) function: Arc<dyn Invoke>,
    pub(super) settings: template::Mapping,
    pub(super) periods: Periods,
    pub(super) progress: Progress,
    pub(super) failures: Arc<FailureDestination>,
    pub(super) stream_arn: Arc<str>,
    pub(super) shard_id: String,
    /// The time at which the service started. The age of a record counts from then at the earliest: AWS's stream never stops,
    /// but a laptop does, and must not lose records that it has not counted yet.
    pub(super) started: SystemTime,
    pub(super) stop: CancellationToken,
}

/// Records that are delivered together, and the number of failed attempts.
struct Portion {
    records: Vec<StreamRecord>,
    failures: u32,
}

impl Delivery {
    /// Delivers `records` in order. When this returns `Ok`, each record was either processed or given up.
    ///
    /// If the mapping bisects, a failed portion is first split in half, which does not count as a retry; so a bad record ends up
    /// alone. If the function reports the lowest failed record, only that record and later ones are retried. If it reports the
    /// first record of the portion, the portion is split like any failed portion.
    pub(super) async fn deliver(&self, records: Vec<StreamRecord>) -> Result<(), Stopped> {
        let mut portions = VecDeque::from([Portion { records, failures: 0 }]);
        while let Some(portion) = portions.pop_front() {
            if self.stop.is_cancelled() {
                return Err(Stopped);
            }
            let Some(portion) = self.give_up_expired(portion).await? else { continue };
            match self.invoke(&portion.records).await {
                Outcome::Succeeded => self.progress.finish(&portion.records),
                Outcome::FailedFrom(index) => {
                    for next in self.after_failure(portion, index).await?.into_iter().rev() {
                        portions.push_front(next);
                    }
                }
            }
        }
        Ok(())
    }

    async fn invoke(&self, records: &[StreamRecord]) -> Outcome {
        let events: Vec<_> = records.iter().map(|record| &record.event).collect();
        let event = json!({"Records": events});
        match invoke::call(&*self.function, event, self.settings.function.timeout).await {
            Ok(response) if self.settings.partial_failures => response::read(&response, records),
            Ok(_) => Outcome::Succeeded,
            Err(error) => {
                tracing::warn!(function = self.settings.function.name, records = records.len(), %error, "a batch failed");
                Outcome::FailedFrom(0)
            }
        }
    }

    /// Returns the portions to deliver next in place of a portion that failed at `index`.
    async fn after_failure(&self, mut portion: Portion, index: usize) -> Result<Vec<Portion>, Stopped> {
        if index > 0 {
            let rest = portion.records.split_off(index);
            self.progress.finish(&portion.records);
            return self.retry(Portion { records: rest, failures: 0 }).await;
        }
        if self.settings.bisect && portion.records.len() > 1 {
            let second = portion.records.split_off(portion.records.len() / 2);
            let failures = portion.failures;
            return Ok(vec![portion, Portion { records: second, failures }]);
        }
        self.retry(portion).await
    }

    /// Waits and returns the portion for another attempt, or gives it up if it has no retries left.
    async fn retry(&self, portion: Portion) -> Result<Vec<Portion>, Stopped> {
        let failures = portion.failures + 1;
        if self.settings.retries.is_some_and(|retries| failures > retries) {
            self.give_up(Condition::RetryAttemptsExhausted, failures, &portion.records).await?;
            return Ok(Vec::new());
        }
        self.wait(failures).await?;
        Ok(vec![Portion { records: portion.records, failures }])
    }

    async fn give_up_expired(&self, mut portion: Portion) -> Result<Option<Portion>, Stopped> {
        let Some(age) = self.settings.record_age else { return Ok(Some(portion)) };
        let now = SystemTime::now();
        let waiting_since = |record: &StreamRecord| record.created.max(self.started);
        let expired = |record: &StreamRecord| {
            now.duration_since(waiting_since(record)).is_ok_and(|passed| passed > age)
        };
        let count = portion.records.iter().take_while(|record| expired(record)).count();
        if count > 0 {
            let rest = portion.records.split_off(count);
            self.give_up(Condition::RecordAgeExceeded, portion.failures, &portion.records).await?;
            portion.records = rest;
        }
        Ok((!portion.records.is_empty()).then_some(portion))
    }

    /// Puts records into the failure destination, which finishes them. If that fails, it tries again until it
    /// works: AWS would drop the records, but the local service should not lose any.
    async fn give_up(
        &self,
        condition: Condition,
        invocations: u32,
        records: &[StreamRecord],
    ) -> Result<(), Stopped> {
        let function = &self.settings.function.name;
        tracing::error!(function, ?condition, records = records.len(), "gave up stream records");
        let discarded = Discarded {
            condition,
            invocations,
            function,
            stream_arn: &self.stream_arn,
            shard_id: &self.shard_id,
            records,
        };
        let mut attempt = 1;
        while let Err(error) = self.keep(&discarded) {
            tracing::error!(%error, "the records that were given up can't be stored, trying again");
            self.wait(attempt).await?;
            attempt += 1;
        }
        self.progress.finish(records);
        Ok(())
    }

    fn keep(&self, discarded: &Discarded<'_>) -> std::io::Result<()> {
        if self.settings.keeps_failures { self.failures.keep(discarded) } else { Ok(()) }
    }

    async fn wait(&self, attempt: u32) -> Result<(), Stopped> {
        let pause = tokio::time::sleep(backoff(&self.periods, attempt));
        self.stop.run_until_cancelled(pause).await.ok_or(Stopped)
    }
}

/// Returns the wait before retry number `attempt`, counted from 1.
pub(super) fn backoff(periods: &Periods, attempt: u32) -> Duration {
    let doublings = attempt.saturating_sub(1).min(16);
    periods.retry_first.saturating_mul(1 << doublings).min(periods.retry_max)
}

#[cfg(test)]
pub(super) mod tests;
