//! Backfills of items in past versions.

use std::num::NonZeroU16;

use single_table::backfill::{BackfillCounts, BackfillError, BackfillProgress};
use single_table::{Backfill, Error, encode};

use super::today::{self, Note, NoteKey, Track, TracksByArtist};
use super::{Programs, names, past, programs, text, with_past};

const ONE: NonZeroU16 = NonZeroU16::new(1).unwrap();

async fn backfill(programs: &Programs) -> Result<BackfillCounts, BackfillError> {
    programs.new.backfill(Backfill::<Track>::new(), BackfillProgress::new(ONE)).finish().await
}

#[tokio::test]
async fn a_backfill_writes_every_item_in_the_current_version() {
    let programs = with_past([1, 2, 3]).await;
    programs.new.insert(&today::track(4)).await.unwrap();
    let counts = backfill(&programs).await.unwrap();
    assert_eq!((counts.scanned, counts.changed, counts.unchanged), (4, 3, 1));
    for position in 1..=4 {
        assert_eq!(programs.stored(position).await.unwrap(), encode(&today::track(position)).unwrap());
    }
    let listed = programs.new.all(TracksByArtist::query("ABBA".to_owned())).await.unwrap();
    assert_eq!(listed.len(), 4);
    let again = backfill(&programs).await.unwrap();
    assert_eq!((again.changed, again.unchanged), (0, 4));
}

#[tokio::test]
async fn a_backfill_keeps_attributes_that_no_version_names() {
    let programs = programs().await;
    let mut item = encode(&past::track(1)).unwrap();
    item.insert("foreign".to_owned(), text("kept"));
    programs.overwrite(item).await;
    backfill(&programs).await.unwrap();
    let mut wanted = encode(&today::track(1)).unwrap();
    wanted.insert("foreign".to_owned(), text("kept"));
    assert_eq!(programs.stored(1).await.unwrap(), wanted);
}

#[tokio::test]
async fn a_backfill_removes_the_attributes_of_a_flattened_past_version() {
    let programs = programs().await;
    programs.overwrite(today::past_note()).await;
    programs.new.backfill(Backfill::<Note>::new(), BackfillProgress::new(ONE)).finish().await.unwrap();
    let stored =
        programs.client.scan().table_name(&programs.table).send().await.unwrap().items.unwrap().remove(0);
    assert_eq!(names(&stored), ["a", "count", "id", "pk", "shape", "sk", "type"]);
    let read = programs.new.get(&NoteKey { id: "n".to_owned() }).await.unwrap().unwrap();
    assert_eq!((read.count, read.rest.len()), (1, 1));
}

#[tokio::test]
async fn a_backfill_stops_at_an_item_that_a_step_can_t_upgrade_and_names_it() {
    let programs = programs().await;
    programs.old.insert(&past::Track { length: "long".to_owned(), ..past::track(1) }).await.unwrap();
    let error = backfill(&programs).await.unwrap_err();
    assert!(
        matches!(&error, BackfillError::Item { source: Error::Upgrade { version: 1, .. }, .. }),
        "{error}"
    );
    assert_eq!(
        error.to_string(),
        "the item pk \"Track#Arrival\", sk \"00001\": an item of Track can't be upgraded from the schema version 1: the length \
         \"long\" is not minutes and seconds"
    );
}
