//! Items whose values became unique after they were written, so that another item has claimed the same value first.

use single_table::testing::{Answer, Faults, Operation};
use single_table::{
    Delete, Entity as _, EpochSeconds, Put, Store, Timestamp, Transaction, Update, WriteError,
};

use crate::unique::{User, UserTable, Visits, email, name, user};
use crate::{engine, faulty};

/// A store in which user 1 has the same name as user 2. User 2 owns the record of the name; user 1 owns only the record of its
/// e-mail address.
struct Crowd {
    store: Store<UserTable>,
    faults: Faults,
    first: User,
}

async fn crowd() -> Crowd {
    let (client, store, table) = engine::table::<UserTable>().await;
    let first = user(1, "Ann", Some("first@example.com"));
    store.insert(&User { name: "Other".to_owned(), ..first.clone() }).await.expect("the user is written");
    let item = single_table::encode(&first).expect("a user is an item");
    client.put_item().table_name(&table).set_item(Some(item)).send().await.expect("the engine takes it");
    store.insert(&user(2, "Ann", Some("second@example.com"))).await.expect("the name has no record yet");
    let faults = Faults::new();
    Crowd { store: Store::new(faults.client(&client), table), faults, first }
}

impl Crowd {
    async fn owner(&self, text: &str) -> Option<u32> {
        self.store.owner(&name(text)).await.expect("the record is read").map(|key| key.id)
    }

    async fn email_owner(&self, text: &str) -> Option<u32> {
        self.store.owner(&email(text)).await.expect("the record is read").map(|key| key.id)
    }

    async fn stored(&self) -> Option<User> {
        self.store.get(&self.first.key()).consistent().await.expect("the user is read")
    }

    /// Returns the client request tokens of the transactions so far, with the number of operations of each.
    fn transactions(&self) -> Vec<(String, usize)> {
        let requests = self.faults.requests().into_iter();
        requests
            .filter(|request| request.operation == Operation::TransactWriteItems)
            .map(|request| {
                let operations = request.body["TransactItems"].as_array().map_or(0, Vec::len);
                (request.body["ClientRequestToken"].to_string(), operations)
            })
            .collect()
    }
}

#[tokio::test]
async fn a_user_whose_name_is_claimed_by_another_can_be_removed() {
    let crowd = crowd().await;
    crowd.store.remove(&crowd.first).await.unwrap();
    assert_eq!(crowd.stored().await, None);
    assert_eq!(crowd.owner("Ann").await, Some(2), "the record is the other user's");
    assert_eq!(crowd.email_owner("first@example.com").await, None, "its own record is freed");
    // The second transaction is another one: it lacks the record, and has another token.
    let transactions = crowd.transactions();
    assert_eq!(transactions.iter().map(|(_, operations)| *operations).collect::<Vec<_>>(), [3, 2]);
    assert_ne!(transactions[0].0, transactions[1].0);
}

#[tokio::test]
async fn a_user_whose_name_is_claimed_by_another_can_take_another_one() {
    let crowd = crowd().await;
    let mut anna = User { name: "Anna".to_owned(), ..crowd.first.clone() };
    crowd.store.replace(&crowd.first, &mut anna).await.unwrap();
    assert_eq!(crowd.stored().await, Some(anna.clone()));
    assert_eq!((crowd.owner("Ann").await, crowd.owner("Anna").await), (Some(2), Some(1)));
    // After that, the user has all its records, and one transaction is enough.
    let before = crowd.transactions().len();
    crowd.store.remove(&anna).await.unwrap();
    assert_eq!(crowd.transactions().len(), before + 1);
    assert_eq!((crowd.owner("Ann").await, crowd.owner("Anna").await), (Some(2), None));
}

#[tokio::test]
async fn a_new_expiry_renews_the_users_own_records_only() {
    let crowd = crowd().await;
    let soon = EpochSeconds::of(Timestamp::now()).plus(std::time::Duration::from_mins(1));
    let mut ending = User { expires: Some(soon), ..crowd.first.clone() };
    crowd.store.replace(&crowd.first, &mut ending).await.unwrap();
    assert_eq!(crowd.stored().await, Some(ending.clone()));
    let later = crowd.store.clone().with_clock(move || soon.timestamp());
    assert_eq!(later.owner(&name("Ann")).await.unwrap().map(|key| key.id), Some(2));
    assert_eq!(
        later.owner(&email("first@example.com")).await.unwrap(),
        None,
        "its own record expires with it"
    );
}

#[tokio::test]
async fn a_value_that_the_user_did_not_have_must_still_be_free() {
    let crowd = crowd().await;
    let mut taken =
        User { name: "Bob".to_owned(), email: Some("second@example.com".to_owned()), ..crowd.first.clone() };
    let error = crowd.store.replace(&crowd.first, &mut taken).await.unwrap_err();
    let WriteError::Taken(owners) = error else { panic!("{error}") };
    let owners: Vec<_> = owners.iter().map(|taken| (taken.record, taken.owner.id)).collect();
    assert_eq!(owners, [("UserEmail", 2)], "the old name is not an obstacle");
    assert_eq!(crowd.stored().await, Some(crowd.first.clone()));
    let error = crowd.store.insert(&user(3, "Ann", Some("third@example.com"))).await.unwrap_err();
    assert!(matches!(&error, WriteError::Taken(owners) if owners[0].owner.id == 2), "{error}");
}

#[tokio::test]
async fn a_user_at_another_version_is_not_removed() {
    let crowd = crowd().await;
    let stale = User { version: 7, ..crowd.first.clone() };
    let error = crowd.store.remove(&stale).await.unwrap_err();
    let WriteError::ConditionFailed { item } = error else { panic!("{error}") };
    assert_eq!(item.as_deref(), Some(&crowd.first));
    assert_eq!(
        crowd.transactions().len(),
        2,
        "the second one lacks the record, and may have happened before"
    );
}

#[tokio::test]
async fn a_transaction_with_other_writes_happens_whole_or_not_at_all() {
    let crowd = crowd().await;
    let visits = Visits { site: "s".to_owned(), visits: 1 };
    let build = || {
        let mut transaction = Transaction::new();
        let removed = transaction.remove(&crowd.first);
        (removed, transaction.insert(&visits), transaction)
    };
    crowd.store.execute(Put::new(&visits)).await.unwrap();
    let (removed, inserted, transaction) = build();
    let error = crowd.store.transact(transaction).await.unwrap_err();
    let cancelled = error.into_cancelled().unwrap();
    assert!(cancelled.failed(inserted) && !cancelled.failed(removed));
    assert_eq!(cancelled.taken(removed).unwrap().len(), 0);
    assert_eq!(cancelled.item(inserted).unwrap(), Some(visits.clone()));
    assert_eq!(
        cancelled.to_string(),
        "the transaction was cancelled: the condition of Put Visits (operation 4) did not hold"
    );
    assert_eq!(crowd.stored().await, Some(crowd.first.clone()));

    let delete = Delete::new(visits.key());
    crowd.store.execute(delete).await.unwrap();
    crowd.store.transact(build().2).token("my token").await.unwrap();
    assert_eq!(crowd.stored().await, None);
    assert_eq!(crowd.store.get(&visits.key()).await.unwrap(), Some(visits.clone()));
    let tokens: Vec<_> = crowd.transactions().into_iter().map(|(token, _)| token == "\"my token\"").collect();
    assert_eq!(tokens, [false, false, true, false], "the token is that of the whole transaction");
}

#[tokio::test]
async fn a_transaction_without_a_record_of_another_user_happens_once() {
    let crowd = crowd().await;
    let now = Timestamp::now();
    let store = crowd.store.clone().with_clock(move || now);
    let visits = Visits { site: "s".to_owned(), visits: 1 };
    store.insert(&visits).await.unwrap();
    for _ in 0..2 {
        let mut transaction = Transaction::new();
        transaction.add(Update::new(visits.key()).add(Visits::VISITS, 1));
        transaction.replace(&crowd.first, &User { name: "Anna".to_owned(), ..crowd.first.clone() });
        store.transact(transaction).token("message 17").await.unwrap();
    }
    assert_eq!(store.get(&visits.key()).await.unwrap().unwrap().visits, 2);
}

#[tokio::test(start_paused = true)]
async fn a_second_cancellation_names_the_operations_by_their_places_in_the_whole_transaction() {
    let (store, script) = faulty::scripted::<UserTable>([
        Answer::cancelled(&["None", "ConditionalCheckFailed", "None", "None"]),
        Answer::cancelled(&["TransactionConflict", "None", "None"]),
        Answer::cancelled(&["None", "None", "ConditionalCheckFailed"]),
    ]);
    let mut transaction = Transaction::new();
    let removed = transaction.remove(&user(1, "Ann", Some("first@example.com")));
    let inserted = transaction.insert(&Visits { site: "s".to_owned(), visits: 1 });
    let cancelled = store.transact(transaction).await.unwrap_err().into_cancelled().unwrap();
    assert!(cancelled.failed(inserted) && !cancelled.failed(removed));
    assert!(cancelled.to_string().ends_with("Put Visits (operation 4) did not hold"), "{cancelled}");
    // The conflict is retried with the same operations and the same token.
    let requests = script.requests();
    assert_eq!(requests[1].body, requests[2].body);
    assert_ne!(requests[0].body["ClientRequestToken"], requests[1].body["ClientRequestToken"]);
}

#[tokio::test]
async fn a_user_whose_name_is_claimed_by_another_can_be_relocated() {
    let crowd = crowd().await;
    let mut third = User { id: 3, ..crowd.first.clone() };
    crowd.store.relocate(&crowd.first, &mut third).await.unwrap();
    assert_eq!(crowd.stored().await, None);
    assert_eq!(crowd.store.get(&third.key()).await.unwrap(), Some(third));
    assert_eq!(crowd.owner("Ann").await, Some(2), "the record is the other user's");
    assert_eq!(crowd.email_owner("first@example.com").await, Some(3), "its own record follows");
    let operations: Vec<_> = crowd.transactions().into_iter().map(|(_, operations)| operations).collect();
    assert_eq!(operations, [4, 3]);
}
