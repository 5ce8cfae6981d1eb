//! Collections that are ordered by time across their entities.

use single_table::{EpochSeconds, Error, Offset, Query, Store, Timestamp, encode};

use crate::collections::model::*;

fn query() -> Query<TimelineItem> {
    TimelineItem::query("ann".to_owned())
}

/// The timeline of the album, by time.
const TIMES: [i64; 8] = [5, 10, 15, 20, 25, 30, 35, 40];

async fn times<S: Send + Sync + 'static>(
    store: &Store<SharedTable>,
    query: Query<TimelineItem, S>,
) -> Vec<i64> {
    let asked = format!("{query:?}");
    let items = store.all(query).await.expect(&asked);
    items.iter().map(TimelineItem::millis).collect()
}

/// Checks the times that a query finds: ascending, descending, and in pages of every size.
async fn finds<S: Send + Sync + 'static>(
    store: &Store<SharedTable>,
    query: impl Fn() -> Query<TimelineItem, S>,
    holds: impl Fn(i64) -> bool,
) {
    let mut expected: Vec<i64> = TIMES.into_iter().filter(|time| holds(*time)).collect();
    for size in [1, 3, 9] {
        assert_eq!(times(store, query().limit(size)).await, expected, "{:?}", query());
    }
    expected.reverse();
    assert_eq!(times(store, query().descending().limit(3)).await, expected, "{:?}", query());
}

#[test]
fn the_sort_key_begins_with_the_time_and_not_with_the_name() {
    let item = encode(&note("x", 7, 0)).expect("the note is encoded");
    let text = |name: &str| item[name].as_s().expect("a text").clone();
    assert_eq!(text("gsiOnePk"), "Timeline#ann");
    assert_eq!(text("gsiOneSk"), format!("{}#00007", at(0)));
    assert_eq!(text("lsiOneSk"), format!("{}#x#00007", at(0)));
    assert_eq!((text("pk"), text("sk")), ("Album#a".to_owned(), "Note#x#00007".to_owned()));
}

#[tokio::test]
async fn conditions_on_the_shared_components_find_items_of_all_entities() {
    let store = album().await;
    finds(&store, query, |_| true).await;
    for time in [4, 5, 6, 19, 20, 39, 40, 41] {
        let bound = (at(time),);
        finds(&store, || query().at_least(&bound), |t| t >= time).await;
        finds(&store, || query().greater_than(&bound), |t| t > time).await;
        finds(&store, || query().at_most(&bound), |t| t <= time).await;
        finds(&store, || query().less_than(&bound), |t| t < time).await;
        finds(&store, || query().equals(&bound), |t| t == time).await;
        finds(
            &store,
            || query().between(&(at(10),), &(at(10.max(time)),)),
            |t| (10..=time.max(10)).contains(&t),
        )
        .await;
    }
}

#[tokio::test]
async fn an_item_without_components_of_its_own_is_found_like_the_others() {
    let store = store().await;
    put(&store, &comment(1, 10)).await;
    put(&store, &photo(1, 10)).await;
    put(&store, &comment(2, 11)).await;
    let bound = (at(10),);
    assert_eq!(times(&store, query().at_least(&bound)).await, [10, 10, 11]);
    assert_eq!(times(&store, query().at_most(&bound)).await, [10, 10]);
    assert_eq!(times(&store, query().equals(&bound)).await, [10, 10]);
    assert_eq!(times(&store, query().greater_than(&bound)).await, [11]);
    assert!(times(&store, query().less_than(&bound)).await.is_empty());
    assert_eq!(times(&store, query().less_than(&(at(11),))).await, [10, 10]);
    assert_eq!(times(&store, query().between(&bound, &bound)).await, [10, 10]);
}

#[tokio::test]
async fn items_at_the_same_time_are_ordered_by_their_own_components() {
    let store = store().await;
    // In the keys of both entities, the number follows the time. In a comment's key, the time is the last component.
    for number in [3, 1] {
        put(&store, &photo(number, 10)).await;
    }
    for number in [4, 2] {
        put(&store, &note("x", number, 10)).await;
    }
    put(&store, &comment(9, 10)).await;
    let expected = [
        TimelineItem::Comment(comment(9, 10)),
        TimelineItem::Photo(photo(1, 10)),
        TimelineItem::Note(note("x", 2, 10)),
        TimelineItem::Photo(photo(3, 10)),
        TimelineItem::Note(note("x", 4, 10)),
    ];
    for size in 1..=6 {
        assert_eq!(store.all(query().limit(size)).await.expect("the timeline is read"), expected);
    }
}

#[tokio::test]
async fn pages_neither_skip_nor_repeat_items_with_equal_index_keys() {
    let store = store().await;
    for id in 0..5 {
        put(&store, &comment(id, 10)).await;
        put(&store, &photo(id.try_into().unwrap(), 10)).await;
        put(&store, &note("x", id.try_into().unwrap(), 10)).await;
    }
    for size in 1..=16 {
        all_once(&store, query, size).await;
        all_once(&store, || query().descending(), size).await;
    }
}

/// Checks that pages of this size contain each of the 15 items once.
async fn all_once(store: &Store<SharedTable>, query: impl Fn() -> Query<TimelineItem>, size: u32) {
    let pages = pages!(store, query().limit(size));
    let mut found: Vec<_> = pages.iter().flatten().map(|item| format!("{item:?}")).collect();
    assert_eq!(found.len(), 15, "pages of {size}");
    found.sort_unstable();
    found.dedup();
    assert_eq!(found.len(), 15, "pages of {size}");
    assert!(pages.len() >= 15_usize.div_ceil(size as usize), "{} pages of {size}", pages.len());
}

#[tokio::test]
async fn the_offset_holds_no_partition_of_the_index_and_survives_as_text() {
    let store = album().await;
    let page = store.page(query().limit(3)).await.expect("a page is read");
    let text = page.next.expect("more items follow").to_text().expect("the offset has a text");
    assert!(!text.contains("ann"), "{text}");
    let after = Offset::from_text(&text).expect("the text is an offset");
    let rest = store.all(query().after(Some(after))).await.expect("the rest is read");
    assert_eq!(rest.iter().map(TimelineItem::millis).collect::<Vec<_>>(), TIMES[3..]);
}

#[tokio::test]
async fn a_local_collection_is_read_consistently_and_its_offset_holds_no_partition() {
    let store = album().await;
    let query = || AlbumByTime::query("a".to_owned()).consistent();
    let page = store.page(query().descending().limit(2)).await.expect("a page is read");
    assert_eq!(page.items, [AlbumByTime::Note(note("x", 1, 40)), AlbumByTime::Photo(photo(1, 35))]);
    let text = page.next.expect("more items follow").to_text().expect("the offset has a text");
    assert!(!text.contains("Album"), "{text}");
    let after = Offset::from_text(&text).expect("the text is an offset");
    let next = store.page(query().descending().limit(1).after(Some(after))).await.expect("a page is read");
    assert_eq!(next.items, [AlbumByTime::Note(note("x", 2, 30))]);
    let old = store.all(query().less_than(&(at(15),))).await.expect("the range is read");
    assert_eq!(old, [AlbumByTime::Photo(photo(4, 5)), AlbumByTime::Note(note("xy", 2, 10))]);
}

#[tokio::test]
async fn the_view_of_one_entity_leaves_out_the_others() {
    let store = album().await;
    for size in 1..=5 {
        let of_user = PhotosOfUser::query("ann".to_owned()).limit(size);
        let mut expected = photos();
        expected.reverse();
        assert_eq!(store.all(of_user).await.expect("the photos are read"), expected);
        let of_album = NotesOfAlbum::query("a".to_owned()).at_least(&(at(15),)).consistent().limit(size);
        let mut expected = notes()[..3].to_vec();
        expected.reverse();
        assert_eq!(store.all(of_album).await.expect("the notes are read"), expected);
    }
    let exact = PhotosOfUser::query("ann".to_owned()).equals(&(at(25), 2_u16));
    assert_eq!(store.all(exact).await.expect("the photo is read"), [photo(2, 25)]);
    assert_eq!(store.all(CommentsOfUser::scan()).await.expect("the scan ends"), []);
}

#[tokio::test]
async fn expired_items_are_hidden_and_pages_are_full() {
    let store = store().await;
    let past = EpochSeconds::of(Timestamp::now()).get() - 60;
    for number in 0..6 {
        let expires = (number % 2 == 0).then(|| EpochSeconds::new(past));
        put(&store, &Photo { expires, ..photo(number, number.into()) }).await;
        put(&store, &note("x", number, number.into())).await;
    }
    let page = store.page(query().limit(4)).await.expect("a page is read");
    assert_eq!(page.items.iter().map(TimelineItem::millis).collect::<Vec<_>>(), [0, 1, 1, 2]);
    assert_eq!(store.all(query().limit(4)).await.expect("all is read").len(), 9);
    assert_eq!(store.all(query().including_expired()).await.expect("all is read").len(), 12);
}

#[tokio::test]
async fn another_entity_in_the_partition_is_an_error_or_an_item() {
    let store = album().await;
    let others = store.all(PhotoOrOther::query("ann".to_owned())).await.expect("the timeline is read");
    assert_eq!(others.len(), 8);
    assert_eq!(others.iter().filter(|item| matches!(item, PhotoOrOther::Other(_))).count(), 4);
    assert!(matches!(others[1], PhotoOrOther::Other(_)) && matches!(others[0], PhotoOrOther::Photo(_)));

    let only = AlbumItem::query("a".to_owned());
    assert_eq!(store.all(only).await.expect("the album is read").len(), 9);
    put(&store, &comment(1, 1)).await;
    let strict = store.all(WithoutComments::query("ann".to_owned())).await;
    assert!(matches!(strict, Err(Error::WrongType { expected: "Timeline", .. })), "{strict:?}");
}

/// The timeline in a program that does not know comments.
#[derive(Debug, single_table::Collection)]
#[collection(name = "Timeline", on = GsiOne, partition(user: String), sort(time: Timestamp))]
#[expect(dead_code, reason = "no item is ever read as one of them")]
enum WithoutComments {
    Note(Note),
    Photo(Photo),
}
