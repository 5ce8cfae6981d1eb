//! Jobs that can't go on, again and again, and what this means for other jobs.

use std::time::Duration;

use favorites_api::favorites::limits::{ATTEMPT_DELAYS, ATTEMPTS, JOB_HELD, JOBS_AT_ONCE, SWEPT_AT_ONCE};
use favorites_api::favorites::{Action, Error, Job, JobState, Selector, TagId, Turn, UserId};
use favorites_tests::pause_when;
use sha2::{Digest as _, Sha256};
use single_table::testing::{Fault, Operation, Target, Times};
use tokio::time::Instant;

use crate::library::{LONG, Library};

/// The requests of a call until it has claimed a job: it reads the job, and writes the claim.
const CLAIM: usize = 2;

async fn library() -> (Library, TagId) {
    let library = Library::open().await;
    let tag = library.tag("Mark").await;
    for number in 0..10 {
        library.note(&format!("Note {number}"), &[], None).await;
    }
    (library, tag)
}

/// Lets a call die after this number of requests, and the time pass for which it holds the job.
async fn die(library: &Library, job: &Job, requests: usize) {
    let (dying, faults) = library.faulty();
    let mut call = Box::pin(dying.run_job(&library.user, job.job_id, LONG));
    assert!(pause_when(&mut call, || faults.requests().len() > requests).await.is_none());
    drop(call);
    library.let_go();
}

#[tokio::test]
async fn a_job_whose_calls_all_die_fails_with_a_reason_and_the_next_one_is_done() {
    let (library, tag) = library().await;
    let poisoned = library.begin(Action::Tag(tag), Selector::default()).await;
    for _ in 0..ATTEMPTS {
        let job = library.favorites.job(&library.user, poisoned.job_id).await.unwrap();
        assert_eq!(job.state, JobState::Running, "{job:?}");
        die(&library, &poisoned, CLAIM).await;
    }
    let failed = library.favorites.run_job(&library.user, poisoned.job_id, LONG).await.unwrap();
    assert_eq!(failed.state, JobState::Failed);
    let reason = failed.reason.unwrap();
    assert!(reason.contains("in 5 attempts") && reason.contains("cut off"), "{reason}");
    let other = library.act(Action::Tag(tag), Selector::default()).await;
    assert_eq!(other.counts.changed, 10);
    library.table.shutdown().await;
}

#[tokio::test]
async fn errors_delay_the_next_attempt_for_longer_each_time_and_then_the_job_fails_with_the_last_error() {
    let (library, tag) = library().await;
    let job = library.begin(Action::Tag(tag), Selector::default()).await;
    for delay in ATTEMPT_DELAYS {
        attempt_with_errors(&library, &job).await;
        let next = library.favorites.jobs_with_work(&library.user).await.unwrap()[&job.job_id];
        assert_eq!(next, library.clock.after(delay));
        library.clock.advance(delay);
    }
    attempt_with_errors(&library, &job).await;
    let failed = library.favorites.job(&library.user, job.job_id).await.unwrap();
    assert_eq!(failed.state, JobState::Failed, "{failed:?}");
    assert!(failed.reason.as_ref().is_some_and(|reason| reason.contains("throttled")), "{failed:?}");
    assert!(library.favorites.jobs_with_work(&library.user).await.unwrap().is_empty());
    library.table.shutdown().await;
}

/// Makes an attempt whose table refuses all queries.
async fn attempt_with_errors(library: &Library, job: &Job) {
    let (unlucky, faults) = library.faulty();
    faults.arm(Fault::Throttled(Target::Only(Operation::Query)), Times::Always);
    unlucky.run_job(&library.user, job.job_id, LONG).await.expect_err("the table refuses the query");
}

#[tokio::test]
async fn progress_clears_the_attempts() {
    let (library, tag) = library().await;
    let whole = library.act(Action::Tag(tag), Selector::default()).await;
    library.undo(&whole).await;
    let job = library.begin(Action::Tag(tag), Selector::default()).await;
    for _ in 0..ATTEMPTS - 1 {
        die(&library, &job, CLAIM).await;
    }
    let job = library.favorites.run_job(&library.user, job.job_id, Duration::ZERO).await.unwrap();
    assert_eq!(job.state, JobState::Running, "a step is done, and work is left");
    for _ in 0..ATTEMPTS - 1 {
        die(&library, &job, CLAIM).await;
    }
    assert_eq!(library.finish(&job).await.counts, whole.counts);
    library.table.shutdown().await;
}

#[tokio::test]
async fn a_user_has_at_most_fifty_jobs_and_can_still_erase_the_account() {
    let (library, tag) = library().await;
    for _ in 0..JOBS_AT_ONCE {
        library.begin(Action::Tag(tag), Selector::default()).await;
    }
    let refused =
        library.favorites.begin_job(&library.user, Action::Tag(tag), Selector::default(), None).await;
    let error = refused.unwrap_err();
    assert!(matches!(error, Error::TooManyJobs), "{error}");
    assert!(error.to_string().contains("at most 50 jobs"), "{error}");
    let (first, _) = library.favorites.jobs_with_work(&library.user).await.unwrap().pop_first().unwrap();
    library.favorites.cancel_job(&library.user, first).await.unwrap();
    library.begin(Action::Tag(tag), Selector::default()).await;
    library.favorites.erase_account(&library.user, None).await.unwrap();
    library.table.shutdown().await;
}

#[tokio::test]
async fn fifty_long_jobs_of_one_user_delay_another_user_by_one_turn() {
    let (library, tag) = library().await;
    for _ in 0..JOBS_AT_ONCE {
        library.begin(Action::Tag(tag), Selector::default()).await;
    }
    let bob = UserId::parse("bob").unwrap();
    let small = library.favorites.begin_job(&bob, Action::Delete, Selector::default(), None).await.unwrap();
    library.clock.advance(JOB_HELD);
    let swept = library.favorites.sweep(LONG).await.unwrap();
    assert_eq!((swept.users, swept.finished), (2, true));
    // The stream has one call of each user.
    let turn = library.favorites.take_turn(&library.user, Duration::ZERO).await.unwrap();
    assert!(matches!(turn, Turn::Job(job) if job.state == JobState::Running));
    let turn = library.favorites.take_turn(&bob, Duration::ZERO).await.unwrap();
    assert!(matches!(turn, Turn::Job(job) if job.job_id == small.job_id && job.state == JobState::Done));
    library.table.shutdown().await;
}

#[tokio::test]
async fn two_hundred_users_with_long_jobs_all_make_progress_in_each_round() {
    let (library, _) = library().await;
    let mut users = Vec::new();
    for number in 0..200 {
        let user = UserId::parse(format!("user-{number}")).unwrap();
        let begun = library.favorites.begin_job(&user, Action::Delete, Selector::default(), None).await;
        users.push((user, begun.unwrap().job_id));
    }
    library.clock.advance(JOB_HELD);
    assert_eq!(library.favorites.sweep(LONG).await.unwrap().users, 200);
    for (user, job_id) in users {
        let turn = library.favorites.take_turn(&user, Duration::ZERO).await.unwrap();
        assert!(matches!(turn, Turn::Job(job) if job.job_id == job_id), "{user:?}");
    }
    library.table.shutdown().await;
}

#[tokio::test]
async fn the_sweeper_reads_a_shard_to_its_end_page_by_page() {
    let (library, _) = library().await;
    // `Due` takes the shard from the first byte of the SHA-256 of the user id.
    let names = (0..).map(|number| format!("user-{number}"));
    let of_one_shard = names.filter(|name| Sha256::digest(name)[0] % 16 == 0);
    let users = SWEPT_AT_ONCE as usize + 5;
    for name in of_one_shard.take(users) {
        let user = UserId::parse(name).unwrap();
        library.favorites.begin_job(&user, Action::Delete, Selector::default(), None).await.unwrap();
    }
    library.clock.advance(JOB_HELD);
    let swept = library.favorites.sweep(LONG).await.unwrap();
    assert_eq!((swept.users, swept.finished), (users as u64, true));
    library.table.shutdown().await;
}

#[tokio::test]
async fn the_sweeper_stops_when_its_time_ends_and_the_next_one_goes_on() {
    let (library, _) = library().await;
    for number in 0..5 {
        let user = UserId::parse(format!("user-{number}")).unwrap();
        library.favorites.begin_job(&user, Action::Delete, Selector::default(), None).await.unwrap();
    }
    library.clock.advance(JOB_HELD);
    let none = library.favorites.sweep(Duration::ZERO).await.unwrap();
    assert_eq!((none.users, none.finished), (0, false));
    let all = library.favorites.sweep(LONG).await.unwrap();
    assert_eq!((all.users, all.finished), (5, true));
    let again = library.favorites.sweep(LONG).await.unwrap();
    assert_eq!((again.users, again.finished), (0, true), "their calls are on their way");
    library.table.shutdown().await;
}

#[tokio::test]
async fn an_item_that_cannot_be_read_keeps_no_other_shard_waiting() {
    let (library, tag) = library().await;
    library.begin(Action::Tag(tag), Selector::default()).await;
    for number in 0..40 {
        let user = UserId::parse(format!("user-{number}")).unwrap();
        library.favorites.begin_job(&user, Action::Delete, Selector::default(), None).await.unwrap();
    }
    library.break_due().await;
    library.clock.advance(JOB_HELD);
    let swept = library.favorites.sweep(LONG).await.unwrap();
    assert!((20..=40).contains(&swept.users) && swept.finished, "{swept:?}");
    library.table.shutdown().await;
}

#[tokio::test]
async fn a_call_that_is_delivered_twice_is_one_turn() {
    let (library, tag) = library().await;
    library.begin(Action::Tag(tag), Selector::default()).await;
    library.clock.advance(JOB_HELD);
    library.favorites.sweep(LONG).await.unwrap();
    let turn = library.favorites.take_turn(&library.user, LONG).await.unwrap();
    assert!(matches!(turn, Turn::Job(job) if job.state == JobState::Done));
    assert!(matches!(library.favorites.take_turn(&library.user, LONG).await.unwrap(), Turn::None));
    library.table.shutdown().await;
}

#[tokio::test]
async fn a_request_answers_with_its_job_before_its_deadline_however_slow_the_table_is() {
    let (library, tag) = library().await;
    let job = library.begin(Action::Tag(tag), Selector::default()).await;
    let (slow, faults) = library.faulty();
    let deadline = Instant::now() + Duration::from_secs(3);
    faults.arm(Fault::Throttled(Target::Any), Times::Always);
    let answered = slow.with_deadline(deadline).run_at_once(job.clone(), LONG).await;
    assert!(Instant::now() < deadline);
    assert_eq!((answered.job_id, answered.state), (job.job_id, JobState::Running));
    library.let_go();
    assert_eq!(library.finish(&job).await.counts.changed, 10);
    library.table.shutdown().await;
}
