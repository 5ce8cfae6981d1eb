//! Failures and refusals of backfills, and the limit of their speed.

use std::num::NonZeroU32;

use single_table::backfill::{BackfillError, BackfillProgress};
use single_table::testing::{Answer, Fault, Operation, Target, Times};
use single_table::{Backfill, Error, Put, encode};
use tokio::time::Instant;

use crate::backfill::*;

#[tokio::test]
async fn an_answer_that_was_lost_and_a_throttle_are_borne() {
    let (client, store, faults, name) = with_faults([1, 2]).await;
    let updates = Target::Only(Operation::UpdateItem);
    faults.arm(Fault::LostResponse(updates), Times::Next(1));
    faults.arm(Fault::Throttled(updates), Times::Next(1));
    let counts = run(&store, Backfill::<Track>::new().concurrency(ONE)).await.unwrap();
    // A write without an answer looks like a write of another program.
    assert_eq!((counts.scanned, counts.changed + counts.unchanged), (2, 2));
    for number in [1, 2] {
        assert_eq!(stored(&client, &name, number).await, encode(&track(number)).unwrap());
    }

    put(&client, &name, old(3)).await;
    faults.arm(Fault::Throttled(updates), Times::Next(8));
    let mut run = store.backfill(Backfill::<Track>::new(), BackfillProgress::new(ONE));
    let error = run.next_page().await.unwrap_err();
    let BackfillError::Item { source: Error::Throttled { .. }, .. } = error else { panic!("{error}") };
    assert_eq!(run.finish().await.unwrap().changed, 1);

    faults.arm(Fault::Throttled(Target::Only(Operation::Scan)), Times::Next(1));
    let mut run = store.backfill(Backfill::<Track>::new(), BackfillProgress::new(ONE));
    assert!(matches!(run.next_page().await.unwrap_err(), BackfillError::Scan(Error::Throttled { .. })));
    assert_eq!(run.finish().await.unwrap().scanned, 3);
}

#[tokio::test]
async fn an_item_that_is_not_whole_stops_the_backfill_and_is_named() {
    let (client, store, name) = music().await;
    let mut broken = old(1);
    let number = broken.remove("number").unwrap();
    put(&client, &name, broken.clone()).await;
    let mut run = store.backfill(Backfill::<Track>::new(), BackfillProgress::new(ONE));
    for _ in 0..2 {
        let error = run.next_page().await.unwrap_err().to_string();
        let start =
            r#"the item pk "Track#A1", sk "00001": an item is not a whole Track: missing field `number`;"#;
        assert!(error.starts_with(start), "{error}");
        assert_eq!(run.progress().done(), 0);
    }
    broken.insert("number".to_owned(), number);
    put(&client, &name, broken).await;
    assert_eq!(run.finish().await.unwrap().changed, 1);
}

#[tokio::test]
async fn changes_that_a_backfill_must_not_or_cannot_write_are_refused() {
    let (_, store, faults, _) = with_faults([1]).await;
    let moved = Backfill::<Track>::new().change(|track| Some(Track { number: 7, ..track }));
    assert_eq!(
        run(&store, moved).await.unwrap_err().to_string(),
        r#"the change gives the item pk "Track#A1", sk "00001" the primary key pk "Track#A1", sk "00007": a backfill can't move items"#
    );

    let rest = (0..300).map(|number| (format!("field{number}"), String::from("x"))).collect();
    store.execute(Put::new(&Open { id: "o".to_owned(), part: "p".to_owned(), rest })).await.unwrap();
    let more = Backfill::<Open>::new().change(|mut open| {
        open.rest.insert("more".to_owned(), "y".to_owned());
        Some(open)
    });
    let error = run(&store, more).await.unwrap_err();
    let BackfillError::TooManyAttributes { key, unit, given, limit } = error else { panic!("{error}") };
    assert_eq!((key.as_str(), unit, limit), (r#"pk "Open#o", sk "p""#, "bytes", 4096));
    assert!(given > limit);
    assert!(updates(&faults).is_empty());
}

#[tokio::test]
async fn an_item_with_too_many_attributes_for_the_operators_of_a_condition_is_named() {
    let (_, store, faults, _) = with_faults([]).await;
    let more = || {
        Backfill::<Open>::new().change(|mut open| {
            open.rest.insert("more".to_owned(), "y".to_owned());
            Some(open)
        })
    };
    // The condition compares the attributes, `type`, `id` and `part`, and joins them.
    let open = |fields: u32| {
        let rest = (0..fields).map(|number| (format!("field{number}"), String::from("x"))).collect();
        Open { id: "o".to_owned(), part: "p".to_owned(), rest }
    };
    store.execute(Put::new(&open(180))).await.unwrap();
    let error = run(&store, more()).await.unwrap_err();
    let BackfillError::TooManyAttributes { unit, given, limit, .. } = &error else { panic!("{error}") };
    assert_eq!((*unit, *limit), ("operators and functions", 300));
    assert!(given > limit && error.to_string().contains("operators and functions"), "{error}");
    assert!(updates(&faults).is_empty());

    store.execute(Put::new(&open(120))).await.unwrap();
    assert_eq!(run(&store, more()).await.unwrap().changed, 1);
}

#[tokio::test(start_paused = true)]
async fn writes_keep_to_the_rate_that_is_granted() {
    let items: Vec<_> = (0..11)
        .map(|number| {
            format!(
                r#"{{"type":{{"S":"Track"}},"album":{{"S":"A"}},"number":{{"N":"{number}"}},"pk":{{"S":"Track#A"}},"sk":{{"S":"{number:05}"}}}}"#
            )
        })
        .collect();
    let page = format!(r#"{{"Items":[{}],"ScannedCount":11}}"#, items.join(","));
    let write = r#"{"ConsumedCapacity":{"TableName":"music","CapacityUnits":3.0}}"#;
    let answers = [Answer::ok(page)].into_iter().chain((0..11).map(|_| Answer::ok(write)));
    let (store, _) = faulty::scripted::<MusicTable>(answers);

    let begin = Instant::now();
    let rate = NonZeroU32::new(6).unwrap();
    let backfill = Backfill::<Track>::new().concurrency(ONE).write_units_per_second(rate);
    let counts = store.backfill(backfill, BackfillProgress::new(ONE)).finish().await.unwrap();
    assert_eq!(counts.changed, 11);
    assert!((counts.write_units - 33.0).abs() < 0.01, "{counts:?}");
    // Ten writes of three units each come before the last one, at six units a second.
    let seconds = begin.elapsed().as_secs_f64();
    assert!((5.0..5.1).contains(&seconds), "{seconds}");
}
