//! The job of an erasure, which its user can read while it runs and for some days after its end.

use std::time::Duration;

use favorites_api::favorites::limits::{ERASURE_SETTLES, IDEMPOTENCY_KEEPS, RECEIPT_KEEPS};
use favorites_api::favorites::{Error, IdempotencyKey, JobState};

use crate::library::{LONG, Library};

#[tokio::test]
async fn a_second_request_has_the_job_that_is_under_way_and_later_one_of_its_own() {
    let library = Library::open().await;
    library.note(&library.ann, "A note", &[]).await;
    let first = library.begin(&library.ann).await;
    assert_eq!(library.begin(&library.ann).await.job_id, first.job_id);
    library.finish(&first).await;
    assert_ne!(library.begin(&library.ann).await.job_id, first.job_id);
    library.close().await;
}

#[tokio::test]
async fn a_repeated_request_erases_nothing_that_was_saved_since() {
    let library = Library::open().await;
    let key = IdempotencyKey::parse("k").unwrap();
    let begin = async || library.favorites.erase_account(&library.ann, Some(&key)).await.unwrap();
    library.note(&library.ann, "A note", &[]).await;
    let job = library.finish(&begin().await).await;
    library.note(&library.ann, "Saved since", &[]).await;
    let again = begin().await;
    assert_eq!((again.job_id, again.state), (job.job_id, JobState::Done));
    library.clock.advance(IDEMPOTENCY_KEEPS + Duration::from_secs(1));
    assert_ne!(begin().await.job_id, job.job_id);
    library.close().await;
}

#[tokio::test]
async fn it_waits_until_no_call_is_left_that_knows_what_was_erased() {
    let library = Library::open().await;
    library.note(&library.ann, "A note", &[]).await;
    let job = library.begin(&library.ann).await;
    let run = async || library.favorites.run_job(&library.ann, job.job_id, LONG).await.unwrap();
    assert_eq!(run().await.state, JobState::Running);
    library.clock.advance(ERASURE_SETTLES.saturating_sub(Duration::from_secs(1)));
    assert_eq!(run().await.state, JobState::Running, "it is not time yet");
    assert_eq!(library.favorites.jobs_with_work(&library.ann).await.unwrap().len(), 1);
    library.clock.advance(Duration::from_secs(1));
    assert_eq!(run().await.state, JobState::Done);
    assert!(library.favorites.jobs_with_work(&library.ann).await.unwrap().is_empty());
    library.close().await;
}

#[tokio::test]
async fn the_receipt_has_no_content_and_expires() {
    let library = Library::open().await;
    library.fill(&library.ann).await;
    let job = library.erase(&library.ann).await;
    let text = format!("{:?}", library.items_of(&library.ann).await).to_lowercase();
    for content in ["secrets", "note 1", "example.com", "\"red\""] {
        assert!(!text.contains(content), "{content} in {text}");
    }
    let read = async || library.favorites.job(&library.ann, job.job_id).await;
    library.clock.advance(RECEIPT_KEEPS.saturating_sub(Duration::from_secs(1)));
    assert_eq!(read().await.unwrap().counts, job.counts);
    library.clock.advance(Duration::from_secs(2));
    assert!(matches!(read().await, Err(Error::NoJob(_))));
    library.close().await;
}

#[tokio::test]
async fn it_can_neither_be_cancelled_nor_undone() {
    let library = Library::open().await;
    let job = library.begin(&library.ann).await;
    let error = library.favorites.cancel_job(&library.ann, job.job_id).await.unwrap_err();
    assert!(matches!(error, Error::NotCancellable(job_id) if job_id == job.job_id), "{error}");
    let job = library.finish(&job).await;
    let error = library.favorites.undo_job(&library.ann, job.job_id).await.unwrap_err();
    assert!(matches!(error, Error::NotUndoable { .. }), "{error}");
    assert!(!job.is_undoable());
    let cancelled = library.favorites.cancel_job(&library.ann, job.job_id).await.unwrap();
    assert_eq!(cancelled.state, JobState::Done, "a job that has ended stays as it is");
    library.close().await;
}
