//! Scenarios of `AsyncWritingPagerTest` and `DynamoDbAsyncViewWithResultTest` that no blocking class has.

use crate::engine;
use crate::tempest::model::{PlaylistInfo, VersionedAttribute, VersionedTable};
use crate::tempest::support::{Entity as _, PagedWrite, Store, load};
use crate::tempest::writing_pager::{groups, tracks, with_empty_playlist};

#[tokio::test]
async fn extension_function_usage() {
    let (store, first) = with_empty_playlist().await;
    let mut pager = store.writing_pager(PagedWrite::new(groups(&first, &tracks(5)))).unwrap();
    assert_eq!((pager.done(), pager.pages_left()), (0, 1));
    pager.write_all().await.unwrap();
    assert_eq!((pager.done(), pager.pages_left()), (1, 0));
    assert_eq!(load::<PlaylistInfo>(&store, &first.key()).await.unwrap().playlist_tracks, tracks(5));
}

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
