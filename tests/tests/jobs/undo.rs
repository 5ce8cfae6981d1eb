//! A job that undoes another one.

use std::time::Duration;

use favorites_api::favorites::limits::{MOVES_FOLLOWED, TAGS_PER_FAVORITE};
use favorites_api::favorites::{Action, DataId, Error, FavoritePatch, JobCounts, JobState, Selector, TagId};
use favorites_tests::pause_when;
use single_table::testing::Operation;

use crate::library::{LONG, Library, at};

const HOUR: Duration = Duration::from_hours(1);

/// Creates favorites of which some have the tag and some expire, over more than one step of a job.
async fn library() -> (Library, TagId) {
    let library = Library::open().await;
    let tag = library.tag("Mark").await;
    for number in 0..16_u32 {
        let tags: &[TagId] = if number.is_multiple_of(3) { &[tag] } else { &[] };
        let expires = number.is_multiple_of(4).then_some(HOUR * (number + 2));
        library.note(&format!("Note {number}"), tags, expires).await;
    }
    (library, tag)
}

#[tokio::test]
async fn undoing_a_job_leaves_every_favorite_as_it_was_before() {
    let (library, tag) = library().await;
    let before = library.states().await;
    let soon = at(&library.clock, 2 * HOUR);
    for action in [
        Action::Tag(tag),
        Action::Untag(tag),
        Action::SetExpiry(None),
        Action::SetExpiry(Some(soon)),
        Action::Delete,
    ] {
        let job = library.act(action, Selector::default()).await;
        assert_ne!(library.states().await, before, "{action:?} changes something");
        let undone = library.undo(&job).await;
        assert_eq!(library.states().await, before, "{action:?}");
        assert_eq!(undone.counts.changed, job.counts.changed, "{action:?}");
    }
    library.table.shutdown().await;
}

#[tokio::test]
async fn undoing_the_undoing_does_a_job_again() {
    for action in [|tag| Action::Tag(tag), |_| Action::SetExpiry(None), |_| Action::Delete] {
        let (library, tag) = library().await;
        let job = library.act(action(tag), Selector::default()).await;
        let after = library.states().await;
        let undone = library.undo(&job).await;
        library.undo(&undone).await;
        assert_eq!(library.states().await, after, "{:?}", action(tag));
        library.table.shutdown().await;
    }
}

#[tokio::test]
async fn a_favorite_with_too_many_tags_to_be_restored_does_not_keep_a_job_from_ending() {
    let library = Library::open().await;
    let mut tags = Vec::new();
    for number in 0..60 {
        tags.push(library.tag(&format!("Tag {number}")).await);
    }
    let (many, most) = (library.note("Many", &[], None).await, library.note("Most", &[], None).await);
    let job = library.act(Action::Delete, Selector::default()).await;
    library.give_tags_in_trash(many, &tags).await;
    library.give_tags_in_trash(most, &tags[..TAGS_PER_FAVORITE]).await;
    let undone = library.undo(&job).await;
    assert_eq!((undone.counts.changed, undone.counts.failed), (1, 1), "{undone:?}");
    assert_eq!(undone.failures[0].data_id, many);
    assert_eq!(undone.failures[0].reason, "a favorite has at most 30 tags; 60 were asked for");
    library.give_tags_in_trash(many, &tags[..=TAGS_PER_FAVORITE]).await;
    let restored = library.favorites.restore_favorite(&library.user, many, None).await;
    assert!(matches!(restored, Err(Error::TooManyTagsOnFavorite { given: 31 })), "{restored:?}");
    library.table.shutdown().await;
}

#[tokio::test]
async fn what_the_user_has_changed_since_stays() {
    let (library, tag) = library().await;
    let [first, second] = [library.note("First", &[], None).await, library.note("Second", &[], None).await];
    let tagged = library.act(Action::Tag(tag), Selector::default()).await;
    library.favorites.untag_favorite(&library.user, first, None, tag).await.unwrap();
    library.undo(&tagged).await;
    let time = at(&library.clock, HOUR);
    let expiring = library.act(Action::SetExpiry(Some(time)), Selector::default()).await;
    library.act(Action::SetExpiry(None), Selector { except: [first].into(), ..Selector::default() }).await;
    let undone = library.undo(&expiring).await;
    assert_eq!(undone.counts.changed, 1, "all others have another expiry than the job has set");
    let states = library.states().await;
    assert!(states[&first].2.is_none() && states[&second].2.is_none());
    library.table.shutdown().await;
}

#[tokio::test]
async fn a_job_is_undone_once_and_not_while_it_runs() {
    let (library, tag) = library().await;
    let job = library.begin(Action::Tag(tag), Selector::default()).await;
    let early = library.favorites.undo_job(&library.user, job.job_id).await.unwrap_err();
    assert!(
        matches!(early, Error::NotUndoable { .. }) && early.to_string().contains("cancel it first"),
        "{early}"
    );
    let job = library.finish(&job).await;
    assert!(job.is_undoable());
    let first = library.favorites.undo_job(&library.user, job.job_id).await.unwrap();
    let again = library.favorites.undo_job(&library.user, job.job_id).await.unwrap();
    assert_eq!(first.job_id, again.job_id);
    let job = library.favorites.job(&library.user, job.job_id).await.unwrap();
    assert_eq!((job.undone_by, job.is_undoable()), (Some(first.job_id), false));
    library.table.shutdown().await;
}

#[tokio::test]
async fn purged_favorites_cannot_come_back() {
    let (library, _) = library().await;
    library.act(Action::Delete, Selector::default()).await;
    let job = library.act(Action::Purge, Selector::default()).await;
    assert!(!job.is_undoable());
    let error = library.favorites.undo_job(&library.user, job.job_id).await.unwrap_err();
    assert!(error.to_string().contains("gone for good"), "{error}");
    library.table.shutdown().await;
}

#[tokio::test]
async fn favorites_that_cannot_come_back_are_named() {
    let library = Library::open().await;
    let taken = library.link("page", &[]).await;
    let free = library.link("other", &[]).await;
    let job = library.act(Action::Delete, Selector::default()).await;
    let again = library.link("page", &[]).await;
    let undone = library.undo(&job).await;
    assert_eq!(
        (undone.state, undone.counts),
        (JobState::Done, JobCounts { changed: 1, unchanged: 0, failed: 1 })
    );
    let [failure] = undone.failures.as_slice() else { panic!("{undone:?}") };
    assert_eq!(failure.data_id, taken);
    assert!(failure.reason.contains(&again.to_string()), "{failure:?}");
    assert!(!library.states().await[&free].0);
    library.table.shutdown().await;
}

#[tokio::test]
async fn favorites_that_were_purged_since_do_not_count_as_changed() {
    let library = Library::open().await;
    let [purged, _] = [library.note("Purged", &[], None).await, library.note("Kept", &[], None).await];
    let job = library.act(Action::Delete, Selector::default()).await;
    library.favorites.purge_favorite(&library.user, purged).await.unwrap();
    assert_eq!(library.undo(&job).await.counts, JobCounts { changed: 1, unchanged: 1, failed: 0 });
    library.table.shutdown().await;
}

/// Gives a favorite another clip time this many times. Returns its last id.
async fn moved(library: &Library, mut data_id: DataId, times: usize) -> DataId {
    for time in 0..times {
        let clip_time =
            Some(library.clock.before(HOUR * (u32::try_from(time).expect("there are few times") + 1)));
        let patch = FavoritePatch { clip_time, ..FavoritePatch::default() };
        let favorite =
            library.favorites.update_favorite(&library.user, data_id, None, patch).await.expect("it moves");
        data_id = favorite.data_id;
    }
    data_id
}

#[tokio::test]
async fn undoing_a_job_finds_favorites_that_have_another_clip_time_since() {
    for (moves, changed) in [(1, 2), (MOVES_FOLLOWED, 2), (MOVES_FOLLOWED + 1, 1)] {
        for action in [|tag| Action::Tag(tag), |_| Action::SetExpiry(None)] {
            let library = Library::open().await;
            let tag = library.tag("Mark").await;
            let [first, second] =
                [library.note("First", &[], Some(HOUR)).await, library.note("Second", &[], Some(HOUR)).await];
            let before = library.states().await;
            let job = library.act(action(tag), Selector::default()).await;
            let moved = moved(&library, first, moves).await;
            let undone = library.undo(&job).await;
            assert_eq!(undone.counts.changed, changed, "{:?} after {moves} changes", action(tag));
            let states = library.states().await;
            assert_eq!(states[&second], before[&second]);
            assert_eq!(
                states[&moved] == before[&first],
                changed == 2,
                "{:?} after {moves} changes",
                action(tag)
            );
            library.table.shutdown().await;
        }
    }
}

#[tokio::test]
async fn a_tag_that_the_user_has_changed_twice_since_the_job_stays_as_it_is() {
    for is_put_on in [true, false] {
        let library = Library::open().await;
        let tag = library.tag("Mark").await;
        let before: &[_] = if is_put_on { &[] } else { &[tag] };
        let mine = library.note("Mine", before, None).await;
        let theirs = library.note("Theirs", before, None).await;
        let action = if is_put_on { Action::Tag(tag) } else { Action::Untag(tag) };
        let job = library.act(action, Selector::default()).await;
        library.clock.advance(Duration::from_millis(1));
        for puts_on in [!is_put_on, is_put_on] {
            let (favorites, user) = (&library.favorites, &library.user);
            if puts_on {
                favorites.tag_favorite(user, mine, None, tag).await.unwrap();
            } else {
                favorites.untag_favorite(user, mine, None, tag).await.unwrap();
            }
        }
        let undone = library.undo(&job).await;
        assert_eq!((undone.counts.changed, undone.counts.unchanged), (1, 1), "{action:?}");
        let states = library.states().await;
        let tags = (states[&mine].1.len(), states[&theirs].1.len());
        assert_eq!(tags, if is_put_on { (1, 0) } else { (0, 1) }, "{action:?}");
        library.table.shutdown().await;
    }
}

/// A call that works on a cancelled job finishes its step.
#[tokio::test]
async fn a_tag_that_a_cancelled_job_has_put_on_in_its_last_step_is_taken_off() {
    let library = Library::open().await;
    let tag = library.tag("Mark").await;
    let data_id = library.note("Note", &[], None).await;
    let job = library.begin(Action::Tag(tag), Selector::default()).await;
    let (working, faults) = library.faulty();
    let mut call = Box::pin(working.run_job(&library.user, job.job_id, LONG));
    // The first one saves the plan.
    let writes =
        || faults.requests().iter().filter(|it| it.operation == Operation::TransactWriteItems).count();
    assert!(pause_when(&mut call, || writes() >= 2).await.is_none(), "it works on its step");
    library.favorites.cancel_job(&library.user, job.job_id).await.unwrap();
    library.clock.advance(Duration::from_secs(1));
    call.await.unwrap();
    assert_eq!(library.states().await[&data_id].1.len(), 1, "the call finishes its step");
    library.undo(&job).await;
    assert!(library.states().await[&data_id].1.is_empty());
    library.table.shutdown().await;
}
