//! Functions that are called by the clock, as `EventBridge` does.

use std::sync::Arc;

use serde_json::{Value, json};
use time::OffsetDateTime;
use tokio::time::{Instant, MissedTickBehavior, interval_at};
use tokio_util::sync::CancellationToken;

use crate::invoke::{self, Invoke};
use crate::mapping::destination::rfc3339;
use crate::region::REGION;
use crate::template::{Function, Schedule};

/// Calls `function`, which is the schedule's, at the end of each period until `stop`; a call under way is
/// finished first. The next period begins with the call or, where the call takes longer than it, with the
/// call's end: two calls never overlap. A call that fails is logged; the next one is the next try.
///
/// The first period begins with this call, not with the first poll.
pub(crate) fn run(
    function: Arc<dyn Invoke>,
    schedule: Schedule,
    stop: CancellationToken,
) -> impl Future<Output = ()> {
    let mut ticks = interval_at(Instant::now() + schedule.period, schedule.period);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    async move {
        let Function { name, timeout } = schedule.function;
        while stop.run_until_cancelled(ticks.tick()).await.is_some() {
            let event = schedule.input.clone().unwrap_or_else(|| event(OffsetDateTime::now_utc()));
            match invoke::call(&*function, event, timeout).await {
                Ok(_) => tracing::debug!(function = name, "a scheduled call is done"),
                Err(error) => tracing::error!(function = name, %error, "a scheduled call failed"),
            }
        }
    }
}

/// The event that a rule without `Input` gives ("Creating a scheduled rule", `EventBridge` user guide).
fn event(now: OffsetDateTime) -> Value {
    json!({
        "version": "0",
        "id": uuid::Uuid::new_v4(),
        "detail-type": "Scheduled Event",
        "source": "aws.events",
        "account": "000000000000",
        "time": rfc3339(now.truncate_to_second()),
        "region": REGION,
        "resources": [],
        "detail": {},
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::sync::mpsc;

    use super::*;
    use crate::invoke::FunctionError;

    const DAY: Duration = Duration::from_hours(24);
    const TIMEOUT: Duration = Duration::from_mins(15);

    fn daily(input: Option<Value>) -> Schedule {
        let function = Function { name: "reconcile".to_owned(), timeout: TIMEOUT };
        Schedule { function, period: DAY, input }
    }

    /// Runs a daily schedule whose function tells its events, and after the first one does as `later` says.
    fn start<F>(input: Option<Value>, later: fn() -> F) -> (mpsc::UnboundedReceiver<Value>, CancellationToken)
    where
        F: Future<Output = Result<Value, FunctionError>> + Send + 'static,
    {
        let (tell, events) = mpsc::unbounded_channel();
        let function = move |event: Value| {
            tell.send(event).unwrap();
            later()
        };
        let stop = CancellationToken::new();
        tokio::spawn(run(Arc::new(function), daily(input), stop.clone()));
        (events, stop)
    }

    #[tokio::test(start_paused = true)]
    async fn a_call_comes_at_the_end_of_each_period() {
        let started = Instant::now();
        let (mut events, stop) = start(Some(json!({"all": true})), || async { Ok(Value::Null) });
        for day in 1..=3 {
            assert_eq!(events.recv().await, Some(json!({"all": true})));
            assert_eq!(started.elapsed().as_secs(), (DAY * day).as_secs());
        }
        stop.cancel();
        assert_eq!(events.recv().await, None);
    }

    #[tokio::test(start_paused = true)]
    async fn a_call_that_fails_is_followed_by_the_next() {
        let (mut events, _stop) = start(None, || async { Err(FunctionError::new("Broken", "by the test")) });
        for _ in 0..2 {
            let event = events.recv().await.unwrap();
            assert_eq!(event["detail-type"], "Scheduled Event");
            assert!(event["time"].as_str().unwrap().ends_with('Z'), "{event}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_call_that_hangs_is_stopped_at_its_timeout_and_followed_by_the_next() {
        let started = Instant::now();
        let (mut events, _stop) = start(None, std::future::pending);
        for day in 1..=2 {
            events.recv().await.unwrap();
            assert_eq!(started.elapsed().as_secs(), (DAY * day).as_secs());
        }
    }

    #[tokio::test(start_paused = true)]
    async fn an_end_lets_the_call_under_way_finish() {
        let (tell, mut done) = mpsc::unbounded_channel();
        let function = move |_: Value| {
            let tell = tell.clone();
            async move {
                tokio::time::sleep(TIMEOUT / 2).await;
                tell.send(()).unwrap();
                Ok(Value::Null)
            }
        };
        let stop = CancellationToken::new();
        let running = tokio::spawn(run(Arc::new(function), daily(None), stop.clone()));
        tokio::time::sleep(DAY + TIMEOUT / 4).await;
        stop.cancel();
        running.await.unwrap();
        assert_eq!(done.try_recv(), Ok(()));
    }
}
