//! Other writers during a backfill.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use single_table::backfill::BackfillProgress;
use single_table::{Backfill, Delete, Entity, Update};
use tokio::runtime::Handle;
use tokio::task::block_in_place;

use crate::backfill::*;

/// Makes a backfill during which another writer acts between the reading and the writing of an item, the first `times` times.
fn meanwhile<F>(times: u32, other: impl Fn(u32) -> F + Send + Sync + 'static) -> Backfill<Track>
where
    F: Future<Output = ()>,
{
    let seen = Arc::new(AtomicU32::new(0));
    Backfill::<Track>::new().change(move |track| {
        let time = seen.fetch_add(1, Ordering::Relaxed);
        if time < times {
            block_in_place(|| Handle::current().block_on(other(time)));
        }
        // The note shows the fields that the item has and lacks.
        let seen = format!("{} plays, {:?}", track.plays, track.genre);
        Some(Track { note: Some(seen), ..track })
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_writes_of_others_are_kept_and_seen() {
    let (_, store, _) = with_old([1]).await;
    let others = store.clone();
    // The first write changes a field that was present or is set, and the second one adds a field that was absent.
    let backfill = meanwhile(2, move |time| {
        let others = others.clone();
        async move {
            let update = Update::new(track(1).key());
            let update = match time {
                0 => update.add(Track::PLAYS, 5),
                _ => update.rekey::<TracksByGenre>(&(Some("rock".to_owned()),)),
            };
            others.execute(update).await.expect("the other writes");
        }
    });
    let counts = run(&store, backfill).await.unwrap();
    assert_eq!((counts.scanned, counts.changed, counts.conflicts), (1, 1, 2));
    let track = store.get::<Track>(&track(1).key()).consistent().await.unwrap().unwrap();
    assert_eq!((track.plays, track.genre.as_deref()), (5, Some("rock")));
    assert_eq!(track.note.as_deref(), Some("5 plays, Some(\"rock\")"));
    assert_eq!(store.all(TracksByGenre::scan()).await.unwrap(), [track]);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_item_that_others_remove_stays_removed() {
    let (_, store, _) = with_old([1]).await;
    let others = store.clone();
    let backfill = meanwhile(1, move |_| {
        let others = others.clone();
        async move {
            others.execute(Delete::<Track>::new(track(1).key())).await.expect("the other removes");
        }
    });
    let counts = run(&store, backfill).await.unwrap();
    assert_eq!((counts.scanned, counts.changed, counts.gone), (1, 0, 1));
    assert!(store.get::<Track>(&track(1).key()).consistent().await.unwrap().is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_item_that_others_write_all_the_time_is_an_error_in_the_end() {
    let (_, store, _) = with_old([1]).await;
    let others = store.clone();
    let backfill = meanwhile(8, move |_| {
        let others = others.clone();
        async move {
            others.execute(Update::new(track(1).key()).add(Track::PLAYS, 1)).await.expect("the other writes");
        }
    });
    let mut run = store.backfill(backfill, BackfillProgress::new(ONE));
    assert_eq!(
        run.next_page().await.unwrap_err().to_string(),
        r#"the item pk "Track#A1", sk "00001" was changed by other writers 8 times in a row: run the backfill again"#
    );
    // After that, the other writers stop.
    let counts = run.finish().await.unwrap();
    assert_eq!((counts.scanned, counts.changed, counts.conflicts), (1, 1, 0));
    let track = store.get::<Track>(&track(1).key()).consistent().await.unwrap().unwrap();
    assert_eq!((track.plays, track.note.as_deref()), (8, Some("8 plays, None")));
}
