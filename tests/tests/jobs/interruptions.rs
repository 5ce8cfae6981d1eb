//! Calls that die, stand still, meet each other or have too little time.

use std::time::Duration;

use favorites_api::favorites::limits::JOB_KEEPS;
use favorites_api::favorites::{Action, Error, Job, JobCounts, JobState, Selector, TagId};
use favorites_tests::pause_when;
use futures::FutureExt as _;
use futures::future::BoxFuture;
use single_table::testing::{Fault, Target, Times};

use crate::library::{LONG, Library};

/// Enough for several steps of a job.
const NOTES: u32 = 15;

async fn library() -> (Library, TagId) {
    let library = Library::open().await;
    let tag = library.tag("Mark").await;
    for number in 0..NOTES {
        let tags: &[TagId] = if number.is_multiple_of(5) { &[tag] } else { &[] };
        library.note(&format!("Note {number}"), tags, None).await;
    }
    (library, tag)
}

/// Lets a call of a job die when it has sent this number of requests, and finishes the job with another call. Returns false if the job
/// has fewer requests.
async fn interrupted(library: &Library, job: &Job, requests: usize) -> (Job, bool) {
    let (dying, faults) = library.faulty();
    let mut call = Box::pin(dying.run_job(&library.user, job.job_id, LONG));
    let dies = pause_when(&mut call, || faults.requests().len() >= requests).await.is_none();
    drop(call);
    library.let_go();
    (library.finish(job).await, dies)
}

/// Begins a job that tags everything, and returns it with a call that stands still after this number of requests.
async fn standing(
    library: &Library,
    tag: TagId,
    requests: usize,
) -> (Job, BoxFuture<'static, Result<Job, Error>>) {
    let job = library.begin(Action::Tag(tag), Selector::default()).await;
    let (slow, faults) = library.faulty();
    let (user, job_id) = (library.user.clone(), job.job_id);
    let mut call = async move { slow.run_job(&user, job_id, LONG).await }.boxed();
    assert!(pause_when(&mut call, || faults.requests().len() >= requests).await.is_none());
    (job, call)
}

#[tokio::test]
async fn a_job_that_dies_at_any_request_ends_like_one_that_does_not_and_can_be_undone() {
    let (library, tag) = library().await;
    let before = library.states().await;
    for action in [Action::Tag(tag), Action::Delete] {
        let whole = library.act(action, Selector::default()).await;
        let after = library.states().await;
        library.undo(&whole).await;
        let mut deaths = 0;
        for requests in (1..).step_by(2) {
            let job = library.begin(action, Selector::default()).await;
            let (job, dies) = interrupted(&library, &job, requests).await;
            assert_eq!(library.states().await, after, "{action:?} after {requests} requests");
            assert_eq!(job.counts, whole.counts, "{action:?} after {requests} requests");
            let undo = library.favorites.undo_job(&library.user, job.job_id).await.unwrap();
            let (_, undo_dies) = interrupted(&library, &undo, requests).await;
            assert_eq!(library.states().await, before, "{action:?} undone after {requests} requests");
            deaths += u32::from(dies) + u32::from(undo_dies);
            if !dies && !undo_dies {
                break;
            }
        }
        assert!(deaths >= 30, "{action:?}: {deaths}");
    }
    library.table.shutdown().await;
}

#[tokio::test]
async fn a_job_goes_on_after_a_table_that_was_throttled() {
    let (library, tag) = library().await;
    let job = library.begin(Action::Tag(tag), Selector::default()).await;
    let (unlucky, faults) = library.faulty();
    faults.arm_after(25, Fault::Throttled(Target::Any), Times::Always);
    unlucky.run_job(&library.user, job.job_id, LONG).await.expect_err("the table does not answer");
    library.let_go();
    let job = library.finish(&job).await;
    assert_eq!(job.counts, JobCounts { changed: 12, unchanged: 3, failed: 0 });
    library.table.shutdown().await;
}

#[tokio::test]
async fn a_call_without_time_saves_its_place_and_lets_the_next_one_go_on_at_once() {
    let (library, tag) = library().await;
    let mut job = library.begin(Action::Tag(tag), Selector::default()).await;
    let mut calls = 0;
    while job.state == JobState::Running {
        job = library.favorites.run_job(&library.user, job.job_id, Duration::from_millis(1)).await.unwrap();
        calls += 1;
        assert!(calls < 20, "{job:?}");
    }
    assert_eq!((job.state, job.counts.changed, calls > 1), (JobState::Done, 12, true), "{job:?}");
    library.table.shutdown().await;
}

#[tokio::test]
async fn of_two_calls_one_works_and_the_other_leaves_the_job_alone() {
    let (library, tag) = library().await;
    let (job, call) = standing(&library, tag, 8).await;
    let other = library.favorites.run_job(&library.user, job.job_id, LONG).await.unwrap();
    assert_eq!((other.state, other.counts.changed), (JobState::Running, 0), "it is held");
    assert_eq!(call.await.unwrap().counts, JobCounts { changed: 12, unchanged: 3, failed: 0 });
    library.table.shutdown().await;
}

#[tokio::test]
async fn a_call_that_stood_still_for_long_stops_when_another_has_finished_the_job() {
    let (library, tag) = library().await;
    let (job, call) = standing(&library, tag, 8).await;
    library.let_go();
    let finished = library.finish(&job).await;
    assert_eq!(call.await.unwrap(), finished);
    library.table.shutdown().await;
}

#[tokio::test]
async fn a_cancelled_job_stops_at_its_step_and_what_it_has_done_can_be_undone() {
    let (library, tag) = library().await;
    let before = library.states().await;
    let (job, call) = standing(&library, tag, 25).await;
    let cancelled = library.favorites.cancel_job(&library.user, job.job_id).await.unwrap();
    assert_eq!(cancelled.state, JobState::Cancelling, "a step is under way");
    let refused = library.favorites.undo_job(&library.user, job.job_id).await.unwrap_err();
    assert!(matches!(refused, Error::NotUndoable { .. }), "{refused}");
    let cancelled = call.await.unwrap();
    assert_eq!(cancelled.state, JobState::Cancelled);
    let changed = library.states().await.iter().filter(|(id, state)| before[id] != **state).count();
    assert_eq!(cancelled.counts.changed, changed as u64, "the step under way is counted");
    assert!(library.favorites.jobs_with_work(&library.user).await.unwrap().is_empty());
    assert_ne!(library.states().await, before);
    library.undo(&cancelled).await;
    assert_eq!(library.states().await, before);
    let again = library.favorites.cancel_job(&library.user, job.job_id).await.unwrap();
    assert_eq!(again.state, JobState::Cancelled, "a job that has ended stays as it is");
    library.table.shutdown().await;
}

#[tokio::test]
async fn favorites_that_go_while_a_job_runs_are_no_failures() {
    let (library, tag) = library().await;
    let gone = library.note("Going", &[], None).await;
    // The plan is saved.
    let (_, call) = standing(&library, tag, 6).await;
    library.favorites.delete_favorite(&library.user, gone, None).await.unwrap();
    let job = call.await.unwrap();
    assert_eq!(job.counts, JobCounts { changed: 12, unchanged: 4, failed: 0 });
    library.table.shutdown().await;
}

#[tokio::test]
async fn a_job_that_expired_before_its_end_leaves_the_list_at_its_turn() {
    let (library, tag) = library().await;
    let job = library.begin(Action::Tag(tag), Selector::default()).await;
    library.clock.advance(JOB_KEEPS + Duration::from_secs(1));
    let error = library.favorites.run_job(&library.user, job.job_id, LONG).await.unwrap_err();
    assert!(matches!(error, Error::NoJob(_)), "{error}");
    assert!(library.favorites.jobs_with_work(&library.user).await.unwrap().is_empty());
    library.table.shutdown().await;
}
