//! Filters of collections: conditions for one entity, which don't affect the others.

use single_table::{Condition, EpochSeconds, Store, Timestamp};

use crate::collections::model::*;

fn likes(items: &[AlbumItem]) -> (usize, Vec<u32>, Vec<u32>) {
    let infos = items.iter().filter(|item| matches!(item, AlbumItem::Info(_))).count();
    let notes = items.iter().filter_map(|item| match item {
        AlbumItem::Note(note) => Some(note.likes),
        _ => None,
    });
    let photos = items.iter().filter_map(|item| match item {
        AlbumItem::Photo(photo) => Some(photo.likes),
        _ => None,
    });
    (infos, notes.collect(), photos.collect())
}

async fn expired_and_alive() -> Store<SharedTable> {
    let store = album().await;
    let soon = EpochSeconds::of(Timestamp::now()).get();
    let expired = Photo { expires: Some(EpochSeconds::new(soon - 60)), ..photo(5, 50) };
    let alive = Photo { expires: Some(EpochSeconds::new(soon + 3_600)), ..photo(6, 60) };
    put(&store, &expired).await;
    put(&store, &alive).await;
    store
}

#[tokio::test]
async fn a_condition_of_one_entity_lets_the_others_pass() {
    let store = album().await;
    let query = || AlbumItem::query("a".to_owned());
    let found = store.all(query().filter_member(Photo::LIKES.gt(2))).await.expect("the album is read");
    assert_eq!(likes(&found), (1, vec![1, 2, 1, 2], vec![3, 4]));
}

#[tokio::test]
async fn conditions_of_several_entities_all_hold() {
    let store = album().await;
    let query = AlbumItem::query("a".to_owned())
        .filter_member(Photo::LIKES.gt(1))
        .filter_member(Note::TOPIC.eq("x") | Note::LIKES.gt(1))
        .filter_member(Photo::LIKES.lt(4))
        .limit(2);
    let found = store.all(query).await.expect("the album is read");
    assert_eq!(likes(&found), (1, vec![1, 2, 2], vec![2, 3]));
}

#[tokio::test]
async fn a_condition_and_only_drop_the_other_entities() {
    let store = album().await;
    let query = || AlbumItem::query("a".to_owned());
    for query in [
        query().only::<Photo>().filter_member(Photo::LIKES.gt(2)),
        query().filter_member(Photo::LIKES.gt(2)).only::<Photo>(),
    ] {
        let found = store.all(query).await.expect("the album is read");
        assert_eq!(likes(&found), (0, vec![], vec![3, 4]));
    }
}

#[tokio::test]
async fn a_collection_ordered_by_time_has_the_same_filters() {
    let store = album().await;
    put(&store, &comment(1, 12)).await;
    let query = || TimelineItem::query("ann".to_owned());
    let times = |items: Vec<TimelineItem>| items.iter().map(TimelineItem::millis).collect::<Vec<_>>();

    let popular = query().filter_member(Photo::LIKES.gt(2)).filter_member(Note::LIKES.gt(1));
    let found = store.all(popular).await.expect("the timeline is read");
    assert_eq!(times(found), [5, 10, 12, 15, 30]);

    let some = query().only::<(Comment, Photo)>().at_least(&(at(12),)).descending();
    let found = store.all(some).await.expect("the timeline is read");
    assert_eq!(times(found), [35, 25, 15, 12]);
}

#[tokio::test]
async fn expired_items_of_a_collection_are_hidden_unless_asked_for() {
    let store = expired_and_alive().await;
    let query = || AlbumItem::query("a".to_owned()).only::<Photo>().limit(4);
    let found = store.all(query()).await.expect("the photos are read");
    assert_eq!(likes(&found), (0, vec![], vec![1, 2, 3, 4, 6]));
    let found = store.all(query().including_expired()).await.expect("the photos are read");
    assert_eq!(likes(&found), (0, vec![], vec![1, 2, 3, 4, 5, 6]));
}

#[tokio::test]
async fn a_condition_can_drop_the_expired_items_of_one_entity() {
    let store = expired_and_alive().await;
    let query = || AlbumItem::query("a".to_owned()).including_expired();
    let live = query().filter_member(Condition::<Photo>::live());
    let found = store.all(live).await.expect("the album is read");
    assert_eq!(likes(&found), (1, vec![1, 2, 1, 2], vec![1, 2, 3, 4, 6]));
    let expired = query().filter_member(!Condition::<Photo>::live());
    let found = store.all(expired).await.expect("the album is read");
    assert_eq!(likes(&found), (1, vec![1, 2, 1, 2], vec![5]));
}

#[tokio::test]
async fn a_scan_of_a_collection_has_the_same_filters() {
    let store = album().await;
    put(&store, &comment(1, 12)).await;
    let scanned = async |scan| likes(&sorted(store.all(scan).await.expect("the scan ends")));
    let popular = AlbumItem::scan().filter_member(Photo::LIKES.gt(2)).filter_member(Note::LIKES.gt(1));
    assert_eq!(scanned(popular).await, (1, vec![2, 2], vec![3, 4]));
    let some = AlbumItem::scan().filter_member(Photo::LIKES.gt(2)).only::<(Info, Photo)>();
    assert_eq!(scanned(some).await, (1, vec![], vec![3, 4]));

    // With `#[other]`, a scan returns everything in the index, and `only` still drops it.
    let everything = store.all(PhotoOrOther::scan()).await.expect("the scan ends");
    let (split_photos, others) = PhotoOrOther::split(everything);
    assert_eq!((split_photos.len(), others.len()), (4, 5));
    let photos = store.all(PhotoOrOther::scan().only::<Photo>()).await.expect("the scan ends");
    assert_eq!(photos.len(), 4);
}

/// Sorts the items, because a scan has no order.
fn sorted(mut items: Vec<AlbumItem>) -> Vec<AlbumItem> {
    items.sort_unstable_by_key(|item| format!("{item:?}"));
    items
}
