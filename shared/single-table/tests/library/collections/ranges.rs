//! Ranges of a collection that is ordered by the names of its entities.

use single_table::{Query, Store};

use crate::collections::model::*;

/// The whole collection in its order.
fn all() -> Vec<AlbumItem> {
    let notes = notes().map(AlbumItem::Note);
    let photos = photos().map(AlbumItem::Photo);
    std::iter::once(AlbumItem::Info(info())).chain(notes).chain(photos).collect()
}

fn query() -> Query<AlbumItem> {
    AlbumItem::query("a".to_owned())
}

/// Checks that a query finds the items at these places of the collection: ascending, descending, and in pages of every size.
async fn finds<S: Send + Sync + 'static>(
    store: &Store<SharedTable>,
    query: impl Fn() -> Query<AlbumItem, S>,
    places: std::ops::Range<usize>,
) {
    let mut expected = all()[places].to_vec();
    let asked = format!("{:?}", query());
    for size in 1..=9 {
        assert_eq!(store.all(query().limit(size)).await.expect(&asked), expected, "{asked}");
    }
    expected.reverse();
    assert_eq!(store.all(query().descending().limit(2)).await.expect(&asked), expected, "{asked}");
}

#[tokio::test]
async fn a_range_begins_at_a_key_of_one_entity_and_goes_on_to_the_entities_after_it() {
    let store = album().await;
    finds(&store, query, 0..9).await;
    finds(&store, || query().from_member::<Info>(&()), 0..9).await;
    finds(&store, || query().from_member::<Note>(&()), 1..9).await;
    finds(&store, || query().from_member::<Note>(&("x", 2_u16)), 2..9).await;
    finds(&store, || query().from_member::<Note>(&("xy",)), 3..9).await;
    finds(&store, || query().from_member::<Photo>(&(3_u16,)), 7..9).await;
    finds(&store, || query().from_member::<Photo>(&(5_u16,)), 9..9).await;
}

#[tokio::test]
async fn a_range_ends_at_a_key_of_one_entity_and_has_the_entities_before_it() {
    let store = album().await;
    finds(&store, || query().to_member::<Info>(&()), 0..1).await;
    finds(&store, || query().to_member::<Note>(&()), 0..5).await;
    finds(&store, || query().to_member::<Note>(&("x", 1_u16)), 0..2).await;
    // The topic `xy` begins with the text `x`, but is another component.
    finds(&store, || query().to_member::<Note>(&("x",)), 0..3).await;
    finds(&store, || query().to_member::<Photo>(&(2_u16,)), 0..7).await;
    finds(&store, || query().to_member::<Photo>(&()), 0..9).await;
}

#[tokio::test]
async fn a_range_has_two_ends_in_any_two_entities() {
    let store = album().await;
    finds(&store, || query().between_members::<Info, Note>(&(), &()), 0..5).await;
    finds(&store, || query().between_members::<Note, Photo>(&("xy",), &(2_u16,)), 3..7).await;
    finds(&store, || query().between_members::<Photo, Photo>(&(2_u16,), &(3_u16,)), 6..8).await;
    finds(&store, || query().between_members::<Note, Note>(&("x",), &("x",)), 1..3).await;
}

#[tokio::test]
async fn a_range_that_ends_before_it_begins_is_refused() {
    let store = album().await;
    let backwards = query().between_members::<Photo, Info>(&(), &());
    let refused = store.all(backwards).await.expect_err("DynamoDB refuses the range");
    assert!(matches!(refused, single_table::Error::Refused { .. }), "{refused}");
}

#[tokio::test]
async fn a_range_with_a_key_that_is_too_long_is_refused() {
    let store = store().await;
    let long = "x".repeat(2_000);
    let from = store.all(query().from_member::<Note>(&(long.as_str(),))).await;
    let to = store.all(query().to_member::<Note>(&(long.as_str(),))).await;
    let between = store.all(query().between_members::<Info, Note>(&(), &(long.as_str(),))).await;
    for refused in [from, to, between] {
        assert!(matches!(refused, Err(single_table::Error::Key { .. })), "{refused:?}");
    }
}

#[tokio::test]
async fn only_some_entities_are_found_and_only_their_keys_are_read() {
    let store = album().await;
    finds(&store, || query().only::<Info>(), 0..1).await;
    finds(&store, || query().only::<Note>(), 1..5).await;
    finds(&store, || query().only::<(Photo, Note)>(), 1..9).await;
    finds(&store, || query().only::<Photo>().from_member::<Note>(&("x",)), 5..9).await;
    finds(&store, || query().from_member::<Photo>(&(4_u16,)).only::<Photo>(), 8..9).await;

    let found = store.all(query().only::<(Info, Photo)>().limit(3)).await.expect("the items are read");
    let expected: Vec<_> = all().into_iter().filter(|item| !matches!(item, AlbumItem::Note(_))).collect();
    assert_eq!(found, expected);

    // A single request for one item finds a photo, because DynamoDB does not read the items before the photos.
    let page = store.page(query().only::<Photo>().limit(1)).await.expect("a page is read");
    assert_eq!((page.items.len(), page.units.read), (1, 0.5));
}
