//! Backfills, with nobody else at the table and with others writing to it.

mod engine;
mod faulty;

use std::collections::HashMap;
use std::num::{NonZeroU16, NonZeroU32};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use serde::{Deserialize, Serialize};
use single_table::test_util::{self, Answer, Fault, Faults, Operation, Script, Target, Times};
use single_table::{
    Backfill, BackfillCounts, BackfillError, BackfillProgress, Client, Delete, Entity, EpochSeconds, Error,
    Item, Put, Store, Update, encode, table,
};
use tokio::runtime::Handle;
use tokio::task::block_in_place;
use tokio::time::Instant;

table! {
    /// Music.
    pub struct MusicTable {
        key: (pk, sk),
        ttl: ttl,
        global: [
            GsiOne = gsiOne (gsiOnePk, gsiOneSk),
            GsiTwo = gsiTwo (gsiTwoPk, gsiTwoSk),
        ],
        entities: [Track, Open],
    }
}

/// A track, as it is declared today. It once had neither plays nor a genre, and was in the second index.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track", partition(album), sort(number), ttl(expires))]
#[index(on = GsiOne, view = TracksByGenre, partition(genre?), sort(album))]
struct Track {
    album: String,
    number: u16,
    #[serde(default)]
    plays: u32,
    #[serde(default, skip_serializing_if = "Option::is_none", alias = "style")]
    genre: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expires: Option<EpochSeconds>,
}

/// An entity that takes any attribute.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Open", partition(id), sort(part))]
struct Open {
    id: String,
    part: String,
    #[serde(flatten)]
    rest: HashMap<String, String>,
}

const SEGMENTS: NonZeroU16 = NonZeroU16::new(3).unwrap();
const ONE: NonZeroU16 = NonZeroU16::new(1).unwrap();

fn track(number: u16) -> Track {
    let genre = number.is_multiple_of(2).then(|| "pop".to_owned());
    Track { album: format!("A{}", number % 5), number, plays: 0, genre, note: None, expires: None }
}

/// The track as it was stored before it had plays and index keys.
fn old(number: u16) -> Item {
    let mut item = encode(&track(number)).expect("the track is encoded");
    item.retain(|name, _| name != "plays" && !name.starts_with("gsi"));
    item
}

fn text(text: &str) -> aws_sdk_dynamodb::types::AttributeValue {
    aws_sdk_dynamodb::types::AttributeValue::S(text.to_owned())
}

async fn music() -> (Client, Store<MusicTable>, String) {
    engine::table::<MusicTable>().await
}

async fn put(client: &Client, table: &str, item: Item) {
    client.put_item().table_name(table).set_item(Some(item)).send().await.expect("the item is put");
}

async fn stored(client: &Client, table: &str, number: u16) -> Item {
    let key = |name: &str| old(number)[name].clone();
    let answer = client
        .get_item()
        .table_name(table)
        .key("pk", key("pk"))
        .key("sk", key("sk"))
        .consistent_read(true)
        .send()
        .await;
    answer.expect("the item is read").item.expect("there is an item")
}

/// All of a backfill, in segments and small pages.
async fn run<E: Entity<Table = MusicTable>>(
    store: &Store<MusicTable>,
    backfill: Backfill<E>,
) -> Result<BackfillCounts, BackfillError> {
    store.backfill(backfill.page_size(7), BackfillProgress::new(SEGMENTS)).finish().await
}

fn updates(faults: &Faults) -> Vec<serde_json::Value> {
    let of =
        |request: test_util::Request| (request.operation == Operation::UpdateItem).then_some(request.body);
    faults.requests().into_iter().filter_map(of).collect()
}

#[tokio::test]
async fn missing_fields_and_index_keys_are_added_once() {
    let (client, _, name) = music().await;
    let (store, faults) = faulty::store::<MusicTable>(&client, &name);
    for number in 0..20 {
        put(&client, &name, old(number)).await;
    }
    let other = Open { id: "o".to_owned(), part: "p".to_owned(), rest: HashMap::new() };
    store.execute(Put::new(&other)).await.unwrap();
    store.execute(Put::new(&track(20))).await.unwrap();
    assert_eq!(store.scan_all(TracksByGenre::scan()).await.unwrap().len(), 1);

    // It can be spawned.
    let (backfill, spawned) = (Backfill::<Track>::new(), store.clone());
    let counts = tokio::spawn(async move { run(&spawned, backfill).await }).await.unwrap().unwrap();
    assert_eq!((counts.scanned, counts.changed, counts.unchanged), (21, 20, 1));
    assert_eq!((counts.gone, counts.conflicts), (0, 0));
    assert!(counts.write_units > 0.0, "{counts:?}");
    assert_eq!(store.scan_all(TracksByGenre::scan()).await.unwrap().len(), 11);
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
    let (client, _, name) = music().await;
    let (store, faults) = faulty::store::<MusicTable>(&client, &name);
    // Known by its old name, in an index of old, and with a field that nobody declares.
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
    let (client, store, name) = music().await;
    for number in 0..9 {
        put(&client, &name, old(number)).await;
    }
    let no_pop = || {
        Backfill::<Track>::new().change(|track| {
            (track.number < 6).then(|| Track { genre: None, note: Some("was pop".to_owned()), ..track })
        })
    };
    run(&store, Backfill::<Track>::new()).await.unwrap();
    assert_eq!(store.scan_all(TracksByGenre::scan()).await.unwrap().len(), 5);
    let counts = run(&store, no_pop()).await.unwrap();
    assert_eq!((counts.changed, counts.unchanged), (6, 3));
    let left = store.scan_all(TracksByGenre::scan()).await.unwrap();
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
    let open = store.scan_all(OpenItems::scan()).await.unwrap().remove(0);
    assert!(open.rest.contains_key("b") && !open.rest.contains_key("a"));
    assert_eq!(run(&store, without_a()).await.unwrap().changed, 0);
}

#[tokio::test]
async fn a_backfill_goes_on_from_progress_that_was_kept() {
    let (client, store, name) = music().await;
    for number in 0..30 {
        put(&client, &name, old(number)).await;
    }
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
    edited["segments"] = serde_json::json!([{"after": "5:other2:Sa"}]);
    let error = serde_json::from_value::<BackfillProgress<Track>>(edited).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a place in a scan has the key attributes other; those of this scan are pk, sk"
    );
}

/// What somebody else does between the reading and the writing of an item, the first so many times.
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
        // Made of what the item has and lacks.
        let seen = format!("{} plays, {:?}", track.plays, track.genre);
        Some(Track { note: Some(seen), ..track })
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn what_others_write_meanwhile_is_kept_and_seen() {
    let (client, store, name) = music().await;
    put(&client, &name, old(1)).await;
    let others = store.clone();
    // First a field that was there or is set, then one whose absence was seen.
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
    let track = store.get_consistent::<Track>(&track(1).key()).await.unwrap().unwrap();
    assert_eq!((track.plays, track.genre.as_deref()), (5, Some("rock")));
    assert_eq!(track.note.as_deref(), Some("5 plays, Some(\"rock\")"));
    assert_eq!(store.scan_all(TracksByGenre::scan()).await.unwrap(), [track]);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_item_that_others_remove_stays_removed() {
    let (client, store, name) = music().await;
    put(&client, &name, old(1)).await;
    let others = store.clone();
    let backfill = meanwhile(1, move |_| {
        let others = others.clone();
        async move {
            others.execute(Delete::<Track>::new(track(1).key())).await.expect("the other removes");
        }
    });
    let counts = run(&store, backfill).await.unwrap();
    assert_eq!((counts.scanned, counts.changed, counts.gone), (1, 0, 1));
    assert!(store.get_consistent::<Track>(&track(1).key()).await.unwrap().is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_item_that_others_write_all_the_time_is_an_error_in_the_end() {
    let (client, store, name) = music().await;
    put(&client, &name, old(1)).await;
    let others = store.clone();
    let backfill = meanwhile(8, move |_| {
        let others = others.clone();
        async move {
            others.execute(Update::new(track(1).key()).add(Track::PLAYS, 1)).await.expect("the other writes");
        }
    });
    let mut run = store.backfill(backfill, BackfillProgress::new(ONE));
    let error = run.next_page().await.unwrap_err();
    assert_eq!(
        error.to_string(),
        r#"the item pk "Track#A1", sk "00001" was changed by others 8 times in a row"#
    );
    // Then they stop.
    let counts = run.finish().await.unwrap();
    assert_eq!((counts.scanned, counts.changed, counts.conflicts), (1, 1, 0));
    let track = store.get_consistent::<Track>(&track(1).key()).await.unwrap().unwrap();
    assert_eq!((track.plays, track.note.as_deref()), (8, Some("8 plays, None")));
}

#[tokio::test]
async fn an_answer_that_was_lost_and_a_throttle_are_borne() {
    let (client, _, name) = music().await;
    let (store, faults) = faulty::store::<MusicTable>(&client, &name);
    put(&client, &name, old(1)).await;
    put(&client, &name, old(2)).await;
    let updates = Target::Only(Operation::UpdateItem);
    faults.arm(Fault::LostResponse(updates), Times::Next(1));
    faults.arm(Fault::Throttled(updates), Times::Next(1));
    let counts = run(&store, Backfill::<Track>::new().concurrency(ONE)).await.unwrap();
    // What was written without an answer looks as if somebody else had written it.
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
        assert_eq!(
            run.next_page().await.unwrap_err().to_string(),
            r#"the item pk "Track#A1", sk "00001": an item is not a whole Track: missing field `number`"#
        );
        assert_eq!(run.progress().done(), 0);
    }
    broken.insert("number".to_owned(), number);
    put(&client, &name, broken).await;
    assert_eq!(run.finish().await.unwrap().changed, 1);
}

#[tokio::test]
async fn what_a_backfill_must_not_or_cannot_write_is_refused() {
    let (client, _, name) = music().await;
    let (store, faults) = faulty::store::<MusicTable>(&client, &name);
    put(&client, &name, old(1)).await;
    let moved = Backfill::<Track>::new().change(|track| Some(Track { number: 7, ..track }));
    assert_eq!(
        run(&store, moved).await.unwrap_err().to_string(),
        r#"the change gives the item pk "Track#A1", sk "00001" the primary key pk "Track#A1", sk "00007"; a backfill can't move an item"#
    );

    let rest = (0..300).map(|number| (format!("field{number}"), String::from("x"))).collect();
    store.execute(Put::new(&Open { id: "o".to_owned(), part: "p".to_owned(), rest })).await.unwrap();
    let more = Backfill::<Open>::new().change(|mut open| {
        open.rest.insert("more".to_owned(), "y".to_owned());
        Some(open)
    });
    let error = run(&store, more).await.unwrap_err();
    let BackfillError::TooManyAttributes { key, given, limit } = error else { panic!("{error}") };
    assert_eq!((key.as_str(), limit), (r#"pk "Open#o", sk "p""#, 4096));
    assert!(given > limit);
    assert!(updates(&faults).is_empty());
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
    let script = Script::new(answers);
    let store: Store<MusicTable> = Store::new(test_util::client(script), "music");

    let begin = Instant::now();
    let rate = NonZeroU32::new(6).unwrap();
    let backfill = Backfill::<Track>::new().concurrency(ONE).write_units_per_second(rate);
    let counts = store.backfill(backfill, BackfillProgress::new(ONE)).finish().await.unwrap();
    assert_eq!(counts.changed, 11);
    assert!((counts.write_units - 33.0).abs() < 0.01, "{counts:?}");
    // Ten writes of three units each before the last one, at six a second.
    let seconds = begin.elapsed().as_secs_f64();
    assert!((5.0..5.1).contains(&seconds), "{seconds}");
}
