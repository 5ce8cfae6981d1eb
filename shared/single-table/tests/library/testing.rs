//! The layer that makes an engine fail as planned, tested with the SDK alone.

use std::num::{NonZeroU32, NonZeroUsize};
use std::ops::RangeInclusive;

use aws_sdk_dynamodb::config::retry::RetryConfig;
use aws_sdk_dynamodb::error::ProvideErrorMetadata;
use aws_sdk_dynamodb::types::{
    AttributeValue, ConditionCheck, Get, KeysAndAttributes, PutRequest, TransactGetItem, TransactWriteItem,
    WriteRequest,
};
use single_table::testing::{self, Answer, Fault, Faults, Operation, Script, Target, Times};
use single_table::{Client, Item};

use crate::engine;
use crate::schema::BareTable;

/// An engine behind faults. The SDK does not retry, so each call is one request.
struct Engine {
    faults: Faults,
    client: Client,
    table: String,
}

fn key(number: usize) -> Item {
    let text = |text: String| AttributeValue::S(text);
    Item::from([("pk".to_owned(), text("p".to_owned())), ("sk".to_owned(), text(format!("{number:03}")))])
}

fn number(item: &Item) -> usize {
    item["sk"].as_s().expect("a text").parse().expect("a number")
}

/// Returns the client without retries.
fn once(client: &Client) -> Client {
    Client::from_conf(client.config().to_builder().retry_config(RetryConfig::disabled()).build())
}

fn nth(every: usize) -> NonZeroUsize {
    NonZeroUsize::new(every).expect("not zero")
}

impl Engine {
    async fn with(numbers: usize) -> Self {
        let faults = Faults::new();
        let (client, _, table) = engine::table::<BareTable>().await;
        let client = once(&faults.client(&client));
        let engine = Self { faults, client, table };
        assert!(engine.put(1..=numbers).await.into_iter().all(|is_written| is_written));
        engine
    }

    /// Writes each of these numbers, and returns for each whether an answer came.
    async fn put(&self, numbers: RangeInclusive<usize>) -> Vec<bool> {
        let mut answered = Vec::new();
        for number in numbers {
            let put = self.client.put_item().table_name(&self.table).set_item(Some(key(number)));
            answered.push(put.send().await.is_ok());
        }
        answered
    }

    /// Clears the faults, and returns the numbers that are stored.
    async fn written(&self) -> Vec<usize> {
        self.faults.clear();
        self.page(None, None).await.0
    }

    /// Returns the numbers that are read, and the unprocessed ones.
    async fn batch_get(&self, numbers: usize) -> (Vec<usize>, Vec<usize>) {
        let keys = KeysAndAttributes::builder().set_keys(Some((1..=numbers).map(key).collect()));
        let keys = keys.build().expect("the keys are set");
        let answer = self.client.batch_get_item().request_items(&self.table, keys).send().await;
        let mut answer = answer.expect("a fault in a part is not an error");
        let read = answer.responses.as_mut().and_then(|tables| tables.remove(&self.table));
        let left = answer.unprocessed_keys.as_mut().and_then(|tables| tables.remove(&self.table));
        let mut read: Vec<_> = read.unwrap_or_default().iter().map(number).collect();
        read.sort_unstable();
        (read, left.map(|left| left.keys.iter().map(number).collect()).unwrap_or_default())
    }

    /// Returns the numbers of a page, and whether another page follows.
    async fn page(&self, limit: Option<i32>, start: Option<Item>) -> (Vec<usize>, Option<Item>) {
        let answer = self
            .client
            .query()
            .table_name(&self.table)
            .key_condition_expression("pk = :p")
            .expression_attribute_values(":p", AttributeValue::S("p".to_owned()))
            .set_limit(limit)
            .set_exclusive_start_key(start)
            .send()
            .await
            .expect("a page");
        assert_eq!(usize::try_from(answer.count).expect("a count"), answer.items().len());
        (answer.items().iter().map(number).collect(), answer.last_evaluated_key)
    }

    /// Returns the numbers of each page up to the end.
    async fn pages(&self, limit: Option<i32>) -> Vec<Vec<usize>> {
        let (mut pages, mut start) = (Vec::new(), None);
        loop {
            let (page, last) = self.page(limit, start).await;
            pages.push(page);
            start = last;
            if start.is_none() {
                return pages;
            }
        }
    }
}

#[tokio::test]
async fn every_third_key_comes_back_and_the_others_are_read() {
    let engine = Engine::with(7).await;
    engine.faults.arm(Fault::UnprocessedKeys { every: nth(3) }, Times::Next(1));
    assert_eq!(engine.batch_get(7).await, (vec![1, 2, 4, 5, 7], vec![3, 6]));
    assert_eq!(engine.batch_get(7).await, ((1..=7).collect(), vec![]));

    engine.faults.arm(Fault::UnprocessedKeys { every: nth(1) }, Times::Always);
    for _ in 0..3 {
        assert_eq!(engine.batch_get(2).await, (vec![], vec![1, 2]));
    }
    engine.faults.clear();
    assert_eq!(engine.batch_get(2).await, (vec![1, 2], vec![]));
}

#[tokio::test]
async fn items_that_come_back_are_not_written() {
    let engine = Engine::with(0).await;
    engine.faults.arm(Fault::UnprocessedItems { every: nth(2) }, Times::Next(1));
    let writes = (1..=4).map(|number| {
        let put = PutRequest::builder().set_item(Some(key(number))).build().unwrap();
        WriteRequest::builder().put_request(put).build()
    });
    let writes = writes.collect();
    let answer = engine.client.batch_write_item().request_items(&engine.table, writes).send().await.unwrap();
    let left = &answer.unprocessed_items.unwrap()[&engine.table];
    let left: Vec<_> = left.iter().map(|write| number(write.put_request().unwrap().item())).collect();
    assert_eq!(left, [2, 4]);
    assert_eq!(engine.batch_get(4).await.0, [1, 3]);
}

#[tokio::test]
async fn a_batch_that_the_engine_refuses_is_refused() {
    let engine = Engine::with(0).await;
    engine.faults.arm(Fault::UnprocessedKeys { every: nth(2) }, Times::Next(1));
    let keys = KeysAndAttributes::builder().keys(key(1)).build().unwrap();
    let error = engine.client.batch_get_item().request_items("no-table", keys).send().await.unwrap_err();
    assert_eq!(error.code(), Some("ResourceNotFoundException"));
}

#[tokio::test]
async fn items_that_the_engine_left_unprocessed_are_returned_too() {
    let left = r#"{"UnprocessedKeys": {"any": {"Keys": [{"pk": {"S": "p"}, "sk": {"S": "001"}}]}}}"#;
    let script = Script::new([Answer::ok(left)]);
    let faults = Faults::new();
    let client = faults.client(&testing::client(script.clone()));
    let engine = Engine { faults, client, table: "any".to_owned() };
    engine.faults.arm(Fault::UnprocessedKeys { every: nth(2) }, Times::Next(1));
    assert_eq!(engine.batch_get(3).await, (vec![], vec![1, 2]));
    let sent = &script.requests()[0].body["RequestItems"]["any"]["Keys"];
    assert_eq!(sent.as_array().map(Vec::len), Some(2));
}

#[tokio::test]
async fn only_the_operation_named_is_throttled_and_only_as_often() {
    let engine = Engine::with(1).await;
    engine.faults.arm(Fault::Throttled(Target::Only(Operation::Scan)), Times::Next(1));
    assert_eq!(engine.page(None, None).await.0, [1]);
    let scan = || engine.client.scan().table_name(&engine.table).send();
    assert_eq!(scan().await.unwrap_err().code(), Some("ProvisionedThroughputExceededException"));
    assert_eq!(scan().await.unwrap().count, 1);
}

#[tokio::test]
async fn counted_faults_come_in_order_and_before_lasting_ones() {
    let engine = Engine::with(2).await;
    engine.faults.arm(Fault::UnprocessedKeys { every: nth(1) }, Times::Always);
    engine.faults.arm(Fault::UnprocessedKeys { every: nth(2) }, Times::Always);
    engine.faults.arm(Fault::UnprocessedKeys { every: nth(3) }, Times::Next(1));
    engine.faults.arm(Fault::UnprocessedKeys { every: nth(1) }, Times::Next(1));
    engine.faults.arm(Fault::UnprocessedKeys { every: nth(1) }, Times::Next(0));
    assert_eq!(engine.batch_get(2).await, (vec![1, 2], vec![]));
    assert_eq!(engine.batch_get(2).await, (vec![], vec![1, 2]));
    for _ in 0..2 {
        assert_eq!(engine.batch_get(2).await, (vec![1], vec![2]));
    }
}

#[tokio::test]
async fn a_conflict_names_the_first_operation() {
    let engine = Engine::with(2).await;
    engine.faults.arm(Fault::Conflict, Times::Next(2));
    let check = |number| {
        let check = ConditionCheck::builder().table_name(&engine.table).set_key(Some(key(number)));
        let check = check.condition_expression("attribute_exists(pk)").build().unwrap();
        TransactWriteItem::builder().condition_check(check).build()
    };
    let write =
        || engine.client.transact_write_items().transact_items(check(1)).transact_items(check(2)).send();
    let error = write().await.unwrap_err().into_service_error();
    let aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError::TransactionCanceledException(
        cancelled,
    ) = error
    else {
        panic!("{error}")
    };
    let codes: Vec<_> =
        cancelled.cancellation_reasons().iter().map(|reason| reason.code().unwrap()).collect();
    assert_eq!(codes, ["TransactionConflict", "None"]);

    let get = Get::builder().table_name(&engine.table).set_key(Some(key(1))).build().unwrap();
    let get = TransactGetItem::builder().get(get).build();
    let error = engine.client.transact_get_items().transact_items(get).send().await.unwrap_err();
    assert_eq!(error.code(), Some("TransactionCanceledException"));
    write().await.unwrap();
}

#[tokio::test]
async fn a_lost_response_is_of_a_write_that_happened() {
    let engine = Engine::with(0).await;
    engine.faults.arm(Fault::LostResponse(Target::Any), Times::Next(1));
    let put = engine.client.put_item().table_name(&engine.table).set_item(Some(key(1)));
    let error = put.send().await.unwrap_err();
    assert!(error.as_service_error().is_none(), "no answer came: {error:?}");
    assert_eq!(engine.batch_get(1).await.0, [1]);
}

#[tokio::test]
async fn a_small_page_goes_on_where_it_stopped() {
    let engine = Engine::with(5).await;
    engine.faults.arm(Fault::SmallPage { items: NonZeroU32::new(2).unwrap() }, Times::Always);
    let two = [vec![1, 2], vec![3, 4], vec![5]];
    assert_eq!(engine.pages(None).await, two);
    assert_eq!(engine.pages(Some(3)).await, two);
    assert_eq!(engine.page(Some(1), None).await.0, [1]);
}

#[tokio::test]
async fn empty_pages_lead_to_all_that_there_is() {
    let engine = Engine::with(5).await;
    engine.faults.arm(Fault::EmptyPage, Times::Next(3));
    assert_eq!(engine.pages(None).await, [vec![], vec![], vec![], vec![1, 2, 3, 4, 5]]);

    // In the middle, each page goes further than the one before.
    let (_, start) = engine.page(Some(2), None).await;
    engine.faults.arm(Fault::EmptyPage, Times::Next(2));
    let (page, first) = engine.page(Some(2), start).await;
    assert!(page.is_empty());
    let (page, second) = engine.page(Some(2), first.clone()).await;
    assert!(page.is_empty() && second.is_some() && first != second);
    let (page, next) = engine.page(Some(2), second).await;
    assert_eq!(page, [3, 4]);
    assert_eq!(engine.page(Some(2), next).await.0, [5]);
    // Another reader of the same keys is not moved back.
    assert_eq!(engine.page(None, first).await.0, [4, 5]);
}

#[tokio::test]
async fn only_the_reader_of_an_empty_page_is_led_back() {
    let engine = Engine::with(3).await;
    engine.faults.arm(Fault::EmptyPage, Times::Next(1));
    let (_, last) = engine.page(None, None).await;
    let scan = engine.client.scan().table_name(&engine.table).set_exclusive_start_key(last.clone());
    assert_eq!(scan.send().await.unwrap().items().iter().map(number).collect::<Vec<_>>(), [2, 3]);
    assert_eq!(engine.page(None, last).await.0, [1, 2, 3]);
}

#[tokio::test]
async fn an_empty_result_is_a_single_empty_page() {
    let engine = Engine::with(0).await;
    engine.faults.arm(Fault::EmptyPage, Times::Always);
    assert_eq!(engine.pages(None).await, [Vec::<usize>::new()]);
}

#[tokio::test]
async fn an_answer_that_is_not_a_page_is_unchanged() {
    let script = Script::new([Answer::exception("ResourceNotFoundException"), Answer::ok("no JSON")]);
    let faults = Faults::new();
    let client = once(&faults.client(&testing::client(script)));
    faults.arm(Fault::EmptyPage, Times::Always);
    let scan = || client.scan().table_name("any").send();
    assert_eq!(scan().await.unwrap_err().code(), Some("ResourceNotFoundException"));
    let error = aws_sdk_dynamodb::error::DisplayErrorContext(scan().await.unwrap_err()).to_string();
    assert!(error.contains("expected ident at line 1 column 2"), "{error}");
}

#[tokio::test]
async fn the_log_has_every_request_on_items_and_only_those() {
    let engine = Engine::with(0).await;
    engine.faults.arm(Fault::Throttled(Target::Any), Times::Next(1));
    engine.client.describe_table().table_name(&engine.table).send().await.unwrap();
    for _ in 0..2 {
        let scan = engine.client.scan().table_name(&engine.table).limit(7).send();
        scan.await.ok();
    }
    let requests = engine.faults.requests();
    assert_eq!(requests.len(), 2);
    for request in requests {
        assert_eq!((request.operation, request.body["Limit"].as_u64()), (Operation::Scan, Some(7)));
    }
}

#[tokio::test]
async fn a_script_that_has_ended_says_so() {
    let script = Script::new([Answer::ok("{}"), Answer::exception("ResourceNotFoundException")]);
    let client = testing::client(script.clone());
    let scan = || client.scan().table_name("any").send();
    assert_eq!(scan().await.unwrap().count, 0);
    assert_eq!(scan().await.unwrap_err().code(), Some("ResourceNotFoundException"));
    let error = aws_sdk_dynamodb::error::DisplayErrorContext(scan().await.unwrap_err()).to_string();
    assert!(error.contains("the script has no answer left"), "{error}");
    assert_eq!(script.requests().len(), 3);
}

#[tokio::test]
async fn a_lost_request_is_of_a_write_that_did_not_happen() {
    let engine = Engine::with(0).await;
    engine.faults.arm(Fault::LostRequest(Target::Only(Operation::PutItem)), Times::Next(1));
    assert_eq!(engine.put(1..=2).await, [false, true]);
    assert_eq!(engine.faults.requests().len(), 2, "the lost one was asked for as well");
    assert_eq!(engine.written().await, [2]);
}

#[tokio::test]
async fn a_fault_happens_after_as_many_requests_as_it_waits_for() {
    let engine = Engine::with(0).await;
    engine.faults.arm_after(1, Fault::LostRequest(Target::Any), Times::Next(2));
    assert_eq!(engine.put(1..=5).await, [true, false, false, true, true]);
}

#[tokio::test]
async fn it_waits_only_for_requests_that_it_is_about() {
    let engine = Engine::with(0).await;
    let scans = Fault::Throttled(Target::Only(Operation::Scan));
    engine.faults.arm_after(1, scans, Times::Always);
    engine.put(1..=3).await;
    let scan = || engine.client.scan().table_name(&engine.table).send();
    assert!(scan().await.is_ok());
    assert!(scan().await.is_err());
}

#[tokio::test]
async fn a_request_counts_though_it_meets_another_fault() {
    let engine = Engine::with(0).await;
    engine.faults.arm(Fault::Throttled(Target::Any), Times::Next(2));
    engine.faults.arm_after(2, Fault::LostResponse(Target::Any), Times::Next(1));
    assert_eq!(engine.put(1..=4).await, [false, false, false, true]);
    assert_eq!(engine.written().await, [3, 4]);
}

#[tokio::test]
async fn a_caller_dies_before_a_write_or_after_it() {
    let engine = Engine::with(0).await;
    let dies = Fault::LostRequest(Target::Any);
    engine.faults.arm_after(2, dies, Times::Always);
    assert_eq!(engine.put(1..=4).await, [true, true, false, false]);
    assert_eq!(engine.written().await, [1, 2]);

    engine.faults.arm_after(1, Fault::LostResponse(Target::Any), Times::Next(1));
    engine.faults.arm_after(2, dies, Times::Always);
    assert_eq!(engine.put(5..=8).await, [true, false, false, false]);
    assert_eq!(engine.written().await, [1, 2, 5, 6]);
}
