//! Deletions of several favorites with one transaction.

use favorites_api::favorites::limits::NOTE_CHARS;
use favorites_api::favorites::{Action, JobCounts, PageSize, Selector};
use favorites_tests::pause_when;
use single_table::testing::Faults;

use crate::library::{LONG, Library};

/// Returns how many favorites each transaction of a call moved to the trash.
fn moved(faults: &Faults) -> Vec<usize> {
    let transactions = faults.requests().into_iter().filter_map(|request| {
        let operations = request.body["TransactItems"].as_array()?;
        Some(operations.iter().filter(|operation| operation["Put"]["Item"]["type"]["S"] == "Trash").count())
    });
    transactions.filter(|moved| *moved > 0).collect()
}

/// Deletes favorites, each of which has this number of tags, and returns how many each transaction deleted.
async fn deleted(notes: usize, tags: usize) -> Vec<usize> {
    let library = Library::open().await;
    let mut tag_ids = Vec::new();
    for number in 0..tags {
        tag_ids.push(library.tag(&format!("Tag {number}")).await);
    }
    for number in 0..notes {
        library.note(&format!("Note {number}"), &tag_ids, None).await;
    }
    let job = library.begin(Action::Delete, Selector::default()).await;
    let (favorites, faults) = library.faulty();
    let job = favorites.run_job(&library.user, job.job_id, LONG).await.expect("the table answers");
    assert_eq!(job.counts, JobCounts { changed: notes as u64, unchanged: 0, failed: 0 });
    assert!(library.states().await.values().all(|(is_trashed, ..)| *is_trashed));
    library.table.shutdown().await;
    moved(&faults)
}

#[tokio::test]
async fn the_favorites_of_a_step_are_deleted_with_one_transaction() {
    assert_eq!(deleted(7, 0).await, [5, 2]);
}

#[tokio::test]
async fn a_transaction_has_at_most_100_operations() {
    assert_eq!(deleted(5, 17).await, [5]);
    assert_eq!(deleted(5, 18).await, [4, 1]);
}

#[tokio::test]
async fn a_transaction_has_at_most_3_mb_of_deleted_and_trashed_favorites() {
    let library = Library::open().await;
    let text = "藏".repeat(NOTE_CHARS);
    for number in 0..25 {
        library.note_of(&format!("Note {number}"), &text).await;
    }
    let job = library.begin(Action::Delete, Selector::default()).await;
    let (favorites, faults) = library.faulty();
    let favorites = favorites.with_job_step(PageSize::default());
    let job = favorites.run_job(&library.user, job.job_id, LONG).await.unwrap();
    assert_eq!(job.counts, JobCounts { changed: 25, unchanged: 0, failed: 0 });
    // Each has 60 KB, and counts twice.
    assert_eq!(moved(&faults), [24, 1]);
    library.table.shutdown().await;
}

#[tokio::test]
async fn if_a_favorite_changes_meanwhile_each_is_deleted_alone_as_it_is_then() {
    let library = Library::open().await;
    let tag = library.tag("Late").await;
    let mut notes = Vec::new();
    for number in 0..3 {
        notes.push(library.note(&format!("Note {number}"), &[], None).await);
    }
    let job = library.begin(Action::Delete, Selector::default()).await;
    let (favorites, faults) = library.faulty();
    let mut call = Box::pin(favorites.run_job(&library.user, job.job_id, LONG));
    // The transaction is written, but not sent.
    assert!(pause_when(&mut call, || !moved(&faults).is_empty()).await.is_none());
    library.favorites.tag_favorite(&library.user, notes[1], None, tag).await.unwrap();
    let job = call.await.unwrap();
    assert_eq!(job.counts, JobCounts { changed: 3, unchanged: 0, failed: 0 });
    assert_eq!(moved(&faults), [3, 1, 1, 1]);
    let states = library.states().await;
    assert!(states.values().all(|(is_trashed, ..)| *is_trashed), "{states:?}");
    assert_eq!(states[&notes[1]].1, [tag].into());
    library.table.shutdown().await;
}
