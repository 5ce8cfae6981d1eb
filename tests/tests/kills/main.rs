//! Kills the process that works, as `kill -9` does, at random points, and lets others go on. The work ends
//! like work that was never interrupted.
//!
//! The number of kills of each kind of work is 5, or `KILLS`; CI kills 50 of each.

mod derived;
mod desk;
mod streamed;

use favorites_api::favorites::{Action, ExportFormat, Job, Repairs, Selector, UserId};
use favorites_tests::files::{comparable_export, stored_files};

use self::desk::{Desk, LONG};

/// The entries of an imported file, for jobs that work on what was imported.
const LINKS: usize = 150;

/// The entries of a file whose import is killed: several steps.
const MANY_LINKS: usize = 500;

fn kills() -> usize {
    std::env::var("KILLS").map_or(5, |number| number.parse().expect("KILLS is a number"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn imports_that_are_killed_end_like_one_that_is_not() {
    let mut desk = Desk::open().await;
    let whole = desk.user();
    let begun = desk.begin_import(&whole, MANY_LINKS).await;
    let expected_job = desk.whole(&begun).await;
    assert_eq!(expected_job.counts.changed, MANY_LINKS as u64);
    let expected = comparable_export(&desk.exported(&whole).await);
    while desk.kills < kills() {
        let user = desk.user();
        let begun = desk.begin_import(&user, MANY_LINKS).await;
        let job = desk.killed(&begun).await;
        assert_eq!(job.counts, expected_job.counts, "{:?}", desk.story);
        assert_eq!(comparable_export(&desk.exported(&user).await), expected, "{:?}", desk.story);
    }
    desk.check().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn exports_that_are_killed_give_the_same_file_as_one_that_is_not() {
    let mut desk = Desk::open().await;
    let user = desk.user();
    desk.import(&user, LINKS).await;
    let begun = desk.favorites.begin_export(&user, ExportFormat::JsonLines, None).await;
    let whole = desk.whole(&begun.expect("it can begin")).await;
    let expected = desk.file(&whole).await;
    while desk.kills < kills() {
        let begun = desk.favorites.begin_export(&user, ExportFormat::JsonLines, None).await;
        let job = desk.killed(&begun.expect("it can begin")).await;
        assert_eq!(desk.file(&job).await, expected, "{:?}", desk.story);
    }
    desk.check().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bulk_actions_that_are_killed_end_like_one_that_is_not() {
    let mut desk = Desk::open().await;
    let whole = desk.user();
    let begun = begin_tagging(&desk, &whole).await;
    let expected_job = desk.whole(&begun).await;
    let expected = comparable_export(&desk.exported(&whole).await);
    while desk.kills < kills() {
        let user = desk.user();
        let begun = begin_tagging(&desk, &user).await;
        let job = desk.killed(&begun).await;
        assert_eq!(job.counts, expected_job.counts, "{:?}", desk.story);
        assert_eq!(comparable_export(&desk.exported(&user).await), expected, "{:?}", desk.story);
    }
    desk.check().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn erasures_that_are_killed_leave_nothing_and_touch_nobody_else() {
    let mut desk = Desk::open().await;
    let other = desk.user();
    desk.import(&other, LINKS).await;
    desk.exported(&other).await;
    let before = (desk.items_of(&other).await, stored_files(&desk.table).await);
    assert_eq!(before.1.len(), 1, "{before:?}");
    let whole = desk.user();
    let begun = begin_erasure(&desk, &whole).await;
    desk.whole(&begun).await;
    while desk.kills < kills() {
        let user = desk.user();
        let begun = begin_erasure(&desk, &user).await;
        let job = desk.killed(&begun).await;
        assert_eq!(job.counts.changed, LINKS as u64, "{:?}", desk.story);
        let left: Vec<_> = desk.items_of(&user).await.into_iter().map(|item| item["type"].clone()).collect();
        assert_eq!(left.len(), 2, "{left:?} {:?}", desk.story);
        assert!(
            left.iter().all(|kind| *kind == "ErasedAccount" || *kind == "Job"),
            "{left:?} {:?}",
            desk.story
        );
        assert_eq!(stored_files(&desk.table).await, before.1, "{:?}", desk.story);
    }
    assert_eq!(desk.items_of(&other).await, before.0);
    desk.table.shutdown().await;
}

/// Fills the account of a user, and begins to put a tag on everything.
async fn begin_tagging(desk: &Desk, user: &UserId) -> Job {
    desk.import(user, LINKS).await;
    let tag = desk.tag(user).await;
    let begun = desk.favorites.begin_job(user, Action::Tag(tag), Selector::default(), None).await;
    begun.expect("it can begin")
}

/// Fills the account of a user, with everything that is derived from it and the file of an export, and begins to erase it.
async fn begin_erasure(desk: &Desk, user: &UserId) -> Job {
    desk.import(user, LINKS).await;
    desk.exported(user).await;
    desk.favorites.reconcile_user(user, Repairs::AtOnce, LONG).await.expect("the table answers");
    desk.favorites.erase_account(user, None).await.expect("it can begin")
}
