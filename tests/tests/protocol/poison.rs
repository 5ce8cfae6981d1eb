//! Jobs whose work ends the process of the worker each time (`src/bin/misbehaving.rs`).

use std::sync::{Arc, Mutex};
use std::time::Duration;

use favorites_api::Favorites;
use favorites_api::favorites::limits::{ATTEMPT_DELAYS, ATTEMPTS, JOB_HELD};
use favorites_api::favorites::{Action, JobState, Selector, TagName, UserId};
use favorites_local::{Environment, FunctionError, functions_on};
use favorites_tests::lambda::variables;
use favorites_tests::runtime_api::{Function, Outcome};
use favorites_tests::{Clock, Service, eventually, sample};
use serde_json::{Value, json};

/// More time than a call needs.
const LONG: Duration = Duration::from_mins(1);

/// The number of favorites of the job's user: more than the worker changes before its accident.
const FAVORITES: usize = 30;

/// The number of calls that die. The first one saves a plan before it dies, so it does not count as an
/// attempt in vain.
const DEATHS: usize = 1 + ATTEMPTS;

/// The stream's calls of the worker. Each has a process of its own, which stops in the middle if the user is
/// `ann`.
#[derive(Clone)]
struct Calls {
    environment: Environment,
    clock: Clock,
    poison: &'static str,
    /// The time of a call.
    time: Duration,
    /// How the calls ended that did not answer.
    deaths: Arc<Mutex<Vec<String>>>,
}

impl Calls {
    async fn call(self, event: Value) -> Result<Value, FunctionError> {
        let is_of_ann = event["Records"][0]["dynamodb"]["Keys"]["pk"]["S"] == "Due#ann";
        let (poison, time) = if is_of_ann { (self.poison, self.time) } else { ("none", LONG) };
        let now = self.clock.now().as_unix_millis().to_string();
        let variables = variables(&self.environment, "worker").into_iter();
        let variables = variables.chain([("POISON", poison.to_owned()), ("NOW", now)]);
        let mut worker = Function::start(env!("CARGO_BIN_EXE_misbehaving"), variables).await;
        match worker.try_invoke_within(&event, time).await {
            Ok(Outcome::Answer(answer)) => Ok(answer),
            other => {
                let death = format!("{other:?}");
                self.deaths.lock().expect("nobody panicked with it").push(death.clone());
                Err(FunctionError::new("Died", death))
            }
        }
    }
}

/// Stops the worker in this way at each attempt, and expects this message of each call that died.
async fn the_job_fails_and_that_of_another_user_ends(poison: &'static str, time: Duration, message: &str) {
    let (clock, deaths) = (Clock::start(), Arc::<Mutex<Vec<String>>>::default());
    let died = || deaths.lock().expect("nobody panicked with it").len();
    let service = Service::start_with(|environment| {
        let (environment, clock, deaths) = (environment.clone(), clock.clone(), Arc::clone(&deaths));
        let calls = Calls { environment: environment.clone(), clock: clock.clone(), poison, time, deaths };
        functions_on(&environment, |client| {
            let clock = clock.clone();
            Favorites::new(client, environment.table_name.clone()).with_clock(move || clock.now())
        })
        .with("worker", move |event| calls.clone().call(event))
    })
    .await;
    let of_owner = clock.clone();
    let owner = Favorites::new(service.dynamodb(), service.table_name().to_owned())
        .with_clock(move || of_owner.now());
    let [ann, bob] = ["ann", "bob"].map(|name| UserId::parse(name).expect("it is an id"));
    for (name, notes) in [("ann", FAVORITES), ("bob", 1)] {
        let person = service.person(name);
        for number in 0..notes {
            person.create(&sample::favorite("note", &number.to_string())).await;
        }
    }
    let tag = owner
        .create_tag(&ann, TagName::parse("Mark").expect("it is a name"), None)
        .await
        .expect("the table answers");
    let poisoned = owner
        .begin_job(&ann, Action::Tag(tag.tag_id), Selector::default(), None)
        .await
        .expect("the table answers");
    let other =
        owner.begin_job(&bob, Action::Delete, Selector::default(), None).await.expect("the table answers");
    for attempt in 1..=DEATHS {
        assert_eq!(
            owner.job(&ann, poisoned.job_id).await.expect("the table answers").state,
            JobState::Running
        );
        clock.advance(JOB_HELD + ATTEMPT_DELAYS[ATTEMPTS - 2]);
        owner.sweep(LONG).await.expect("the table answers");
        eventually(async || if died() == attempt { Ok(()) } else { Err(format!("{attempt}: {deaths:?}")) })
            .await;
        eventually(async || match owner.job(&bob, other.job_id).await.expect("the table answers") {
            job if job.state == JobState::Done => Ok(()),
            job => Err(format!("{job:?}")),
        })
        .await;
    }
    clock.advance(JOB_HELD + ATTEMPT_DELAYS[ATTEMPTS - 2]);
    owner.sweep(LONG).await.expect("the table answers");
    let failed =
        eventually(async || match owner.job(&ann, poisoned.job_id).await.expect("the table answers") {
            job if job.state == JobState::Failed => Ok(job),
            job => Err(format!("{job:?}")),
        });
    let reason = failed.await.reason.expect("a job that failed says why");
    assert_eq!(reason, "the job got no further in 5 attempts; the last one: it was cut off");
    let deaths = deaths.lock().expect("nobody panicked with it").clone();
    assert!(deaths.len() == DEATHS && deaths.iter().all(|death| death.contains(message)), "{deaths:?}");
    let kept = service.person("ann").all("/favorites?limit=100").await;
    let tagged = kept.iter().filter(|favorite| favorite["tagIds"] == json!([tag.tag_id.to_string()])).count();
    assert!(kept.len() == FAVORITES && (1..FAVORITES).contains(&tagged), "{tagged} have the tag");
    service.end().await;
}

#[tokio::test]
async fn a_job_that_kills_the_worker_fails_with_a_reason_and_others_go_on() {
    the_job_fails_and_that_of_another_user_ends("kill", LONG, "wait_status(9)").await;
}

#[tokio::test]
async fn a_job_that_makes_the_worker_panic_fails_with_a_reason_and_others_go_on() {
    the_job_fails_and_that_of_another_user_ends("panic", LONG, "panicked").await;
}

#[tokio::test]
async fn a_job_that_blocks_the_worker_fails_with_a_reason_and_others_go_on() {
    the_job_fails_and_that_of_another_user_ends("block", Duration::from_secs(3), "TimedOut").await;
}
