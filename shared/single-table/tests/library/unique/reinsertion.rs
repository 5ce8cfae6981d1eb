//! Insertions under the key of an item that was removed, or that has expired: copies of the earlier item are
//! stale, although the new item may have the same version.

use super::*;
use crate::written::in_place;

/// Inserts Ann, removes her, and inserts Cid under the same key with the same version. Returns the stale copy and Cid.
async fn reinserted() -> (Client, Store<UserTable>, String, [User; 2]) {
    let (client, store, table) = engine::table::<UserTable>().await;
    let (ann, cid) = (user(1, "Ann", Some("ann@example.com")), user(1, "Cid", None));
    store.insert(&ann).await.expect("Ann is inserted");
    store.remove(&ann).await.expect("Ann is removed");
    store.insert(&cid).await.expect("Cid is inserted");
    (client, store, table, [ann, cid])
}

async fn owner(store: &Store<UserTable>, of: &str) -> Option<u32> {
    store.owner(&name(of)).await.expect("the record is read").map(|owner| owner.id)
}

#[tokio::test]
async fn a_copy_from_before_does_not_remove_the_new_item() {
    let (client, store, table, [ann, cid]) = reinserted().await;
    assert_eq!(in_place(store.remove(&ann).await), Some(cid.clone()));
    assert_eq!(store.get::<User>(&cid.key()).consistent().await.unwrap(), Some(cid.clone()));
    assert_eq!(owner(&store, "Cid").await, Some(1));
    store.remove(&cid).await.unwrap();
    assert_eq!(keys(&items(&client, &table).await), Vec::<String>::new());
}

#[tokio::test]
async fn a_copy_from_before_does_not_replace_or_relocate_the_new_item() {
    let (_, store, _, [ann, cid]) = reinserted().await;
    let mut annie = User { name: "Annie".to_owned(), ..ann.clone() };
    assert_eq!(in_place(store.replace(&ann, &mut annie).await).as_ref(), Some(&cid));
    let mut moved = User { id: 2, ..ann.clone() };
    assert_eq!(in_place(store.relocate(&ann, &mut moved).await).as_ref(), Some(&cid));
    assert_eq!((annie.version, moved.version), (1, 1));
    for free in ["Ann", "Annie"] {
        assert_eq!(owner(&store, free).await, None, "{free}");
    }
    assert_eq!(owner(&store, "Cid").await, Some(1));
}

#[tokio::test]
async fn a_locked_update_with_a_copy_from_before_leaves_the_new_item_alone() {
    let (_, store, _, [ann, cid]) = reinserted().await;
    let update = || Update::locked(&ann).set(User::NOTE, "stale");
    assert_eq!(in_place(store.execute(update()).await).as_ref(), Some(&cid));
    let mut transaction = Transaction::new();
    let updated = transaction.add(update());
    assert!(cancellation(store.transact(transaction).await).failed(updated));
    assert_eq!(store.get::<User>(&cid.key()).consistent().await.unwrap(), Some(cid));
}

#[tokio::test]
async fn a_copy_without_a_value_is_not_the_item_that_has_one() {
    let (_, store, _) = engine::table::<UserTable>().await;
    let (without, with) = (user(1, "Ann", None), user(1, "Ann", Some("ann@example.com")));
    store.insert(&without).await.unwrap();
    store.remove(&without).await.unwrap();
    store.insert(&with).await.unwrap();
    assert_eq!(in_place(store.remove(&without).await).as_ref(), Some(&with));
    store.remove(&with).await.unwrap();
    assert_eq!(store.owner(&email("ann@example.com")).await.unwrap(), None);
}

#[tokio::test]
async fn a_copy_of_an_expired_item_does_not_remove_the_one_after_it() {
    let (_, store, _) = engine::table::<UserTable>().await;
    let expired = User { expires: Some(EpochSeconds::new(1)), ..user(1, "Ann", None) };
    let live = user(1, "Ann", None);
    store.insert(&expired).await.unwrap();
    store.insert(&live).await.unwrap();
    assert_eq!(in_place(store.remove(&expired).await).as_ref(), Some(&live));
    assert_eq!(owner(&store, "Ann").await, Some(1));
}

#[tokio::test]
async fn a_transaction_with_a_copy_from_before_is_cancelled() {
    let (_, store, _, [ann, cid]) = reinserted().await;
    let mut transaction = Transaction::new();
    let removed = transaction.remove(&ann);
    let cancelled = cancellation(store.transact(transaction).await);
    assert!(cancelled.failed(removed));
    assert_eq!(cancelled.item(removed).unwrap(), Some(cid));
}

table! {
    /// Shops.
    pub struct ShopTable { key: (pk, sk), entities: [Shop] }
}

/// A shop. Items from before the field lack the city.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = ShopTable, name = "Shop", partition(id), sort(), version(version))]
#[unique(record = ShopPlace, partition(city, street), sort())]
struct Shop {
    id: u32,
    #[serde(default)]
    city: String,
    #[serde(alias = "road")]
    street: String,
    version: u64,
}

#[tokio::test]
async fn an_item_whose_values_come_from_a_default_or_an_alias_is_the_one_that_was_read() {
    let (client, store, table) = engine::table::<ShopTable>().await;
    for id in 1..=2 {
        let shop = Shop { id, city: String::new(), street: format!("{id} High Street"), version: 1 };
        let mut item = single_table::encode(&shop).unwrap();
        item.remove("city").unwrap();
        let street = item.remove("street").unwrap();
        item.insert("road".to_owned(), street);
        client.put_item().table_name(&table).set_item(Some(item)).send().await.unwrap();
        let read: Shop = store.get(&shop.key()).await.unwrap().unwrap();
        assert_eq!(read, shop);
        if id == 1 {
            store.replace(&read, &mut Shop { city: "Bath".to_owned(), ..shop }).await.unwrap();
        } else {
            store.remove(&read).await.unwrap();
        }
    }
}
