//! Jobs that can't begin, and jobs that can't go on.

use std::time::Duration;

use favorites_api::favorites::limits::{JOB_FAILURES, TAGS_PER_FAVORITE};
use favorites_api::favorites::{
    Action, DataType, Error, IdempotencyKey, JobId, JobState, Selector, TagId, UserId,
};

use favorites_tests::pause_when;

use crate::library::{LONG, Library, select};

/// Returns the places and messages of the faults with which a job is refused.
async fn faults(library: &Library, action: Action, selector: Selector) -> Vec<(String, String)> {
    let refused = library.favorites.begin_job(&library.user, action, selector, None).await;
    let Err(Error::Invalid(faults)) = refused else { panic!("{refused:?}") };
    faults.into_iter().map(|fault| (fault.pointer, fault.message)).collect()
}

#[tokio::test]
async fn what_cannot_be_selected_is_refused_before_anything_changes() {
    let library = Library::open().await;
    let note = library.note("A note", &[], None).await;
    let text = |text: &str| Selector { query: Some(text.to_owned()), ..Selector::default() };
    for nothing in ["", " ", "!!", "\"\""] {
        let [(pointer, message)] = &*faults(&library, Action::Delete, text(nothing)).await else { panic!() };
        assert_eq!(pointer, "/select/q");
        assert!(message.contains("must have something to find"), "{message}");
    }
    let [(pointer, message)] = &*faults(&library, Action::Delete, text("before:nonsense")).await else {
        panic!()
    };
    assert!(pointer == "/select/q" && message.contains("nonsense"), "{message}");
    for action in [Action::Purge, Action::Restore] {
        let [(pointer, message)] = &*faults(&library, action, select(Some(DataType::Note), None)).await
        else {
            panic!()
        };
        assert!(pointer == "/select" && message.contains("except"), "{message}");
    }
    let past = library.clock.before(Duration::from_secs(1));
    let [(pointer, _)] = &*faults(&library, Action::SetExpiry(Some(past)), Selector::default()).await else {
        panic!()
    };
    assert_eq!(pointer, "/expireTime");
    let unknown = TagId::at(library.clock.now());
    for (action, selector) in
        [(Action::Tag(unknown), Selector::default()), (Action::Delete, select(None, Some(unknown)))]
    {
        let error = library.favorites.begin_job(&library.user, action, selector, None).await.unwrap_err();
        assert!(matches!(error, Error::NoTag(tag_id) if tag_id == unknown), "{error}");
    }
    assert_eq!(library.states().await.into_keys().collect::<Vec<_>>(), [note]);
    assert!(library.favorites.jobs_with_work(&library.user).await.unwrap().is_empty());
    library.table.shutdown().await;
}

#[tokio::test]
async fn a_repeated_request_has_the_first_job_and_another_request_is_refused() {
    let library = Library::open().await;
    let key = IdempotencyKey::parse("k").unwrap();
    let begin = async |action| {
        library.favorites.begin_job(&library.user, action, Selector::default(), Some(&key)).await
    };
    let first = begin(Action::Delete).await.unwrap();
    assert_eq!(begin(Action::Delete).await.unwrap().job_id, first.job_id);
    let other = begin(Action::Purge).await.unwrap_err();
    assert!(matches!(other, Error::IdempotencyKeyReused), "{other}");
    assert_eq!(library.favorites.jobs_with_work(&library.user).await.unwrap().len(), 1);
    library.table.shutdown().await;
}

#[tokio::test]
async fn a_job_whose_tag_is_deleted_fails_and_says_so() {
    let library = Library::open().await;
    let tag = library.tag("Mark").await;
    library.note("A note", &[], None).await;
    let job = library.begin(Action::Tag(tag), Selector::default()).await;
    library.favorites.delete_tag(&library.user, tag, None).await.unwrap();
    let job = library.favorites.run_job(&library.user, job.job_id, LONG).await.unwrap();
    assert_eq!(job.state, JobState::Failed);
    assert_eq!(job.reason, Some(format!("there is no tag {tag}")));
    assert!(library.favorites.jobs_with_work(&library.user).await.unwrap().is_empty());
    library.table.shutdown().await;
}

#[tokio::test]
async fn favorites_that_cannot_be_changed_are_counted_and_the_first_are_named() {
    let library = Library::open().await;
    let mut full = Vec::new();
    for number in 0..TAGS_PER_FAVORITE {
        full.push(library.tag(&format!("Tag {number}")).await);
    }
    let one_more = library.tag("One more").await;
    for number in 0..JOB_FAILURES + 5 {
        library.note(&format!("Note {number}"), &full, None).await;
    }
    let job = library.act(Action::Tag(one_more), Selector::default()).await;
    assert_eq!(job.counts.failed, JOB_FAILURES as u64 + 5);
    assert_eq!(job.failures.len(), JOB_FAILURES);
    assert!(job.failures[0].reason.contains("at most 30 tags; 31 were asked for"), "{job:?}");
    library.table.shutdown().await;
}

#[tokio::test]
async fn another_user_has_no_such_job() {
    let library = Library::open().await;
    let job = library.begin(Action::Delete, Selector::default()).await;
    let bob = UserId::parse("bob").unwrap();
    let is_missing = |error: Error, job_id: JobId| matches!(error, Error::NoJob(id) if id == job_id);
    assert!(is_missing(library.favorites.job(&bob, job.job_id).await.unwrap_err(), job.job_id));
    assert!(is_missing(library.favorites.cancel_job(&bob, job.job_id).await.unwrap_err(), job.job_id));
    assert!(is_missing(library.favorites.undo_job(&bob, job.job_id).await.unwrap_err(), job.job_id));
    assert!(is_missing(library.favorites.run_job(&bob, job.job_id, LONG).await.unwrap_err(), job.job_id));
    library.table.shutdown().await;
}

#[tokio::test]
async fn a_job_that_has_lost_a_plan_fails_and_skips_nothing_without_a_word() {
    let library = Library::open().await;
    library.note("A note", &[], None).await;
    let job = library.begin(Action::Delete, Selector::default()).await;
    let (dying, faults) = library.faulty();
    let mut call = Box::pin(dying.run_job(&library.user, job.job_id, LONG));
    // The plan is saved, and not carried out.
    assert!(pause_when(&mut call, || faults.requests().len() >= 6).await.is_none());
    drop(call);
    library.lose_plans().await;
    library.let_go();
    let job = library.favorites.run_job(&library.user, job.job_id, LONG).await.unwrap();
    assert_eq!(job.state, JobState::Failed);
    assert!(job.reason.as_ref().is_some_and(|reason| reason.contains("begin the job again")), "{job:?}");
    library.table.shutdown().await;
}
