//! Requests and consumers that work while an account is erased.

use std::time::Duration;

use favorites_api::favorites::limits::ERASURE_SETTLES;
use favorites_api::favorites::{Action, Error, ExportFormat, JobState, Repairs, Selector};
use favorites_tests::{consistency, pause_when};

use crate::library::{LONG, Library, left};

#[tokio::test]
async fn what_is_saved_while_it_runs_is_erased_too() {
    let library = Library::open().await;
    library.fill(&library.ann).await;
    let job = library.begin(&library.ann).await;
    let run = async || library.favorites.run_job(&library.ann, job.job_id, LONG).await.unwrap();
    run().await;
    for round in 0..3 {
        let before = library.recorded().await;
        let tag = library.tag(&library.ann, &format!("Late {round}")).await;
        library.note(&library.ann, "Saved late", &[tag]).await;
        library.deliver(&library.records_since(&before).await).await;
        library.clock.advance(ERASURE_SETTLES);
        assert_eq!(run().await.state, JobState::Running, "it has found something");
    }
    library.clock.advance(ERASURE_SETTLES);
    assert_eq!(run().await.state, JobState::Done);
    assert_eq!(library.kinds_of(&library.ann).await, left());
    library.close().await;
}

#[tokio::test]
async fn a_user_who_goes_on_saving_in_the_middle_of_a_round_keeps_whole_favorites_or_none() {
    for requests in [30, 75, 120] {
        let library = Library::open().await;
        library.fill(&library.ann).await;
        let job = library.begin(&library.ann).await;
        let (slow, faults) = library.faulty("worker");
        let mut call = Box::pin(slow.run_job(&library.ann, job.job_id, LONG));
        assert!(pause_when(&mut call, || faults.requests().len() >= requests).await.is_none());
        let tag = library.tag(&library.ann, "Meanwhile").await;
        library.note(&library.ann, "Meanwhile", &[tag]).await;
        call.await.unwrap();
        library.finish(&job).await;
        assert_eq!(library.kinds_of(&library.ann).await, left(), "after {requests} requests");
        library.close().await;
    }
}

#[tokio::test]
async fn a_commit_that_read_the_head_before_it_was_deleted_puts_no_head() {
    for erased_first in [true, false] {
        let library = Library::open().await;
        library.fill(&library.ann).await;
        let before = library.recorded().await;
        library.note(&library.ann, "The last one", &[]).await;
        let records = library.records_since(&before).await;
        let (slow, faults) = library.faulty("change-consumer");
        let mut commit = Box::pin(slow.apply_changes(records, LONG));
        // The head and the segments are read.
        assert!(pause_when(&mut commit, || faults.requests().len() >= 3).await.is_none());
        let job = library.begin(&library.ann).await;
        if erased_first {
            library.finish(&job).await;
        } else {
            library.favorites.run_job(&library.ann, job.job_id, LONG).await.unwrap();
        }
        for result in commit.await {
            result.expect("the record is applied");
        }
        library.finish(&job).await;
        let head = library.kinds_of(&library.ann).await.contains("CatalogueHead");
        assert!(!head, "{:?}", library.items_of(&library.ann).await);
        assert_eq!(library.favorites.counts(&library.ann).await.unwrap().total, 0);
        library.close().await;
    }
}

#[tokio::test]
async fn a_commit_that_creates_a_head_meets_the_erasure_at_any_request() {
    for requests in [1, 2, 4, 6, 8, 10] {
        let library = Library::open().await;
        let before = library.recorded().await;
        library.note(&library.ann, "The first one", &[]).await;
        let records = library.records_since(&before).await;
        let (slow, faults) = library.faulty("change-consumer");
        let mut commit = Box::pin(slow.apply_changes(records, LONG));
        let done = pause_when(&mut commit, || faults.requests().len() >= requests).await;
        library.erase(&library.ann).await;
        if done.is_none() {
            for result in commit.await {
                result.expect("the record is applied");
            }
        }
        assert_eq!(
            library.favorites.counts(&library.ann).await.unwrap().total,
            0,
            "after {requests} requests"
        );
        assert!(!library.kinds_of(&library.ann).await.contains("CatalogueHead"), "after {requests} requests");
        library.close().await;
    }
}

#[tokio::test]
async fn another_job_of_the_user_ends_without_a_trace() {
    let library = Library::open().await;
    library.fill(&library.ann).await;
    let other =
        library.favorites.begin_job(&library.ann, Action::Delete, Selector::default(), None).await.unwrap();
    let (slow, faults) = library.faulty("worker");
    let mut call = Box::pin(slow.run_job(&library.ann, other.job_id, LONG));
    assert!(pause_when(&mut call, || faults.requests().len() >= 20).await.is_none());
    let job = library.begin(&library.ann).await;
    library.favorites.run_job(&library.ann, job.job_id, LONG).await.unwrap();
    // The call notices it at its next write, or gives up a change that was under way.
    let error = call.await.unwrap_err();
    assert!(matches!(error, Error::NoJob(_) | Error::Busy(_)), "{error}");
    let error = library.favorites.run_job(&library.ann, other.job_id, LONG).await.unwrap_err();
    assert!(matches!(error, Error::NoJob(job_id) if job_id == other.job_id), "{error}");
    library.finish(&job).await;
    assert_eq!(library.kinds_of(&library.ann).await, left());
    library.close().await;
}

#[tokio::test]
async fn a_pass_of_reconciliation_at_the_same_time_leaves_nothing() {
    for requests in [1, 4, 16, 32] {
        let library = Library::open().await;
        library.fill(&library.ann).await;
        let (slow, faults) = library.faulty("worker");
        let ann = library.ann.clone();
        let mut pass = Box::pin(slow.reconcile_user(&ann, Repairs::AtOnce, Duration::from_secs(5)));
        let stands = pause_when(&mut pass, || faults.requests().len() >= requests).await.is_none();
        let job = library.begin(&library.ann).await;
        library.favorites.run_job(&library.ann, job.job_id, LONG).await.unwrap();
        if stands {
            pass.await.unwrap();
        }
        library.finish(&job).await;
        assert_eq!(library.kinds_of(&library.ann).await, left(), "after {requests} requests");
        library.close().await;
    }
}

#[tokio::test]
async fn counts_are_right_after_an_erasure_during_which_the_user_saved() {
    let library = Library::open().await;
    library.fill(&library.ann).await;
    let job = library.begin(&library.ann).await;
    library.favorites.run_job(&library.ann, job.job_id, LONG).await.unwrap();
    library.clock.advance(ERASURE_SETTLES);
    let before = library.recorded().await;
    let (slow, faults) = library.faulty("worker");
    let mut call = Box::pin(slow.run_job(&library.ann, job.job_id, LONG));
    // The last round has passed the favorites.
    assert!(pause_when(&mut call, || faults.requests().len() >= 40).await.is_none());
    library.note(&library.ann, "Saved at the last moment", &[]).await;
    let ended = call.await.unwrap();
    let records = library.records_since(&before).await;
    library.deliver(&records).await;
    let kept = u64::from(ended.state == JobState::Done);
    assert_eq!(library.favorites.counts(&library.ann).await.unwrap().total, kept);
    assert_eq!(consistency::faults_of_catalogue(&library.items().await), Vec::<String>::new());
    library.close().await;
}

#[tokio::test]
async fn an_export_that_goes_on_at_the_same_time_leaves_no_file() {
    for requests in [2, 4, 6] {
        let library = Library::open().await;
        library.fill(&library.ann).await;
        let export =
            library.favorites.begin_export(&library.ann, ExportFormat::JsonLines, None).await.unwrap();
        let (slow, faults) = library.faulty("worker");
        let mut call = Box::pin(slow.run_job(&library.ann, export.job_id, LONG));
        assert!(pause_when(&mut call, || faults.requests().len() >= requests).await.is_none());
        let job = library.begin(&library.ann).await;
        library.favorites.run_job(&library.ann, job.job_id, LONG).await.unwrap();
        // The call completes its file, or notices at its next write that its job is gone.
        call.await.ok();
        library.finish(&job).await;
        assert_eq!(library.kinds_of(&library.ann).await, left(), "after {requests} requests");
        assert_eq!(library.files().await, Vec::<String>::new(), "after {requests} requests");
        library.close().await;
    }
}
