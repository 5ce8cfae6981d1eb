//! Failures when DynamoDB processes only a part of a request.

use single_table::testing::{Fault, Faults, Operation, Target, Times};
use single_table::{Entity, Store, Transaction};
use std::num::{NonZeroU32, NonZeroUsize};

use crate::faulty;
use crate::peer_faults::{MusicTable, Track, TrackItems, abba, engine, numbers, track};
use crate::written::put_all;

/// Returns a table behind faults, and the faults. The SDK tries again without a wait.
async fn music() -> (Store<MusicTable>, Faults) {
    let faults = Faults::new();
    let (client, _, table) = engine::table::<MusicTable>().await;
    (Store::new(faulty::retrying(&client, &faults), table), faults)
}

#[tokio::test]
async fn batch_reads_lose_no_throttled_key() {
    let (store, faults) = music().await;
    put_all(&store, (1..=250).map(track)).await;
    let wanted: Vec<_> = (1..=250).rev().map(track).collect();
    let keys: Vec<_> = wanted.iter().map(Entity::key).collect();
    let third = NonZeroUsize::new(3).unwrap();
    faults.arm(Fault::UnprocessedKeys { every: third }, Times::Always);

    let loaded = store.get_many::<Track>(&keys).await.unwrap().complete().unwrap();
    assert_eq!(loaded.into_iter().flatten().collect::<Vec<_>>(), wanted);
    let asked = asked(&faults, Operation::BatchGetItem);
    assert!(asked > 250, "who takes no notice of unprocessed keys asks for 250 and loses 82: {asked}");
}

#[tokio::test]
async fn keys_that_are_never_read_come_back_as_a_value() {
    let (store, faults) = music().await;
    put_all(&store, (1..=250).map(track)).await;
    let keys: Vec<_> = (1..=250).map(|number| track(number).key()).collect();
    // DynamoDB either leaves all keys unprocessed, or throttles the request because it can read none of them.
    for nothing in [
        Fault::UnprocessedKeys { every: NonZeroUsize::MIN },
        Fault::Throttled(Target::Only(Operation::BatchGetItem)),
    ] {
        faults.arm(Fault::UnprocessedKeys { every: NonZeroUsize::new(3).unwrap() }, Times::Next(2));
        faults.arm(nothing, Times::Always);
        let (items, left) = store.get_many::<Track>(&keys).await.unwrap().into_parts();
        let read: Vec<_> = items.iter().flatten().map(|track| track.number).collect();
        let mut all: Vec<_> = left.iter().map(|key| key.number).chain(read.iter().copied()).collect();
        all.sort_unstable();
        assert_eq!(all, (1..=250).collect::<Vec<_>>(), "each is read or left");
        assert_eq!((items.len(), read.len()), (250, 2 * (100 - 33)));
    }
    let error = store.get_many::<Track>(&keys).await.unwrap().complete().unwrap_err();
    assert_eq!(error.keys, 250);
}

/// Returns the number of keys in a request.
fn asked(faults: &Faults, operation: Operation) -> usize {
    let of = |request: &single_table::testing::Request| {
        let tables = request.body["RequestItems"].as_object().into_iter().flatten();
        tables.map(|(_, asked)| asked["Keys"].as_array().map_or(0, Vec::len)).sum::<usize>()
    };
    faults.requests().iter().filter(|request| request.operation == operation).map(of).sum()
}

#[tokio::test]
async fn pages_that_end_early_or_empty_lose_nothing() {
    let (store, faults) = music().await;
    put_all(&store, (1..=9).map(track)).await;
    let (artist, album) = abba();
    let query = || TrackItems::query(artist.clone(), album.clone());

    faults.arm(Fault::SmallPage { items: NonZeroU32::new(2).unwrap() }, Times::Always);
    faults.arm(Fault::EmptyPage, Times::Next(3));
    let before = faults.requests().len();
    let page = store.page(query().limit(5)).await.unwrap();
    assert_eq!(numbers(&page.items), [1, 2, 3, 4, 5]);
    let answers = faults.requests().len() - before;
    assert_eq!(
        answers, 6,
        "a reader that stops at the first page finds nothing, and one that stops at the fourth finds two"
    );
    faults.arm(Fault::EmptyPage, Times::Next(3));
    let rest = store.page(query().limit(5).after(page.next)).await.unwrap();
    assert_eq!(numbers(&rest.items), [6, 7, 8, 9]);

    // There are more empty pages than a page of the library reads.
    faults.arm(Fault::EmptyPage, Times::Next(20));
    assert_eq!(numbers(&store.all(query()).await.unwrap()), (1..=9).collect::<Vec<_>>());
}

#[tokio::test]
async fn a_transaction_whose_answer_is_lost_happens_once() {
    let (store, faults) = music().await;
    faults.arm(Fault::LostResponse(Target::Only(Operation::TransactWriteItems)), Times::Next(1));
    // The library itself tries a second time when the SDK has used its three tries.
    faults.arm(Fault::Throttled(Target::Only(Operation::TransactWriteItems)), Times::Next(2));
    let mut transaction = Transaction::new();
    transaction.insert(&track(1));
    // With another token, a later try would find the item of the first one and report that the condition did not hold.
    store.transact(transaction).await.unwrap();
    let tokens: Vec<_> =
        faults.requests().into_iter().map(|request| request.body["ClientRequestToken"].clone()).collect();
    assert_eq!(tokens.len(), 4);
    assert!(tokens.iter().all(|token| token.is_string() && *token == tokens[0]), "{tokens:?}");
}
