//! Expiry: an item without a time of expiry, in any stored form, lives until it is removed.

use aws_sdk_dynamodb::types::AttributeValue;
use serde::{Deserialize, Serialize};
use serde_json::json;
use single_table::testing::{Answer, Operation};
use single_table::{
    Condition, Entity, EpochSeconds, Store, Timestamp, Transaction, Update, WriteError, table,
};

use crate::{engine, faulty};

table! {
    /// Notes that may expire.
    pub struct NoteTable {
        key: (pk, sk),
        ttl: ttl,
        global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)],
        local: [LsiOne = lsiOne (lsiOneSk)],
        entities: [Note, Visits, Site],
    }
}

/// A note. serde writes an absent expiry as NULL.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = NoteTable, name = "Note", partition(user), sort(id), ttl(expires))]
struct Note {
    user: String,
    id: u32,
    text: String,
    expires: Option<EpochSeconds>,
}

/// The visits of a user to a page, kept for a while. Its index keys consist of primary key components, except for `city`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = NoteTable, name = "Visits", partition(user), sort(page), ttl(expires))]
#[index(on = GsiOne, view = VisitsByPage, partition(page), sort(user))]
#[index(on = LsiOne, view = VisitsByCity, sort(city?))]
struct Visits {
    user: String,
    page: u32,
    #[serde(default)]
    count: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    city: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expires: Option<EpochSeconds>,
}

fn visits(count: u64) -> Visits {
    Visits { user: "ann".to_owned(), page: 7, count, city: None, note: None, expires: None }
}

fn visit() -> Update<Visits> {
    Update::upsert(visits(0).key()).add(Visits::COUNT, 1)
}

fn note(text: &str) -> Note {
    Note { user: "ann".to_owned(), id: 1, text: text.to_owned(), expires: None }
}

/// Returns a store with a note whose expiry is stored as NULL, as another program may have written it.
async fn stored_as_null() -> Store<NoteTable> {
    let (client, store, table) = engine::table::<NoteTable>().await;
    let mut item = single_table::encode(&note("first")).expect("a note is an item");
    item.insert("ttl".to_owned(), AttributeValue::Null(true));
    client.put_item().table_name(table).set_item(Some(item)).send().await.expect("the engine takes it");
    store
}

#[tokio::test]
async fn an_expiry_stored_as_null_is_none_to_readers_and_conditions() {
    let store = stored_as_null().await;
    assert_eq!(store.get(&note("").key()).await.unwrap(), Some(note("first")));
    assert_eq!(store.all(NoteItems::query("ann".to_owned())).await.unwrap(), [note("first")]);

    assert_fails!(store.insert(&note("second")).await, WriteError::ConditionFailed { item: Some(_) });
    assert_fails!(store.insert(&note("third")).await, WriteError::ConditionFailed { item: Some(_) });
    store.execute(Update::new(note("").key()).set(Note::TEXT, "live")).await.unwrap();
    let filtered = NoteItems::query("ann".to_owned()).filter(Condition::live());
    assert_eq!(store.all(filtered).await.unwrap(), [note("live")]);
}

#[tokio::test]
async fn an_expired_item_is_not_updated() {
    let (_, store, _) = engine::table::<NoteTable>().await;
    let expired = Note { expires: Some(EpochSeconds::new(1)), ..note("first") };
    store.insert(&expired).await.unwrap();
    let error = store.execute(Update::new(expired.key()).set(Note::TEXT, "second")).await.unwrap_err();
    assert!(matches!(error, WriteError::ConditionFailed { item: Some(_) }), "{error}");
    let there = store.all(NoteItems::query("ann".to_owned()).including_expired()).await.unwrap();
    assert_eq!(there, [expired]);
}

#[tokio::test]
async fn an_expiry_that_is_none_is_not_stored() {
    let (client, store, table) = engine::table::<NoteTable>().await;
    store.insert(&note("first")).await.unwrap();
    let items = client.scan().table_name(table).send().await.unwrap().items.unwrap();
    assert!(!items[0].contains_key("ttl") && !items[0].contains_key("expires"), "{items:?}");
    assert_eq!(store.get(&note("").key()).await.unwrap(), Some(note("first")));
}

#[tokio::test]
async fn an_expiry_that_is_set_to_none_ends_it() {
    let (client, store, name) = engine::table::<NoteTable>().await;
    let soon = EpochSeconds::new(EpochSeconds::of(Timestamp::now()).get() + 60);
    store.insert(&Note { expires: Some(soon), ..note("first") }).await.unwrap();
    store.execute(Update::new(note("").key()).set(Note::EXPIRES, None)).await.unwrap();
    assert!(!crate::raw::stored(&client, &name).await[0].contains_key("ttl"), "as a put leaves it out");
    assert_fails!(store.insert(&note("second")).await, WriteError::ConditionFailed { item: Some(_) });
    assert_eq!(store.get(&note("").key()).await.unwrap(), Some(note("first")));
}

#[tokio::test]
async fn an_upsert_writes_the_index_keys_that_follow_from_the_primary_key() {
    let (_, store, _) = engine::table::<NoteTable>().await;
    for count in 1..=2 {
        store.execute(visit()).await.unwrap();
        assert_eq!(store.all(VisitsByPage::query(7)).await.unwrap(), [visits(count)]);
    }
    assert_eq!(store.all(VisitsByCity::query("ann".to_owned())).await.unwrap(), []);
}

#[tokio::test]
async fn an_upsert_of_an_expired_item_creates_it_again() {
    let (_, store, _) = engine::table::<NoteTable>().await;
    let expired = Visits { expires: Some(EpochSeconds::new(1)), city: Some("Bonn".to_owned()), ..visits(41) };
    store.insert(&expired).await.unwrap();
    store.execute(visit()).await.unwrap();
    assert_eq!(store.get(&visits(0).key()).await.unwrap(), Some(visits(1)));
    assert_eq!(store.all(VisitsByPage::query(7)).await.unwrap(), [visits(1)]);
    // The next visit increments the count of the live item.
    store.execute(visit()).await.unwrap();
    assert_eq!(store.get(&visits(0).key()).await.unwrap(), Some(visits(2)));
}

#[tokio::test]
async fn an_upsert_of_an_expired_item_begins_at_no_number_that_its_field_lacks() {
    let (_, store, _) = engine::table::<NoteTable>().await;
    let expired = Visits { expires: Some(EpochSeconds::new(1)), ..visits(41) };
    store.insert(&expired).await.unwrap();
    let fewer = Update::upsert(visits(0).key()).add(Visits::COUNT, -1);
    assert_fails!(store.execute(fewer).await, WriteError::ConditionFailed { .. });
    assert_eq!(store.all(VisitsByPage::query(7).including_expired()).await.unwrap(), [expired]);
}

#[tokio::test(start_paused = true)]
async fn an_upsert_goes_on_from_the_item_that_another_one_made_in_place_of_the_expired_one() {
    let item = |ttl: u64| {
        json!({
            "pk": { "S": "Visits#ann" }, "sk": { "S": "0000000007" }, "type": { "S": "Visits" }, "user": { "S": "ann" },
            "page": { "N": "7" }, "count": { "N": "41" }, "ttl": { "N": ttl.to_string() }
        })
    };
    let (expired, live) =
        (Answer::condition_failed(&item(1)), Answer::condition_failed(&item(4_000_000_000)));
    let (store, script) = faulty::scripted::<NoteTable>([expired, live.clone(), Answer::ok("{}")]);
    store.execute(visit()).await.unwrap();
    let operations: Vec<_> = script.requests().into_iter().map(|request| request.operation).collect();
    assert_eq!(operations, [Operation::UpdateItem, Operation::PutItem, Operation::UpdateItem]);
    // A live item that stops the update is not replaced.
    let (store, script) = faulty::scripted::<NoteTable>([live]);
    store.execute(visit()).await.unwrap_err();
    assert_eq!(script.requests().len(), 1);
}

#[tokio::test]
async fn an_upsert_of_an_expired_item_with_a_condition_or_in_a_transaction_says_so() {
    let (_, store, _) = engine::table::<NoteTable>().await;
    let expired = Visits { expires: Some(EpochSeconds::new(1)), ..visits(41) };
    store.insert(&expired).await.unwrap();
    let error = store.execute(visit().only_if(Visits::COUNT.lt(100))).await.unwrap_err();
    let WriteError::ConditionFailed { item: Some(there) } = error else { panic!("{error}") };
    assert_eq!(*there, expired);

    let mut transaction = Transaction::new();
    let op = transaction.add(visit());
    let cancelled = store.transact(transaction).await.unwrap_err().into_cancelled().unwrap();
    assert_eq!(cancelled.item(op).unwrap(), Some(expired));
}

#[tokio::test]
async fn a_field_stored_as_null_is_absent() {
    let (client, store, table) = engine::table::<NoteTable>().await;
    let update = |condition| Update::new(visits(0).key()).set(Visits::COUNT, 9).only_if(condition);
    for stored in [None, Some(AttributeValue::Null(true))] {
        let mut item = single_table::encode(&visits(1)).expect("visits are an item");
        item.extend(stored.map(|null| ("note".to_owned(), null)));
        client.put_item().table_name(&table).set_item(Some(item)).send().await.expect("the engine takes it");
        assert_fails!(store.execute(update(Visits::NOTE.exists())).await, WriteError::ConditionFailed { .. });
        store.execute(update(Visits::NOTE.absent())).await.unwrap();
    }
    let noted = Update::new(visits(0).key()).set(Visits::NOTE, "new");
    store.execute(noted).await.unwrap();
    store.execute(update(Visits::NOTE.exists())).await.unwrap();
    assert_fails!(store.execute(update(Visits::NOTE.absent())).await, WriteError::ConditionFailed { .. });
}

/// A site, which doesn't expire.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = NoteTable, name = "Site", partition(host), sort())]
struct Site {
    host: String,
}

#[tokio::test]
async fn readers_and_writers_agree_about_the_expiry_of_an_entity_that_declares_none() {
    let (client, store, name) = engine::table::<NoteTable>().await;
    let site = Site { host: "example.com".to_owned() };
    for (seconds, is_alive) in [("1", false), ("4000000000", true)] {
        // An earlier version of the program declared `ttl(...)` for the entity.
        let mut item = single_table::encode(&site).unwrap();
        item.insert("ttl".to_owned(), AttributeValue::N(seconds.to_owned()));
        client.put_item().table_name(&name).set_item(Some(item)).send().await.unwrap();
        assert_eq!(store.get(&site.key()).await.unwrap().is_some(), is_alive, "{seconds}");
        assert_eq!(store.all(SiteItems::scan()).await.unwrap().len(), usize::from(is_alive), "{seconds}");
        assert_eq!(store.count(SiteItems::scan()).await.unwrap(), u64::from(is_alive), "{seconds}");
        assert_eq!(store.insert(&site).await.is_err(), is_alive, "{seconds}");
    }
}
