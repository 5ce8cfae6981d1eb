//! Records of the stream that are delivered after the erasure of an account.

use std::time::Duration;

use favorites_api::favorites::{ChangeRecord, EpochSeconds};
use favorites_tests::consistency;

use rand::SeedableRng as _;
use rand::rngs::StdRng;
use rand::seq::SliceRandom as _;

use crate::library::{Library, left};

/// Fills the account of Ann and erases it, and returns all records.
async fn erased(library: &Library) -> Vec<ChangeRecord> {
    let mut records = library.fill(&library.ann).await;
    let before = library.recorded().await;
    library.erase(&library.ann).await;
    // The records of the deletions were written when the job began.
    let written = records.last().and_then(|record| record.written);
    let deletions = library.records_since(&before).await;
    records.extend(deletions.into_iter().map(|record| ChangeRecord { written, ..record }));
    records
}

#[tokio::test]
async fn records_that_come_late_in_any_order_leave_the_account_empty() {
    let library = Library::open().await;
    let mut records = erased(&library).await;
    assert!(records.len() > 60, "{}", records.len());
    let mut random = StdRng::seed_from_u64(14);
    for hours in [0, 1, 12, 20, 30, 60, 200] {
        library.clock.advance(Duration::from_hours(hours));
        records.shuffle(&mut random);
        for batch in records.chunks(7) {
            library.deliver(batch).await;
        }
        let mut kinds = library.kinds_of(&library.ann).await;
        kinds.retain(|kind| !left().contains(kind));
        assert!(kinds.is_empty(), "{hours} hours later: {kinds:?}");
        assert_eq!(library.favorites.counts(&library.ann).await.unwrap().total, 0);
    }
    library.close().await;
}

#[tokio::test]
async fn a_user_who_goes_on_has_right_counts_whatever_comes_late() {
    let library = Library::open().await;
    let mut records = erased(&library).await;
    let mut random = StdRng::seed_from_u64(14);
    let mut kept = 0;
    for hours in [0, 1, 12, 20, 30, 60, 200] {
        library.clock.advance(Duration::from_hours(hours));
        let before = library.recorded().await;
        let tag = library.tag(&library.ann, &format!("New {hours}")).await;
        for number in 0..10 {
            library.note(&library.ann, &format!("New {number}"), &[tag]).await;
        }
        kept += 10;
        let mut all = records.clone();
        let new = library.records_since(&before).await;
        all.extend(new.iter().cloned());
        all.shuffle(&mut random);
        for batch in all.chunks(7) {
            library.deliver(batch).await;
        }
        let counts = library.favorites.counts(&library.ann).await.unwrap();
        assert_eq!((counts.total, counts.trash), (kept, 0), "{hours} hours later");
        assert_eq!(
            consistency::faults_of_catalogue(&library.items().await),
            Vec::<String>::new(),
            "{hours} hours later"
        );
        records.extend(new);
    }
    library.close().await;
}

#[tokio::test]
async fn a_record_without_a_time_makes_no_ghost() {
    let library = Library::open().await;
    let records = erased(&library).await;
    let untimed: Vec<_> =
        records.into_iter().map(|record| ChangeRecord { written: None::<EpochSeconds>, ..record }).collect();
    library.deliver(&untimed).await;
    assert_eq!(library.favorites.counts(&library.ann).await.unwrap().total, 0);
    assert_eq!(consistency::faults_of_catalogue(&library.items().await), Vec::<String>::new());
    library.close().await;
}
