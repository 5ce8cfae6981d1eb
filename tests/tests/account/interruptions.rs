//! Calls that die, stand still or have too little time.

use std::time::Duration;

use favorites_api::favorites::{Job, JobState};
use favorites_tests::pause_when;
use single_table::testing::{Fault, Target, Times};

use crate::library::{LONG, Library, left};

/// Lets a call of a job die when it has sent this number of requests. Returns false if the call ends before.
async fn dies(library: &Library, job: &Job, requests: usize) -> bool {
    let (dying, faults) = library.faulty("worker");
    let mut call = Box::pin(dying.run_job(&library.ann, job.job_id, LONG));
    let dies = pause_when(&mut call, || faults.requests().len() >= requests).await.is_none();
    drop(call);
    library.let_go();
    dies
}

#[tokio::test]
async fn an_erasure_that_dies_again_and_again_ends_like_one_that_does_not() {
    let library = Library::open().await;
    library.fill(&library.bob).await;
    let of_bob = library.items_of(&library.bob).await;
    let files = library.files().await;
    library.fill(&library.ann).await;
    let whole = library.erase(&library.ann).await;
    let (mut deaths, mut requests) = (0, 3);
    library.fill(&library.ann).await;
    let job = library.begin(&library.ann).await;
    // Each call gets a little further than the one before it.
    while dies(&library, &job, requests).await {
        deaths += 1;
        requests += 2;
        assert!(deaths < 500, "no call reaches the end of a round");
    }
    let job = library.finish(&job).await;
    assert!(deaths >= 15, "{deaths}");
    assert_eq!(job.counts, whole.counts);
    assert_eq!(library.kinds_of(&library.ann).await, left());
    assert_eq!(library.items_of(&library.bob).await, of_bob);
    assert_eq!(library.files().await, files);
    library.close().await;
}

#[tokio::test]
async fn an_erasure_goes_on_after_a_table_that_was_throttled() {
    let library = Library::open().await;
    library.fill(&library.ann).await;
    let job = library.begin(&library.ann).await;
    let (unlucky, faults) = library.faulty("worker");
    faults.arm_after(40, Fault::Throttled(Target::Any), Times::Always);
    unlucky.run_job(&library.ann, job.job_id, LONG).await.expect_err("the table does not answer");
    library.let_go();
    library.finish(&job).await;
    assert_eq!(library.kinds_of(&library.ann).await, left());
    library.close().await;
}

#[tokio::test]
async fn a_call_without_time_saves_its_place_and_lets_the_next_one_go_on_at_once() {
    let library = Library::open().await;
    library.fill(&library.ann).await;
    let job = library.begin(&library.ann).await;
    let mut found = library.items_of(&library.ann).await.len();
    for calls in 0.. {
        let job =
            library.favorites.run_job(&library.ann, job.job_id, Duration::from_millis(1)).await.unwrap();
        assert_eq!(job.state, JobState::Running);
        let left_over = library.items_of(&library.ann).await.len();
        if left_over == 3 {
            assert!(calls > 5, "{calls}");
            break;
        }
        assert!(left_over <= found && calls < 100, "{calls} calls leave {left_over}");
        found = left_over;
    }
    library.close().await;
}

#[tokio::test]
async fn a_call_that_stood_still_stops_when_another_has_finished_the_job() {
    let library = Library::open().await;
    library.fill(&library.ann).await;
    let job = library.begin(&library.ann).await;
    let (slow, faults) = library.faulty("worker");
    let mut call = Box::pin(slow.run_job(&library.ann, job.job_id, LONG));
    assert!(pause_when(&mut call, || faults.requests().len() >= 60).await.is_none());
    library.let_go();
    let finished = library.finish(&job).await;
    assert_eq!(call.await.unwrap(), finished);
    assert_eq!(library.kinds_of(&library.ann).await, left());
    library.close().await;
}

#[tokio::test]
async fn two_calls_at_once_erase_what_one_does() {
    let library = Library::open().await;
    library.fill(&library.ann).await;
    let job = library.begin(&library.ann).await;
    let run = async || library.favorites.run_job(&library.ann, job.job_id, LONG).await;
    let (first, second) = futures::join!(run(), run());
    first.unwrap();
    second.unwrap();
    library.let_go();
    library.finish(&job).await;
    assert_eq!(library.kinds_of(&library.ann).await, left());
    library.close().await;
}
