//! The results of backfills that are alone at the table.

use std::collections::HashMap;

use single_table::backfill::BackfillProgress;
use single_table::{Backfill, EpochSeconds, Put, encode};

use crate::backfill::*;

#[tokio::test]
async fn missing_fields_and_index_keys_are_added_once() {
    let (client, store, faults, name) = with_faults(0..20).await;
    let other = Open { id: "o".to_owned(), part: "p".to_owned(), rest: HashMap::new() };
    store.execute(Put::new(&other)).await.unwrap();
    store.execute(Put::new(&track(20))).await.unwrap();
    assert_eq!(store.all(TracksByGenre::scan()).await.unwrap().len(), 1);

    // The run can be spawned as a task.
    let (backfill, spawned) = (Backfill::<Track>::new(), store.clone());
    let counts = tokio::spawn(async move { run(&spawned, backfill).await }).await.unwrap().unwrap();
    assert_eq!((counts.scanned, counts.changed, counts.unchanged), (21, 20, 1));
    assert_eq!((counts.gone, counts.conflicts), (0, 0));
    assert!(counts.write_units > 0.0, "{counts:?}");
    assert_eq!(store.all(TracksByGenre::scan()).await.unwrap().len(), 11);
    for number in 0..20 {
        assert_eq!(stored(&client, &name, number).await, encode(&track(number)).unwrap());
    }
    let sent = updates(&faults);
    assert_eq!(sent.len(), 20);
    assert!(sent.iter().all(|update| !update["UpdateExpression"].as_str().unwrap().contains("REMOVE")));

    let again = run(&store, Backfill::<Track>::new()).await.unwrap();
    assert_eq!((again.scanned, again.changed, again.unchanged), (21, 0, 21));
    assert_eq!(updates(&faults).len(), 20, "nothing more was written");
}

#[tokio::test]
async fn only_what_differs_is_written() {
    let (client, store, faults, name) = with_faults([]).await;
    // The item has an old name of the field, a key in an old index, and a field that is not declared.
    let mut item = encode(&Track { expires: Some(EpochSeconds::new(4_000_000_000)), ..track(2) }).unwrap();
    item.insert("style".to_owned(), item["genre"].clone());
    item.remove("genre");
    item.insert("gsiTwoPk".to_owned(), text("Track#old"));
    item.insert("gsiTwoSk".to_owned(), text("old"));
    item.insert("owner".to_owned(), text("somebody else"));
    item.insert("plays".to_owned(), aws_sdk_dynamodb::types::AttributeValue::N("12".to_owned()));
    put(&client, &name, item.clone()).await;

    let counts = run(&store, Backfill::<Track>::new()).await.unwrap();
    assert_eq!((counts.changed, counts.unchanged), (1, 0));
    let update = &updates(&faults)[0];
    let names = update["ExpressionAttributeNames"].as_object().unwrap();
    let (sets, removes) = update["UpdateExpression"].as_str().unwrap().split_once(" REMOVE ").unwrap();
    let attributes = |part: &str| {
        let mut found: Vec<_> = part
            .split([' ', ','])
            .filter_map(|word| names.get(word).and_then(serde_json::Value::as_str))
            .collect();
        found.sort_unstable();
        found
    };
    assert_eq!(attributes(sets), ["genre"]);
    assert_eq!(attributes(removes), ["gsiTwoPk", "gsiTwoSk", "style"]);
    let now = stored(&client, &name, 2).await;
    assert_eq!(now["owner"], text("somebody else"));
    assert_eq!(now["ttl"], item["ttl"]);
    let track: Track = single_table::decode(now).unwrap();
    assert_eq!((track.plays, track.genre.as_deref()), (12, Some("pop")));
    assert_eq!(run(&store, Backfill::<Track>::new()).await.unwrap().changed, 0);
}

#[tokio::test]
async fn a_change_decides_what_becomes_of_an_item() {
    let (client, store, name) = with_old(0..9).await;
    let no_pop = || {
        Backfill::<Track>::new().change(|track| {
            (track.number < 6).then(|| Track { genre: None, note: Some("was pop".to_owned()), ..track })
        })
    };
    run(&store, Backfill::<Track>::new()).await.unwrap();
    assert_eq!(store.all(TracksByGenre::scan()).await.unwrap().len(), 5);
    let counts = run(&store, no_pop()).await.unwrap();
    assert_eq!((counts.changed, counts.unchanged), (6, 3));
    let left = store.all(TracksByGenre::scan()).await.unwrap();
    assert!(left.len() == 2 && left.iter().all(|track| track.number >= 6 && track.note.is_none()));
    assert!(!stored(&client, &name, 0).await.contains_key("gsiOnePk"));
    assert_eq!(run(&store, no_pop()).await.unwrap().changed, 0);
}

#[tokio::test]
async fn a_flattened_field_keeps_and_loses_what_the_change_says() {
    let (_, store, _) = music().await;
    let rest = [("a", "1"), ("b", "2")].map(|(name, value)| (name.to_owned(), value.to_owned()));
    let open = Open { id: "o".to_owned(), part: "p".to_owned(), rest: rest.into() };
    store.execute(Put::new(&open)).await.unwrap();
    let without_a = || {
        Backfill::<Open>::new().change(|mut open| {
            open.rest.remove("a");
            Some(open)
        })
    };
    assert_eq!(run(&store, without_a()).await.unwrap().changed, 1);
    let open = store.all(OpenItems::scan()).await.unwrap().remove(0);
    assert!(open.rest.contains_key("b") && !open.rest.contains_key("a"));
    assert_eq!(run(&store, without_a()).await.unwrap().changed, 0);
}

#[tokio::test]
async fn a_backfill_goes_on_from_progress_that_was_kept() {
    let (_, store, _) = with_old(0..30).await;
    let mut kept = serde_json::to_string(&BackfillProgress::<Track>::new(SEGMENTS)).unwrap();
    let mut sessions = 0;
    loop {
        let progress: BackfillProgress<Track> = serde_json::from_str(&kept).unwrap();
        let mut run = store.backfill(Backfill::new().page_size(4), progress);
        run.next_page().await.unwrap();
        sessions += 1;
        kept = serde_json::to_string(run.progress()).unwrap();
        if run.progress().is_complete() {
            let counts = run.progress().counts();
            assert_eq!((counts.scanned, counts.changed, counts.unchanged), (30, 30, 0));
            assert_eq!((run.progress().segments(), run.progress().done()), (3, 3));
            assert!(run.next_page().await.unwrap().is_none());
            break;
        }
    }
    assert!(sessions > 7, "{sessions}");

    let mut edited: serde_json::Value = serde_json::from_str(&kept).unwrap();
    edited["segments"] = serde_json::json!([{"after": "s5:other2:Sa"}]);
    assert_eq!(
        serde_json::from_value::<BackfillProgress<Track>>(edited).unwrap_err().to_string(),
        "the place has the key attributes other, and those of this scan are pk, sk: continue the scan that it comes from"
    );
    assert_eq!(
        serde_json::from_str::<BackfillProgress<Play>>(&kept).unwrap_err().to_string(),
        "the progress is that of Track, and Play was asked for: continue with the progress of Play"
    );
}
