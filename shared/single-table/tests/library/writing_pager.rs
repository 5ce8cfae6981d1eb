//! Updates of more operations than one transaction takes.

use serde::{Deserialize, Serialize};
use single_table::testing::{Answer, Fault, Operation, Target, Times};
use single_table::write::{PagedWrite, WritingPager, WritingPagerError};
use single_table::{
    Check, Client, Condition, Entity, Error, Put, Store, Transaction, TransactionError, Update, table,
};

use crate::{engine, faulty};

table! {
    /// Tracks, and the progress of an import of tracks.
    pub struct MusicTable { key: (pk, sk), entities: [Track, Import] }
}

/// A track.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Track", partition(album), sort(number))]
struct Track {
    album: String,
    number: u16,
    /// The number of plays, which a second write would increment again.
    #[serde(default)]
    plays: u32,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    notes: String,
}

/// The progress of an import.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Import", partition(id), sort())]
struct Import {
    id: String,
    #[serde(default)]
    done: usize,
}

type Group = Transaction<MusicTable>;

fn key(number: u16) -> TrackKey {
    TrackKey { album: "A".to_owned(), number }
}

fn import() -> ImportKey {
    ImportKey { id: "i".to_owned() }
}

/// Plays each of these tracks once.
fn plays(numbers: impl IntoIterator<Item = u16>) -> Group {
    let mut group = Transaction::new();
    for number in numbers {
        group.add(Update::upsert(key(number)).add(Track::PLAYS, 1));
    }
    group
}

/// Makes groups with the same number of tracks, all of them different.
fn groups(count: u16, tracks: u16) -> Vec<Group> {
    (0..count).map(|group| plays(group * tracks..(group + 1) * tracks)).collect()
}

fn keep_done(done: usize) -> Group {
    let mut keep = Transaction::new();
    keep.add(Update::upsert(import()).set(Import::DONE, done));
    keep
}

async fn played(store: &Store<MusicTable>) -> Vec<u32> {
    let mut tracks = store.all(TrackItems::scan().consistent()).await.expect("the tracks are read");
    tracks.sort_unstable_by_key(|track| track.number);
    tracks.into_iter().map(|track| track.plays).collect()
}

/// Writes all pages, and returns the range of groups in each.
async fn pages(mut pager: WritingPager<MusicTable>) -> Vec<(usize, usize)> {
    let mut written = Vec::new();
    while let Some(page) = pager.write_page().await.expect("the page is written") {
        assert_eq!(pager.done(), page.groups.end);
        written.push((page.groups.start, page.groups.end));
    }
    assert_eq!(pager.pages_left(), 0);
    written
}

async fn music() -> (Client, Store<MusicTable>, String) {
    engine::table::<MusicTable>().await
}

#[tokio::test]
async fn a_page_has_as_many_whole_groups_as_a_transaction_takes() {
    let (_, store, _) = music().await;
    let pager = store.writing_pager(PagedWrite::new(groups(5, 40))).unwrap();
    assert_eq!((pager.pages_left(), pager.done()), (3, 0));
    assert_eq!(pages(pager).await, [(0, 2), (2, 4), (4, 5)]);
    assert_eq!(played(&store).await, [1; 200]);

    // The operations of each page take room too: 50 + 50 + 1 don't fit.
    let write = PagedWrite::new(groups(2, 50)).on_each_page(keep_done);
    assert_eq!(pages(store.writing_pager(write).unwrap()).await, [(0, 1), (1, 2)]);
    assert_eq!(pages(store.writing_pager(PagedWrite::new(groups(2, 50))).unwrap()).await, [(0, 2)]);
    assert!(pages(store.writing_pager(PagedWrite::new([])).unwrap()).await.is_empty());
}

#[tokio::test]
async fn two_groups_on_one_item_are_written_one_after_the_other() {
    let (_, store, _) = music().await;
    let write = PagedWrite::new([plays([1, 2]), plays([3]), plays([2, 4]), plays([1]), plays([4])]);
    assert_eq!(pages(store.writing_pager(write).unwrap()).await, [(0, 2), (2, 4), (4, 5)]);
    assert_eq!(played(&store).await, [2, 2, 1, 2]);
}

#[tokio::test]
async fn groups_that_are_large_together_are_written_apart() {
    let (_, store, _) = music().await;
    let notes = "n".repeat(300 * 1024);
    let large = |number| {
        let mut group = Transaction::new();
        group.add(Put::new(&Track { album: "A".to_owned(), number, plays: 0, notes: notes.clone() }));
        group
    };
    let pager = store.writing_pager(PagedWrite::new((0..15).map(large))).unwrap();
    assert_eq!(pager.pages_left(), 2);

    let mut group = Transaction::new();
    for number in 0..15 {
        let track = Track { album: "A".to_owned(), number, plays: 0, notes: notes.clone() };
        group.add(Put::new(&track));
    }
    let error = store.writing_pager(PagedWrite::new([plays([1]), group])).unwrap_err();
    let message = error.to_string();
    assert!(message.starts_with("group 1 takes 460"), "{message}");
    assert!(message.ends_with("but a transaction takes at most 4194304: divide the group"));
}

#[tokio::test]
async fn items_that_can_never_be_written_are_refused_before_any_write() {
    let (client, _, name) = music().await;
    let (store, faults) = faulty::store::<MusicTable>(&client, &name);
    let refused = |write: PagedWrite<MusicTable>| store.writing_pager(write).unwrap_err().to_string();

    assert_eq!(
        refused(PagedWrite::new([plays([1]), plays(0..101)])),
        "group 1 has 101 operations, including the 0 that `on_each_page` adds, but a transaction has at most 100: divide the group"
    );
    assert_eq!(
        refused(PagedWrite::new([plays(0..100)]).on_each_page(keep_done)),
        "group 0 has 101 operations, including the 1 that `on_each_page` adds, but a transaction has at most 100: divide the group"
    );
    assert_eq!(
        refused(PagedWrite::new([plays([1]), plays([2, 2])])),
        "group 1 has two operations on one Track, or `on_each_page` adds one on the same item: make one operation of them"
    );
    assert_eq!(
        refused(PagedWrite::new([plays([1])]).on_each_page(|_| plays([1]))),
        "group 0 has two operations on one Track, or `on_each_page` adds one on the same item: make one operation of them"
    );
    assert_eq!(refused(PagedWrite::new([plays([1]), plays([])])), "group 1 has no operations: leave it out");
    assert_eq!(
        refused(PagedWrite::new(groups(2, 1)).skip(3)),
        "3 groups are to be skipped, but the update has 2: skip as many as `done` returned for this update"
    );
    let mut long = Transaction::new();
    long.add(Update::<Track>::new(TrackKey { album: "a".repeat(2_048), number: 1 }).add(Track::PLAYS, 1));
    let error = store.writing_pager(PagedWrite::new([plays([1]), long])).unwrap_err();
    assert!(matches!(error, WritingPagerError::Failed(Error::Key { .. })), "{error}");
    assert!(faults.requests().is_empty());
}

#[tokio::test]
async fn a_page_whose_answer_was_lost_happens_once() {
    let (client, _, name) = music().await;
    let (store, faults) = faulty::store::<MusicTable>(&client, &name);
    let mut pager = store.writing_pager(PagedWrite::new(groups(3, 60))).unwrap();
    pager.write_page().await.unwrap();

    let transactions = Target::Only(Operation::TransactWriteItems);
    faults.arm(Fault::LostResponse(transactions), Times::Next(1));
    let error = pager.write_page().await.unwrap_err();
    assert_eq!(error.groups(), 1..2);
    assert!(
        error
            .to_string()
            .starts_with("writing the groups 1 to 1 failed: TransactWriteItems of Track got no answer")
    );
    let lost = matches!(error.transaction(), TransactionError::Failed(Error::Unreachable { .. }));
    assert!(lost && error.cancelled(1).is_none(), "{error}");
    assert_eq!((pager.done(), pager.pages_left()), (1, 2));

    pager.write_all().await.unwrap();
    assert_eq!(pager.done(), 3);
    // `moto` ignores tokens.
    if std::env::var_os("AWS_ENDPOINT_URL_DYNAMODB").is_none() {
        assert_eq!(played(&store).await, [1; 180], "no track was played twice");
    }
    let tokens: Vec<_> = faults
        .requests()
        .iter()
        .filter(|request| request.operation == Operation::TransactWriteItems)
        .map(|request| request.body["ClientRequestToken"].clone())
        .collect();
    assert_eq!(tokens.len(), 4);
    assert!(tokens[1] == tokens[2] && tokens[0] != tokens[1] && tokens[2] != tokens[3], "{tokens:?}");
}

#[tokio::test]
async fn another_pager_goes_on_where_one_was_lost() {
    let (_, store, _) = music().await;
    let write = || PagedWrite::new(groups(7, 30)).on_each_page(keep_done);
    let mut lost = store.writing_pager(write()).unwrap();
    lost.write_page().await.unwrap();
    drop(lost);

    let done = store.get::<Import>(&import()).consistent().await.unwrap().unwrap().done;
    assert_eq!(done, 3);
    let pager = store.writing_pager(write().skip(done)).unwrap();
    assert_eq!(pager.done(), 3);
    assert_eq!(pages(pager).await, [(3, 6), (6, 7)]);
    assert_eq!(played(&store).await, [1; 210]);
    assert_eq!(store.get::<Import>(&import()).consistent().await.unwrap().unwrap().done, 7);
}

#[tokio::test]
async fn a_failed_condition_stops_the_pager_and_names_the_group() {
    let (_, store, _) = music().await;
    let locked = |_| {
        let mut lock = Transaction::new();
        lock.add(Check::<Import>::new(import(), Condition::live()));
        lock
    };
    let mut pager = store.writing_pager(PagedWrite::new(groups(4, 30)).on_each_page(locked)).unwrap();
    assert_eq!(
        pager.write_page().await.unwrap_err().to_string(),
        "writing the groups 0 to 2 failed: the transaction was cancelled: the condition of ConditionCheck Import (operation 91) did not hold"
    );
    assert!(played(&store).await.is_empty());
    store.execute(Put::new(&Import { id: "i".to_owned(), done: 0 })).await.unwrap();
    pager.write_all().await.unwrap();
    assert_eq!(played(&store).await, [1; 120]);

    // Each of several groups in a page has the results of its own operations.
    let track = |number| Track { album: "B".to_owned(), number, plays: 0, notes: String::new() };
    store.execute(Put::new(&track(7))).await.unwrap();
    let mut ops = Vec::new();
    let singles = [5, 6, 7, 8].map(|number| {
        let mut group = plays([number]);
        ops.push(group.insert(&track(number)));
        group
    });
    let mut pager = store.writing_pager(PagedWrite::new(singles)).unwrap();
    let error = pager.write_page().await.unwrap_err();
    for group in [0, 1, 2, 3] {
        let cancelled = error.cancelled(group).unwrap();
        assert_eq!(cancelled.failed(ops[group]), group == 2);
        assert_eq!(cancelled.item(ops[group]).unwrap(), (group == 2).then(|| track(7)));
    }
    assert!(error.cancelled(4).is_none());
    assert_eq!((pager.done(), pager.pages_left()), (0, 1));
}

#[tokio::test]
async fn the_units_of_all_pages_are_added_up() {
    let answer = |units| Answer::ok(format!(r#"{{"ConsumedCapacity":[{{"CapacityUnits":{units}}}]}}"#));
    let (store, _) = faulty::scripted::<MusicTable>([answer("6.0"), answer("4.0"), answer("2.0")]);
    let mut pager = store.writing_pager(PagedWrite::new(groups(3, 60))).unwrap();
    let first = pager.write_page().await.unwrap().unwrap();
    assert!((first.units.write - 6.0).abs() < 0.01);
    let rest = pager.write_all().await.unwrap();
    assert!((rest.units.write - 6.0).abs() < 0.01);
    assert!(pager.write_page().await.unwrap().is_none());
}
