//! Items that can't be upgraded.

use single_table::testing::{Fault, Operation, Target, Times};
use single_table::{Error, Put, Transaction, TransactionError, Update, WriteError, decode, encode};

use super::today::{Library, NoLength, Track};
use super::{key, number, past, programs, text, with_past};
use crate::faulty;
use crate::written::transaction_of;

fn stored() -> single_table::Item {
    encode(&past::track(1)).expect("the track is encoded")
}

#[test]
fn a_later_version_than_the_program_s_is_not_read() {
    for found in [0, 4, 17] {
        let mut item = stored();
        item.insert("shape".to_owned(), number(found));
        let error = decode::<Track>(item).unwrap_err();
        let Error::UnknownSchemaVersion { entity: "Track", oldest: 1, current: 3, .. } = &error else {
            panic!("{error}")
        };
        assert_eq!(
            error.to_string(),
            format!(
                "an item of Track has the schema version {found}, but this program reads the versions 1 to 3: add that version \
                 to `#[schema(...)]`, or deploy the program that wrote the item"
            )
        );
    }
}

#[tokio::test]
async fn a_lost_answer_to_an_upgrade_does_not_stop_the_write() {
    let programs = with_past([1]).await;
    let (store, faults) = faulty::store::<Library>(&programs.client, &programs.table);
    faults.arm(Fault::LostResponse(Target::Only(Operation::UpdateItem)), Times::Next(1));
    let mut transaction = Transaction::new();
    transaction.add(Update::new(key(1)).add(Track::PLAYS, 1));
    store.transact(transaction).await.unwrap();
    assert_eq!(programs.read(1).await.unwrap().plays, 8);
}

#[tokio::test]
async fn an_upgrade_that_never_arrives_is_tried_twice_and_ends_the_write_with_its_error() {
    let programs = with_past([1]).await;
    let (store, faults) = faulty::store::<Library>(&programs.client, &programs.table);
    faults.arm(Fault::LostRequest(Target::Only(Operation::UpdateItem)), Times::Always);
    let mut transaction = Transaction::new();
    transaction.add(Update::new(key(1)).add(Track::PLAYS, 1));
    let error = store.transact(transaction).await.unwrap_err();
    assert!(matches!(error, TransactionError::Failed(Error::Unreachable { .. })), "{error}");
    let requests = faults.requests();
    assert_eq!(requests.iter().filter(|request| request.operation == Operation::UpdateItem).count(), 2);
}

#[test]
fn a_version_that_is_not_a_number_is_an_error() {
    for wrong in [
        text("2"),
        number(1).as_n().map(|_| aws_sdk_dynamodb::types::AttributeValue::N("1.5".to_owned())).unwrap(),
    ] {
        let mut item = stored();
        item.insert("shape".to_owned(), wrong);
        assert_fails!(decode::<Track>(item), Error::UnknownSchemaVersion { .. });
    }
}

#[test]
fn an_item_without_a_field_of_its_version_is_an_error() {
    let mut item = stored();
    item.remove("label");
    let error = decode::<Track>(item).unwrap_err();
    assert!(matches!(&error, Error::Upgrade { entity: "Track", version: 1, .. }), "{error}");
    assert!(error.to_string().contains("missing field `label`"), "{error}");
}

#[test]
fn the_error_of_a_step_is_the_source() {
    let error =
        decode::<Track>(encode(&past::Track { length: "long".to_owned(), ..past::track(1) }).unwrap());
    let Err(Error::Upgrade { source, .. }) = error else { panic!("{error:?}") };
    assert_eq!(source.downcast_ref::<NoLength>(), Some(&NoLength("long".to_owned())));
}

#[test]
fn a_step_that_changes_the_primary_key_is_an_error() {
    let moved = past::Track { label: "ABBA - Moved".to_owned(), ..past::track(1) };
    assert_eq!(
        decode::<Track>(encode(&moved).unwrap()).unwrap_err().to_string(),
        "an item of Track can't be upgraded from the schema version 1: the step changes the primary key: keep the values of its \
         components"
    );
}

#[tokio::test]
async fn a_write_that_meets_an_item_that_can_t_be_upgraded_changes_nothing() {
    let programs = programs().await;
    programs.old.insert(&past::Track { length: "long".to_owned(), ..past::track(1) }).await.unwrap();
    let before = programs.stored(1).await;
    let update = || Update::<Track>::new(key(1)).add(Track::PLAYS, 1);
    assert_fails!(programs.new.execute(update()).await, WriteError::Failed(Error::Upgrade { .. }));
    let transaction = transaction_of(update());
    assert_fails!(programs.new.transact(transaction).await, TransactionError::Failed(Error::Upgrade { .. }));
    assert_eq!(programs.stored(1).await, before);
}

#[tokio::test]
async fn a_program_of_the_first_version_leaves_later_items_alone() {
    let programs = programs().await;
    programs.new.insert(&super::today::track(1)).await.unwrap();
    let before = programs.stored(1).await;
    let key = past::TrackKey { album: "Arrival".to_owned(), number: 1 };
    let unknown = |error: &Error| matches!(error, Error::UnknownSchemaVersion { oldest: 1, current: 1, .. });
    assert!(unknown(&programs.old.get(&key).await.unwrap_err()));
    let update = Update::<past::Track>::new(key).add(past::Track::PLAYS, 1);
    let Err(WriteError::Failed(error)) = programs.old.execute(update).await else {
        panic!("the update happened")
    };
    assert!(unknown(&error), "{error}");
    let put = Put::new(&past::track(1)).only_if(past::Track::PLAYS.ne(0_u32));
    let Err(WriteError::Failed(error)) = programs.old.execute(put).await else { panic!("the put happened") };
    assert!(unknown(&error), "{error}");
    assert_eq!(programs.stored(1).await, before);
}
