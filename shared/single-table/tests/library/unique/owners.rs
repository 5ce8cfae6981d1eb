//! Tests the records of owners, which may have expired.

use single_table::KeySet;

use super::*;

#[tokio::test]
async fn owners_of_many_values_are_read_at_once() {
    let (_, store, _) = engine::table::<UserTable>().await;
    let ann = user(1, "Ann", Some("ann@example.com"));
    let past = user(2, "Past", None);
    let past = User { expires: Some(EpochSeconds::new(1)), ..past };
    store.insert(&ann).await.unwrap();
    store.insert(&past).await.unwrap();
    let mut keys = KeySet::new();
    let by_name = keys.add_owner(&name("ANN"));
    let again = keys.add_owner(&name("ann"));
    let by_email = keys.add_owner(&email("ann@example.com"));
    let nobody = keys.add_owner(&email("bob@example.com"));
    let expired = keys.add_owner(&name("Past"));
    let item = keys.add(ann.key());
    let found = store.batch_get(keys).consistent().await.unwrap().complete().unwrap();
    for slot in [by_name, again] {
        assert_eq!(found.get(slot).unwrap(), Some(&ann.key()));
    }
    assert_eq!(found.get(by_email).unwrap(), Some(&ann.key()));
    assert_eq!(found.get(nobody).unwrap(), None);
    assert_eq!(found.get(expired).unwrap(), None, "a record expires with its owner");
    assert_eq!(found.get(item).unwrap(), Some(&ann));

    let mut keys = KeySet::new();
    keys.add_owner(&email(&"a".repeat(2_100)));
    let error = store.batch_get(keys).await.unwrap_err().to_string();
    assert!(error.contains("UserEmail"), "{error}");
}

#[tokio::test]
async fn a_value_whose_owner_has_expired_can_be_taken_over() {
    let now = Timestamp::from_unix_millis(1_800_000_000_500).unwrap();
    let (client, store, table) = engine::table::<UserTable>().await;
    let store = store.with_clock(move || now);
    let gone = User { expires: Some(EpochSeconds::of(now)), ..user(1, "Ann", None) };
    store.insert(&gone).await.unwrap();
    assert_eq!(store.owner(&name("Ann")).await.unwrap(), None);
    store.insert(&user(2, "Ann", None)).await.unwrap();
    assert_eq!(store.owner(&name("Ann")).await.unwrap(), Some(user(2, "", None).key()));
    let error = store.replace(&gone, &mut User { expires: None, ..gone.clone() }).await.unwrap_err();
    assert!(matches!(error, WriteError::ConditionFailed { .. }), "{error}");
    // The user may come back under another name.
    store.insert(&user(1, "Bob", None)).await.unwrap();
    assert_eq!(
        keys(&items(&client, &table).await),
        ["User#s$S1 / 0000000001", "User#s$S1 / 0000000002", "UserName#s$S1 / ann", "UserName#s$S1 / bob"]
    );
}

#[tokio::test]
async fn a_record_expires_when_its_owner_does() {
    let (client, store, table) = engine::table::<UserTable>().await;
    let ann = user(1, "Ann", None);
    store.insert(&ann).await.unwrap();
    let expires = EpochSeconds::of(Timestamp::now()).plus(std::time::Duration::from_mins(1));
    let mut ending = User { expires: Some(expires), ..ann.clone() };
    store.replace(&ann, &mut ending).await.unwrap();
    for item in items(&client, &table).await {
        assert_eq!(item["ttl"].as_n().unwrap(), &expires.get().to_string(), "{item:?}");
    }
    store.replace(&ending, &mut User { expires: None, ..ending.clone() }).await.unwrap();
    assert!(items(&client, &table).await.iter().all(|item| !item.contains_key("ttl")));
}

#[tokio::test]
async fn a_record_without_its_owner_is_an_error() {
    let (client, store, table) = engine::table::<UserTable>().await;
    let put = client.put_item().table_name(table);
    let text = |text: &str| aws_sdk_dynamodb::types::AttributeValue::S(text.to_owned());
    put.item("pk", text("UserName#s$S1")).item("sk", text("ann")).send().await.unwrap();
    for error in [
        store.owner(&name("Ann")).await.unwrap_err().to_string(),
        store.insert(&user(1, "Ann", None)).await.unwrap_err().to_string(),
    ] {
        assert!(error.starts_with("an item is not a whole User"), "{error}");
    }
}
