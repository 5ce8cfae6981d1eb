//! The scenario of `DynamoDbAsyncViewWithResultTest` that `DynamoDbViewWithResultTest` does not have.

use crate::engine;
use crate::tempest::model::{VersionedAttribute, VersionedTable};
use crate::tempest::support::{Entity as _, Store, load};

/// Writes an item one to five times, each time with the version before in its description.
async fn written(store: &Store<VersionedTable>, number: usize) -> VersionedAttribute {
    let mut item =
        VersionedAttribute::new(&format!("item_{number}"), &number.to_string()).created(store.now());
    store.insert(&item).await.expect("the item is written");
    assert_eq!(load::<VersionedAttribute>(store, &item.key()).await.as_ref(), Some(&item));
    for _ in 0..number % 5 {
        let description = format!("{}:{}", item.description, item.version);
        let mut next = item.clone().described(&description).updated(store.now());
        store.replace(&item, &mut next).await.expect("the item is replaced");
        assert_eq!(load::<VersionedAttribute>(store, &next.key()).await.as_ref(), Some(&next));
        item = next;
    }
    item
}

#[tokio::test(flavor = "multi_thread")]
async fn parallel_save_with_result() {
    let (_, store, _) = engine::table::<VersionedTable>().await;
    let writers = (0..100).map(|number| {
        let store = store.clone();
        tokio::spawn(async move { (number, written(&store, number).await) })
    });
    for writer in writers.collect::<Vec<_>>() {
        let (number, item) = writer.await.unwrap();
        let versions = ["", ":1", ":1:2", ":1:2:3", ":1:2:3:4"][number % 5];
        assert_eq!(item.name, format!("item_{number}"));
        assert_eq!(item.description, format!("{number}{versions}"));
        assert_eq!(item.version, 1 + number as u64 % 5);
        assert!(item.created_at.is_some() && item.created_at <= item.updated_at);
    }
}
