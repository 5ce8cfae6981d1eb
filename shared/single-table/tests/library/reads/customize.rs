//! Requests that the caller changes with the SDK's builders.

use aws_sdk_dynamodb::types::ReturnConsumedCapacity::Indexes;
use single_table::testing::Operation::{BatchGetItem, GetItem, Query, Scan, TransactGetItems};
use single_table::{Entity as _, KeySet};

use crate::reads::{Track, TrackItems, TracksByGenre, album, music, track};

#[tokio::test]
async fn every_read_can_be_changed_with_the_builder_of_the_sdk() {
    let (store, faults, ..) = music().await;
    let before = faults.requests().len();
    let key = track(1).key();
    let keys = || {
        let mut keys = KeySet::new();
        keys.add(track(1).key());
        keys
    };
    store.get(&key).customize(|request| request.return_consumed_capacity(Indexes)).await.unwrap();
    let many = store.get_many::<Track>(std::slice::from_ref(&key));
    let _ = many.customize(|request| request.return_consumed_capacity(Indexes)).await.unwrap();
    let batch = store.batch_get(keys()).customize(|request| request.return_consumed_capacity(Indexes));
    let _ = batch.await.unwrap();
    store.transact_get(keys()).customize(|request| request.return_consumed_capacity(Indexes)).await.unwrap();
    let query =
        TrackItems::query(album().album).customize(|request| request.return_consumed_capacity(Indexes));
    store.page(query).await.unwrap();
    let query = TracksByGenre::query("pop".to_owned());
    store.all(query.customize(|request| request.return_consumed_capacity(Indexes))).await.unwrap();
    let scan = TrackItems::scan().customize(|request| request.return_consumed_capacity(Indexes));
    store.count(scan).await.unwrap();

    let requests = faults.requests().split_off(before);
    let operations: Vec<_> = requests.iter().map(|request| request.operation).collect();
    let expected = [GetItem, BatchGetItem, BatchGetItem, TransactGetItems, Query, Query, Query, Query, Scan];
    assert_eq!(operations, expected);
    for request in requests {
        assert_eq!(request.body["ReturnConsumedCapacity"], "INDEXES", "{:?}", request.operation);
    }
}

#[tokio::test]
async fn changes_are_made_one_after_the_other_and_last() {
    let (store, faults, ..) = music().await;
    let query = TrackItems::query(album().album).limit(5).customize(|request| request.limit(3)).customize(
        |request| {
            let limit = request.get_limit().unwrap_or_default();
            request.limit(limit - 1)
        },
    );
    let found = store.all(query).await.unwrap();
    assert_eq!(found.len(), 7);
    assert_eq!(faults.requests().pop().unwrap().body["Limit"], 2);
}
