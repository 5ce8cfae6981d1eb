//! Work that nobody waits for: a function that is called by the clock, or by hand.

use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use favorites::{Error, Favorites, ReconcileRun, Reconciled, UserId};
use futures::FutureExt as _;
use futures::future::BoxFuture;
use lambda_runtime::{Diagnostic, LambdaEvent, service_fn};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::deadline::Deadline;
use crate::log::METRICS;
use crate::serve::{ServeError, start};

/// How long before its deadline a job begins nothing more: enough to end what is under way.
const MARGIN: Duration = Duration::from_secs(5);

/// What a reconciliation is asked for. The event of a schedule asks for everybody.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReconcileEvent {
    /// Only this person.
    #[serde(default)]
    user_id: Option<UserId>,
}

/// What a reconciliation came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum ReconcileAnswer {
    /// Of everybody, or as many as there was time for.
    Everybody(ReconcileRun),
    /// Of one person.
    Person(Reconciled),
}

/// Why a job failed.
#[derive(Debug, thiserror::Error)]
pub enum JobError {
    /// The table had not answered when the function had to.
    #[error("the table did not answer before the deadline; the next run continues where this one was")]
    NoAnswer,
    /// The event asks for nothing that can be done.
    #[error("the event can't be read: {0}")]
    Event(#[source] serde_json::Error),
    /// The job could not be done.
    #[error(transparent)]
    Failed(#[from] Error),
    /// The answer can't be written.
    #[error("the answer can't be written: {0}")]
    Answer(#[source] serde_json::Error),
    /// The job panicked. The panic's own message went to standard error.
    #[error("the job panicked")]
    Panic,
}

impl From<JobError> for Diagnostic {
    fn from(error: JobError) -> Self {
        Self { error_type: "JobError".to_owned(), error_message: error.to_string() }
    }
}

impl ReconcileEvent {
    /// Does it, and logs one line that says what was found: a metric filter makes the drift a metric of it.
    ///
    /// # Errors
    /// [`JobError::Failed`], and [`JobError::NoAnswer`] a second before `deadline`.
    pub async fn reconcile(
        self,
        favorites: &Favorites,
        deadline: Deadline,
    ) -> Result<ReconcileAnswer, JobError> {
        let work = self.work(favorites, deadline.time_left().saturating_sub(MARGIN));
        let answer =
            tokio::time::timeout(deadline.time_to_answer(), work).await.map_err(|_| JobError::NoAnswer)??;
        // A single user's reconciliation finishes no round: a metric counts rounds by `finished`.
        let (people, failed, found, finished) = match answer {
            ReconcileAnswer::Everybody(run) => (run.people, run.failed, run.reconciled, Some(run.finished)),
            ReconcileAnswer::Person(reconciled) => (1, 0, reconciled, None),
        };
        let Reconciled { favorites, repaired, drift } = found;
        tracing::info!(
            target: METRICS,
            people,
            favorites,
            repaired,
            drift,
            failed,
            finished,
            "reconciled"
        );
        Ok(answer)
    }

    async fn work(self, favorites: &Favorites, time_left: Duration) -> Result<ReconcileAnswer, Error> {
        // Boxed, because the futures within futures, down to the SDK's, are deeper than the compiler follows.
        match self.user_id {
            Some(user) => {
                Box::pin(favorites.reconcile_person(&user, time_left)).await.map(ReconcileAnswer::Person)
            }
            None => Box::pin(favorites.reconcile(time_left)).await.map(ReconcileAnswer::Everybody),
        }
    }
}

/// What does a job: `async fn(&Favorites, Event, Deadline) -> Result<Answer, JobError>`.
pub trait Job<'a, E, A>: Fn(&'a Favorites, E, Deadline) -> Self::Future {
    /// The answer to come.
    type Future: Future<Output = Result<A, JobError>> + Send + 'a;
}

impl<'a, E, A, J, F> Job<'a, E, A> for J
where
    J: Fn(&'a Favorites, E, Deadline) -> F,
    F: Future<Output = Result<A, JobError>> + Send + 'a,
{
    type Future = F;
}

/// Serves `job` until Lambda ends the process. This is the whole `main` of a function that is no route and no consumer.
///
/// # Errors
/// [`ServeError`], before the first call or when the runtime stops.
pub async fn serve_job<E, A, J>(job: J) -> Result<(), ServeError>
where
    E: for<'de> Deserialize<'de> + Send,
    A: Serialize + Send,
    J: for<'a> Job<'a, E, A>,
{
    let favorites = start()?;
    let (job, favorites) = (&job, &favorites);
    let function = service_fn(move |event: LambdaEvent<E>| {
        job(favorites, event.payload, Deadline::at(event.context.deadline()))
    });
    lambda_runtime::run(function).await.map_err(ServeError::Runtime)
}

/// `job` as a function from event and deadline to answer, event and answer as JSON, on the path that [`serve_job`] takes; a panic is
/// caught, as the Lambda runtime catches it.
pub fn job_in_process<E, A, J>(
    job: J,
    favorites: Favorites,
) -> impl Fn(Value, Deadline) -> BoxFuture<'static, Result<Value, JobError>> + Send + Sync + Clone + 'static
where
    E: for<'de> Deserialize<'de> + Send + 'static,
    A: Serialize + Send + 'static,
    J: for<'a> Job<'a, E, A> + Send + Sync + 'static,
{
    let function = Arc::new((job, favorites));
    move |event, deadline| {
        let function = Arc::clone(&function);
        async move {
            let event = serde_json::from_value(event).map_err(JobError::Event)?;
            let (job, favorites) = &*function;
            // Nothing that a panic could leave half done is shared.
            let answer = AssertUnwindSafe(async { job(favorites, event, deadline).await });
            let answer = answer.catch_unwind().await.map_err(|_| JobError::Panic)??;
            serde_json::to_value(answer).map_err(JobError::Answer)
        }
        .boxed()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::sample;

    async fn reconcile(
        favorites: &Favorites,
        event: ReconcileEvent,
        deadline: Deadline,
    ) -> Result<ReconcileAnswer, JobError> {
        event.reconcile(favorites, deadline).await
    }

    async fn broken(_: &Favorites, _: ReconcileEvent, _: Deadline) -> Result<ReconcileAnswer, JobError> {
        panic!("a fault in a job")
    }

    fn in_a_minute() -> Deadline {
        Deadline::after(Duration::from_mins(1))
    }

    #[test]
    fn the_event_of_a_schedule_asks_for_everybody() {
        for event in [json!({}), json!({ "source": "aws.events", "detail": {} }), json!({ "userId": null })] {
            assert_eq!(serde_json::from_value::<ReconcileEvent>(event).unwrap(), ReconcileEvent::default());
        }
    }

    #[tokio::test]
    async fn an_event_that_names_nobody_is_refused() {
        let call = job_in_process(reconcile, sample::favorites());
        for user_id in [json!(""), json!(7), json!("x".repeat(300))] {
            let error = call(json!({ "userId": user_id }), in_a_minute()).await.unwrap_err();
            assert!(matches!(error, JobError::Event(_)), "{error}");
        }
    }

    #[tokio::test]
    async fn a_table_that_cannot_be_read_fails_the_job() {
        let call = job_in_process(reconcile, sample::favorites());
        for event in [json!({}), json!({ "userId": "ann" })] {
            let error = call(event, in_a_minute()).await.unwrap_err();
            assert!(matches!(error, JobError::Failed(_)), "{error}");
            assert_eq!(Diagnostic::from(error).error_type, "JobError");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_table_that_never_answers_fails_the_job_a_second_before_the_deadline() {
        let call = job_in_process(reconcile, sample::favorites_on(sample::Silent));
        for event in [json!({}), json!({ "userId": "ann" })] {
            let started = tokio::time::Instant::now();
            let error = call(event, in_a_minute()).await.unwrap_err();
            assert!(matches!(error, JobError::NoAnswer), "{error}");
            assert_eq!(started.elapsed(), Duration::from_secs(59));
        }
    }

    #[tokio::test]
    async fn a_panic_is_an_error_and_the_next_call_is_served() {
        let call = job_in_process(broken, sample::favorites());
        for _ in 0..2 {
            assert!(matches!(call(json!({}), in_a_minute()).await, Err(JobError::Panic)));
        }
    }

    #[test]
    fn the_answer_says_how_many() {
        let found = Reconciled { favorites: 9, repaired: 2, drift: 1 };
        let run = ReconcileRun { people: 3, failed: 0, reconciled: found, finished: true };
        assert_eq!(
            serde_json::to_value(ReconcileAnswer::Everybody(run)).unwrap(),
            json!({ "people": 3, "failed": 0, "favorites": 9, "repaired": 2, "drift": 1, "finished": true })
        );
        assert_eq!(
            serde_json::to_value(ReconcileAnswer::Person(found)).unwrap(),
            json!({ "favorites": 9, "repaired": 2, "drift": 1 })
        );
    }
}
