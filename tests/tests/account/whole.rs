//! The items that an erasure deletes, and those that it does not touch.

use std::collections::BTreeSet;

use favorites_api::favorites::{IdempotencyKey, PageRequest, PageSize, Repairs, SearchQuery, SearchRequest};

use crate::library::{LONG, Library, NOTES, all_kinds, left};

#[tokio::test]
async fn everything_of_the_user_is_erased_and_everything_of_others_stays_as_it_is() {
    let library = Library::open().await;
    library.fill(&library.bob).await;
    let before = library.items_of(&library.bob).await;
    let files = library.files().await;
    assert_eq!(files.len(), 2, "{files:?}");
    library.fill(&library.ann).await;
    assert_eq!(library.files().await.len(), 4);
    let job = library.begin(&library.ann).await;
    assert_eq!(library.kinds_of(&library.ann).await, all_kinds(), "the library has every kind of item");
    let job = library.finish(&job).await;
    assert_eq!(library.kinds_of(&library.ann).await, left());
    assert_eq!(job.counts.changed, NOTES as u64 + 4, "{job:?}");
    assert_eq!(library.items_of(&library.bob).await, before);
    assert_eq!(library.files().await, files);
    library.close().await;
}

#[tokio::test]
async fn an_item_that_cannot_be_decoded_is_erased_too() {
    let library = Library::open().await;
    library.fill(&library.ann).await;
    let keys = [
        "pk",
        "sk",
        "type",
        "userId",
        "dataId",
        "tagId",
        "jobId",
        "step",
        "clipTime",
        "gsiOnePk",
        "gsiOneSk",
        "idempotencyKey",
    ];
    let mut damaged = BTreeSet::new();
    for item in library.recorded().await.into_values() {
        let kind = item["type"].as_s().unwrap().clone();
        let rest = item.into_iter().filter(|(name, _)| keys.contains(&name.as_str())).collect();
        let put = library.client().put_item().table_name(library.table_name());
        put.set_item(Some(rest)).send().await.unwrap();
        damaged.insert(kind);
    }
    assert_eq!(damaged.len(), 3, "{damaged:?}");
    library.erase(&library.ann).await;
    assert_eq!(library.kinds_of(&library.ann).await, left());
    library.close().await;
}

#[tokio::test]
async fn the_user_begins_again_with_an_empty_account() {
    let library = Library::open().await;
    library.fill(&library.ann).await;
    library.erase(&library.ann).await;
    let (favorites, ann) = (&library.favorites, &library.ann);
    let account = favorites.account(ann).await.unwrap();
    assert_eq!((account.counts.total, account.counts.trash, account.tags), (0, 0, 0));
    let before = library.recorded().await;
    let red = library.tag(ann, "Red").await;
    library.note(ann, "The first note", &[red]).await;
    library.deliver(&library.records_since(&before).await).await;
    let account = favorites.account(ann).await.unwrap();
    assert_eq!((account.counts.total, account.tags), (1, 1));
    let query = SearchQuery::parse("first").unwrap();
    let page = PageRequest {
        order: favorites_api::favorites::Order::Descending,
        size: PageSize::default(),
        after: None,
    };
    let request = SearchRequest {
        query,
        data_type: None,
        tag_id: None,
        size: page.size,
        after: None,
        count_all: false,
    };
    assert_eq!(favorites.search(ann, &request).await.unwrap().items.len(), 1);
    assert_eq!(favorites.list_tag_favorites(ann, red, None, &page).await.unwrap().items.len(), 1);
    let items = library.items().await;
    assert_eq!(favorites_tests::consistency::faults(&items), Vec::<String>::new());
    library.close().await;
}

#[tokio::test]
async fn reconciliation_of_an_erased_user_writes_nothing() {
    let library = Library::open().await;
    library.fill(&library.ann).await;
    library.erase(&library.ann).await;
    let before = library.items().await;
    for repairs in [Repairs::Confirmed, Repairs::AtOnce] {
        let reconciled = library.favorites.reconcile_user(&library.ann, repairs, LONG).await.unwrap();
        assert!(reconciled.finished && reconciled.repaired == 0, "{reconciled:?}");
    }
    assert_eq!(library.items().await, before);
    library.close().await;
}

#[tokio::test]
async fn an_account_without_anything_can_be_erased() {
    let library = Library::open().await;
    let key = IdempotencyKey::parse("k").unwrap();
    let job = library.favorites.erase_account(&library.ann, Some(&key)).await.unwrap();
    let job = library.finish(&job).await;
    assert_eq!(job.counts.changed, 0);
    library.close().await;
}
