//! Unique constraints on an engine.

mod owners;
mod reinsertion;

use aws_sdk_dynamodb::Client;
use serde::{Deserialize, Serialize};
use single_table::capacity::Meter;
use single_table::keys::CaseFolded;
use single_table::write::{Cancelled, Op};
use single_table::{
    Entity, EpochSeconds, Error, Item, Put, Store, Timestamp, Transaction, Update, WriteError, table,
};

use crate::engine;
use crate::raw::stored;
use crate::written::{cancellation, metered};

table! {
    /// Users, and the visits of their sites.
    pub struct UserTable {
        key: (pk, sk),
        ttl: ttl,
        local: [LsiOne = lsiOne (lsiOneSk)],
        entities: [User, Visits],
    }
}

/// A user. Within a site, names are unique regardless of case, and so are e-mail addresses.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = UserTable, name = "User", partition(site), sort(id), ttl(expires), version(version))]
#[index(on = LsiOne, view = UsersBySeen, sort(last_seen))]
#[unique(record = UserName, partition(site), sort(folded_name: CaseFolded = CaseFolded::new(&self.name)))]
#[unique(record = UserEmail, partition(site, email?), sort())]
pub(crate) struct User {
    pub(crate) site: String,
    pub(crate) id: u32,
    pub(crate) name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) email: Option<String>,
    pub(crate) last_seen: u64,
    #[serde(default)]
    pub(crate) note: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) expires: Option<EpochSeconds>,
    pub(crate) version: u64,
}

/// The visits of a site, without constraints.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = UserTable, name = "Visits", partition(site), sort())]
pub(crate) struct Visits {
    pub(crate) site: String,
    pub(crate) visits: u64,
}

pub(crate) fn user(id: u32, name: &str, email: Option<&str>) -> User {
    User {
        site: "s#1".to_owned(),
        id,
        name: name.to_owned(),
        email: email.map(str::to_owned),
        last_seen: 1,
        note: String::new(),
        expires: None,
        version: 1,
    }
}

pub(crate) fn email(address: &str) -> UserEmail {
    UserEmail { site: "s#1".to_owned(), email: address.to_owned() }
}

pub(crate) fn name(name: &str) -> UserName {
    UserName { site: "s#1".to_owned(), folded_name: CaseFolded::new(name) }
}

fn key(item: &Item) -> String {
    let text = |name: &str| item[name].as_s().expect("keys are text").as_str();
    format!("{} / {}", text("pk"), text("sk"))
}

/// Returns all items in the table, in the order of their keys.
pub(crate) async fn items(client: &Client, table: &str) -> Vec<Item> {
    let mut items = stored(client, table).await;
    items.sort_by_key(key);
    items
}

pub(crate) fn keys(items: &[Item]) -> Vec<String> {
    items.iter().map(key).collect()
}

/// Returns the records that stopped an operation, with the ids of their owners.
fn taken(cancelled: &Cancelled, op: Op<User>) -> Vec<(&'static str, u32)> {
    let taken = cancelled.taken(op).expect("records have their owners' keys");
    taken.into_iter().map(|taken| (taken.record, taken.owner.id)).collect()
}

#[tokio::test]
async fn a_record_has_its_components_its_owner_and_its_expiry() {
    let (client, store, table) = engine::table::<UserTable>().await;
    let expires = EpochSeconds::of(Timestamp::now()).plus(std::time::Duration::from_mins(1));
    let ann = User { expires: Some(expires), ..user(7, "Ann É", Some("ann@example.com")) };
    store.insert(&ann).await.unwrap();
    let items = items(&client, &table).await;
    assert_eq!(
        keys(&items),
        ["User#s$S1 / 0000000007", "UserEmail#s$S1#ann@example.com / UserEmail", "UserName#s$S1 / ann$Pé"]
    );
    let attributes = |item: &Item| {
        let mut attributes: Vec<_> = item.iter().map(|(name, value)| format!("{name}: {value:?}")).collect();
        attributes.sort();
        attributes
    };
    let ttl = format!("ttl: N(\"{}\")", expires.get());
    assert_eq!(
        attributes(&items[1]),
        [
            "email: S(\"ann@example.com\")",
            "id: N(\"7\")",
            "pk: S(\"UserEmail#s$S1#ann@example.com\")",
            "site: S(\"s#1\")",
            "sk: S(\"UserEmail\")",
            &ttl,
            "type: S(\"UserEmail\")"
        ]
    );
    assert_eq!(
        attributes(&items[2]),
        [
            "foldedName: S(\"ann é\")",
            "id: N(\"7\")",
            "pk: S(\"UserName#s$S1\")",
            "site: S(\"s#1\")",
            "sk: S(\"ann$Pé\")",
            &ttl,
            "type: S(\"UserName\")"
        ]
    );
    assert_eq!(store.owner(&name("ANN É")).await.unwrap(), Some(ann.key()));
    assert_eq!(store.owner(&email("bob@example.com")).await.unwrap(), None);
}

#[tokio::test]
async fn two_values_are_unique_at_once() {
    let (client, store, table) = engine::table::<UserTable>().await;
    store.insert(&user(1, "Ann", Some("ann@example.com"))).await.unwrap();
    store.insert(&user(2, "Bob", Some("bob@example.com"))).await.unwrap();
    let before = items(&client, &table).await;

    let mut transaction = Transaction::new();
    let visits = Visits { site: "s#1".to_owned(), visits: 1 };
    let counted = transaction.add(Put::new(&visits));
    let both = transaction.insert(&user(3, "ann", Some("bob@example.com")));
    let error = cancellation(store.transact(transaction).await);
    assert!(!error.failed(both) && !error.failed(counted));
    assert_eq!(taken(&error, both), [("UserName", 1), ("UserEmail", 2)]);
    assert_eq!(error.taken(counted).unwrap().len(), 0);
    assert!(error.to_string().contains("Put UserName (operation 3)"), "{error}");

    assert_eq!(
        store.insert(&user(3, "ann", Some("bob@example.com"))).await.unwrap_err().to_string(),
        "another User has the same UserName and UserEmail: give this one other values"
    );
    let error = store.insert(&user(1, "Other", None)).await.unwrap_err();
    let WriteError::ConditionFailed { item: Some(there) } = error else { panic!("{error}") };
    assert_eq!(there.name, "Ann");
    assert_eq!(items(&client, &table).await, before, "nothing is half written");

    // The same values on another site are other values.
    store
        .insert(&User { site: "other".to_owned(), ..user(1, "Ann", Some("ann@example.com")) })
        .await
        .unwrap();
}

#[tokio::test]
async fn a_swap_frees_the_old_value_and_leaves_the_others() {
    let (client, store, table) = engine::table::<UserTable>().await;
    let (store, meter) = metered(store);
    let ann = user(1, "Ann", Some("ann@example.com"));
    store.insert(&ann).await.unwrap();
    let entities = |meter: &Meter| -> Vec<_> {
        meter.take().into_iter().map(|usage| (usage.operation, usage.entities)).collect()
    };
    assert_eq!(entities(&meter), [("TransactWriteItems", vec!["User", "UserName", "UserEmail"])]);

    let mut anna = User { name: "Anna".to_owned(), ..ann.clone() };
    store.replace(&ann, &mut anna).await.unwrap();
    assert_eq!(anna.version, 2);
    assert_eq!(store.get::<User>(&ann.key()).await.unwrap(), Some(anna.clone()));
    store.insert(&user(2, "Ann", None)).await.unwrap();
    assert_eq!(store.owner(&name("anna")).await.unwrap(), Some(ann.key()));
    assert_eq!(store.owner(&name("ann")).await.unwrap(), Some(user(2, "", None).key()));
    let _ = meter.take();

    // Only the case changes, so the record stays the same, and the item is put alone.
    let mut louder = User { name: "ANNA".to_owned(), ..anna.clone() };
    store.replace(&anna, &mut louder).await.unwrap();
    assert_eq!(entities(&meter), [("PutItem", vec!["User"])]);

    let error =
        store.replace(&louder, &mut User { name: "ann".to_owned(), ..louder.clone() }).await.unwrap_err();
    let WriteError::Taken(owners) = error else { panic!("{error}") };
    assert_eq!((owners[0].record, owners[0].owner.id, owners.len()), ("UserName", 2, 1));

    store.remove(&louder).await.unwrap();
    assert_eq!(keys(&items(&client, &table).await), ["User#s$S1 / 0000000002", "UserName#s$S1 / ann"]);
}

#[tokio::test]
async fn an_absent_value_has_no_record() {
    let (client, store, table) = engine::table::<UserTable>().await;
    let (ann, bob) = (user(1, "Ann", None), user(2, "Bob", None));
    store.insert(&ann).await.unwrap();
    store.insert(&bob).await.unwrap();
    let mut with = User { email: Some("a@example.com".to_owned()), ..ann.clone() };
    store.replace(&ann, &mut with).await.unwrap();
    assert_eq!(store.owner(&email("a@example.com")).await.unwrap(), Some(ann.key()));
    let error = store
        .replace(&bob, &mut User { email: Some("a@example.com".to_owned()), ..bob.clone() })
        .await
        .unwrap_err();
    assert!(matches!(error, WriteError::Taken(_)), "{error}");

    store.replace(&with, &mut User { email: None, ..with.clone() }).await.unwrap();
    assert_eq!(
        keys(&items(&client, &table).await),
        ["User#s$S1 / 0000000001", "User#s$S1 / 0000000002", "UserName#s$S1 / ann", "UserName#s$S1 / bob"]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_who_race_for_a_value_one_gets_it() {
    let (client, store, table) = engine::table::<UserTable>().await;
    let racers = (1..=8).map(|id| {
        let store = store.clone();
        tokio::spawn(async move { store.insert(&user(id, "Ann", Some(&format!("{id}@example.com")))).await })
    });
    let mut winners = 0;
    for racer in racers.collect::<Vec<_>>() {
        match racer.await.unwrap() {
            Ok(_) => winners += 1,
            Err(WriteError::Taken(taken)) => assert_eq!(taken[0].record, "UserName"),
            Err(error) => panic!("{error}"),
        }
    }
    assert_eq!(winners, 1);
    assert_eq!(items(&client, &table).await.len(), 3, "the winner and its two records");
}

#[tokio::test]
async fn a_replacement_of_what_has_changed_meanwhile_fails_whole() {
    let (client, store, table) = engine::table::<UserTable>().await;
    let read = user(1, "Ann", Some("ann@example.com"));
    store.insert(&read).await.unwrap();
    store.replace(&read, &mut User { name: "Anna".to_owned(), ..read.clone() }).await.unwrap();
    // The stale reader would free a name that now belongs to another user.
    store.insert(&user(2, "Ann", None)).await.unwrap();
    let before = items(&client, &table).await;

    let mut transaction = Transaction::new();
    let replaced = transaction.replace(&read, &User { name: "Annie".to_owned(), ..read.clone() });
    let error = cancellation(store.transact(transaction).await);
    assert!(error.failed(replaced));
    assert_eq!(error.item(replaced).unwrap().unwrap().name, "Anna");
    assert_eq!(taken(&error, replaced), [], "the name that it would free is not an obstacle");

    let there = store.remove(&read).await.unwrap_err().into_condition_failed().unwrap().unwrap();
    assert_eq!(there.version, 2);
    assert_eq!(items(&client, &table).await, before);
}

#[tokio::test]
async fn an_entity_keeps_its_primary_key() {
    let (client, store, table) = engine::table::<UserTable>().await;
    let ann = user(1, "Ann", None);
    store.insert(&ann).await.unwrap();
    let error = store.replace(&ann, &mut user(2, "Anna", None)).await.unwrap_err();
    assert!(matches!(error, WriteError::Failed(Error::OtherKey { entity: "User" })), "{error}");
    assert_eq!(items(&client, &table).await.len(), 2);
}

#[tokio::test]
async fn a_value_that_fits_no_key_is_refused_before_any_request() {
    let store = Store::<UserTable>::new(engine::table::<UserTable>().await.0, "no-such-table");
    let long = user(1, &"n".repeat(1_100), None);
    for error in [store.insert(&long).await.unwrap_err(), store.remove(&long).await.unwrap_err()] {
        assert!(matches!(error, WriteError::Failed(Error::Key { .. })), "{error}");
    }
}

#[tokio::test]
async fn fields_that_no_constraint_is_made_of_can_be_updated() {
    let (client, store, table) = engine::table::<UserTable>().await;
    let ann = user(1, "Ann", None);
    store.insert(&ann).await.unwrap();
    let update = Update::new(ann.key()).set(User::NOTE, "hello").rekey::<UsersBySeen>(&(9,));
    store.execute(update).await.unwrap();

    // The update left the version as it was. Only a further condition notices the changed field.
    let mut transaction = Transaction::new();
    let seen = User::LAST_SEEN.eq(ann.last_seen);
    let op = transaction.replace_if(&ann, &User { name: "Anna".to_owned(), ..ann.clone() }, seen);
    assert!(cancellation(store.transact(transaction).await).failed(op));
    assert_eq!(keys(&items(&client, &table).await), ["User#s$S1 / 0000000001", "UserName#s$S1 / ann"]);
}

#[tokio::test]
async fn an_entity_without_constraints_is_inserted_alone() {
    let (_, store, _) = engine::table::<UserTable>().await;
    let (store, meter) = metered(store);
    let visits = Visits { site: "s".to_owned(), visits: 1 };
    store.insert(&visits).await.unwrap();
    assert_eq!(meter.take()[0].operation, "PutItem");
    assert_eq!(
        store.insert(&visits).await.unwrap_err().to_string(),
        "the condition on Visits did not hold for the item in place: read it, and decide again"
    );
}

#[tokio::test]
async fn two_operations_of_a_transaction_on_one_item_or_one_value_are_refused_by_name() {
    let (client, store, table) = engine::table::<UserTable>().await;
    let ann = user(1, "Ann", None);
    let mut of_item = Transaction::new();
    of_item.insert(&ann);
    of_item.add(Update::new(ann.key()).set(User::NOTE, "new"));
    let mut of_value = Transaction::new();
    of_value.insert(&ann);
    of_value.insert(&user(2, "ANN", None));
    for (transaction, entity) in [(of_item, "User"), (of_value, "UserName")] {
        assert_eq!(
            store.transact(transaction).await.unwrap_err().to_string(),
            format!(
                "two operations of the transaction are on the same {entity}: make one operation of them, or send two \
                 transactions"
            )
        );
    }
    assert_eq!(keys(&items(&client, &table).await), Vec::<String>::new());
}
