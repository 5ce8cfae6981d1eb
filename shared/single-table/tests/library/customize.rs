//! Requests that a caller changes with the SDK's builders before they are sent.

use aws_sdk_dynamodb::types::{ReturnConsumedCapacity, ReturnItemCollectionMetrics};
use single_table::testing::{Answer, Operation};
use single_table::{BatchWrite, Delete, Entity as _, Put, Transaction, Update};

use crate::notes::{Note, note, scripted};

#[tokio::test(start_paused = true)]
async fn each_write_can_be_customized_and_keeps_what_the_library_sets() {
    let (store, http) = scripted((0..5).map(|_| Answer::ok("{}")));
    let size = ReturnItemCollectionMetrics::Size;
    let put = store.execute(Put::new(&note(1)));
    put.customize(|request| request.return_item_collection_metrics(size.clone())).await.unwrap();
    let update = store.execute(Update::new(note(1).key()).add(Note::LIKES, 1));
    update.customize(|request| request.return_item_collection_metrics(size.clone())).await.unwrap();
    let delete = store.execute(Delete::new(note(1).key()).returning_old());
    delete.customize(|request| request.return_item_collection_metrics(size.clone())).await.unwrap();
    let mut transaction = Transaction::new();
    transaction.insert(&note(1));
    let transaction = store.transact(transaction);
    transaction.customize(|request| request.return_item_collection_metrics(size.clone())).await.unwrap();
    let batch = store.batch_write(BatchWrite::new().put(&note(1)));
    let batch = batch.customize(|request| request.return_item_collection_metrics(size.clone()));
    batch.await.unwrap().complete().unwrap();

    let requests = http.requests();
    let operations: Vec<_> = requests.iter().map(|request| request.operation).collect();
    assert_eq!(
        operations,
        [
            Operation::PutItem,
            Operation::UpdateItem,
            Operation::DeleteItem,
            Operation::TransactWriteItems,
            Operation::BatchWriteItem
        ]
    );
    for request in &requests {
        assert_eq!(request.body["ReturnItemCollectionMetrics"], "SIZE", "{request:?}");
        assert_eq!(request.body["ReturnConsumedCapacity"], "TOTAL", "{request:?}");
    }
    assert_eq!(requests[0].body["Item"]["pk"]["S"], "Note#ann");
    assert_eq!(requests[2].body["ReturnValues"], "ALL_OLD");
}

#[tokio::test(start_paused = true)]
async fn every_try_and_every_chunk_is_customized() {
    let indexes = || ReturnConsumedCapacity::Indexes;
    let (store, http) = scripted([
        Answer::throttled(),
        Answer::ok("{}"),
        Answer::cancelled(&["TransactionConflict"]),
        Answer::ok("{}"),
        Answer::ok("{}"),
        Answer::ok("{}"),
    ]);
    let update = store.execute(Update::new(note(1).key()).add(Note::LIKES, 1));
    update.customize(|request| request.return_consumed_capacity(indexes())).await.unwrap();
    let mut transaction = Transaction::new();
    transaction.insert(&note(1));
    let transaction = store.transact(transaction);
    transaction.customize(|request| request.return_consumed_capacity(indexes())).await.unwrap();
    let batch = (0..26).fold(BatchWrite::new(), |batch, id| batch.put(&note(id)));
    let batch = store.batch_write(batch).customize(|request| request.return_consumed_capacity(indexes()));
    batch.await.unwrap().complete().unwrap();
    let asked: Vec<_> =
        http.requests().into_iter().map(|request| request.body["ReturnConsumedCapacity"].clone()).collect();
    assert_eq!(asked, ["INDEXES"; 6]);
}
