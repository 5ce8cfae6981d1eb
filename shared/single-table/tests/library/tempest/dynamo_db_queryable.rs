//! Queries of the table and of its indexes. See `DynamoDbQueryableTest`.

use aws_sdk_dynamodb::types::AttributeValue;

use crate::engine;
use crate::tempest::albums::*;
use crate::tempest::model::*;
use crate::tempest::support::*;

fn tracks() -> Query<AlbumTrackItems> {
    AlbumTrackItems::query(AFTER_HOURS_EP.token.to_owned())
}

fn tracks_by_title() -> Query<AlbumTracksByTitle> {
    AlbumTracksByTitle::query(AFTER_HOURS_EP.token.to_owned())
}

/// The titles of the EP in the order of its tracks.
fn titles() -> Vec<&'static str> {
    AFTER_HOURS_EP.track_titles()
}

fn reversed_titles() -> Vec<&'static str> {
    titles().into_iter().rev().collect()
}

/// Asserts that a query of the EP finds these titles, on one page that is the last.
async fn finds<V, S>(query: Query<V, S>, expected: &[&str])
where
    V: View<Table = MusicTable, Item = AlbumTrack>,
    S: Send + Sync + 'static,
{
    let page = music_with(&[&AFTER_HOURS_EP]).await.page(query).await.expect("the page is read");
    assert!(page.next.is_none());
    assert_eq!(track_titles(&page.items), expected);
}

/// Asserts that a query of the EP finds these titles in pages of two, each with a request of its own. Returns
/// the pages.
async fn finds_pages<V>(query: impl Fn() -> Query<V>, expected: &[&str]) -> Vec<Page<V>>
where
    V: View<Table = MusicTable, Item = AlbumTrack>,
{
    let pages = pages(&music_with(&[&AFTER_HOURS_EP]).await, || query().limit(2)).await;
    let found: Vec<_> = pages.iter().map(|page| track_titles(&page.items)).collect();
    assert_eq!(found, expected.chunks(2).collect::<Vec<_>>());
    pages
}

#[tokio::test]
async fn synchronously_rows_with_missing_attributes_throw() {
    for genre in [None, Some(AttributeValue::Null(true))] {
        let (client, store, table) = engine::table::<MusicTable>().await;
        let mut item = encode(&after_hours()).unwrap();
        item.remove("genre_name");
        item.extend(genre.map(|genre| ("genre_name".to_owned(), genre)));
        client.put_item().table_name(table).set_item(Some(item)).send().await.unwrap();

        let error = store.page(AlbumInfoItems::query("ALBUM_1".to_owned())).await.unwrap_err();
        assert!(matches!(&error, Error::Decode { entity: "AlbumInfo", .. }), "{error}");
    }
}

#[tokio::test]
async fn primary_index_between() {
    for (first, last) in [(1_u16, 1_u16), (2, 3), (1, 3)] {
        let expected = &titles()[usize::from(first) - 1..usize::from(last)];
        finds(tracks().between(&(first,), &(last,)), expected).await;
    }
}

#[tokio::test]
async fn primary_index_begins_with() {
    finds(tracks().begins_with(&()), &titles()).await;
    finds(tracks().equals(&(3_u16,)), &titles()[2..3]).await;
}

#[tokio::test]
async fn primary_index_filter() {
    let long = tracks().filter(AlbumTrack::RUN_LENGTH.gt(3 * 60));
    finds(long, &[titles()[0], titles()[1], titles()[4]]).await;
}

#[tokio::test]
async fn primary_index_pagination() {
    finds_pages(tracks, &titles()).await;
}

#[tokio::test]
async fn primary_index_desc() {
    finds(tracks().descending(), &reversed_titles()).await;
}

#[tokio::test]
async fn primary_index_desc_pagination() {
    finds_pages(|| tracks().descending(), &reversed_titles()).await;
}

#[tokio::test]
async fn local_secondary_index() {
    finds(tracks_by_title(), &sorted(titles())).await;
}

#[tokio::test]
async fn local_secondary_index_pagination() {
    finds_pages(tracks_by_title, &sorted(titles())).await;
}

#[tokio::test]
async fn global_secondary_index() {
    let store = music_with(&FIVE_ALBUMS).await;
    let floyd = store.page(AlbumInfoByArtist::query("Pink Floyd".to_owned())).await.unwrap();
    assert!(floyd.next.is_none());
    assert_eq!(album_titles(&floyd.items), [THE_DARK_SIDE_OF_THE_MOON.title, THE_WALL.title]);

    let thieves = store.page(AlbumInfoByArtist::query("53 Theives".to_owned())).await.unwrap();
    assert!(thieves.next.is_none());
    let expected = [AFTER_HOURS_EP.title, WHAT_YOU_DO_TO_ME_SINGLE.title, LOCKDOWN_SINGLE.title];
    assert_eq!(album_titles(&thieves.items), expected);
}

#[tokio::test]
async fn global_secondary_index_pagination() {
    let albums = [&WHAT_YOU_DO_TO_ME_SINGLE, &AFTER_HOURS_EP, &LOCKDOWN_SINGLE, &SPIRIT_WORLD_FIELD_GUIDE];
    let store = music_with(&albums).await;
    let thieves = || AlbumInfoByArtist::query("53 Theives".to_owned()).limit(2);
    let first = store.page(thieves()).await.unwrap();
    assert!(first.next.is_some());
    assert_eq!(album_titles(&first.items), [AFTER_HOURS_EP.title, WHAT_YOU_DO_TO_ME_SINGLE.title]);
    assert!(first.items.iter().all(|album| album.label_name.is_none()));

    let second = store.page(thieves().after(first.next)).await.unwrap();
    assert!(second.next.is_none());
    assert_eq!(album_titles(&second.items), [LOCKDOWN_SINGLE.title]);
    assert!(second.items.iter().all(|album| album.label_name.is_none()));

    let sparse = store.page(AlbumInfoByLabel::query("Rhymesayers".to_owned()).limit(1)).await.unwrap();
    assert!(sparse.next.is_some());
    assert_eq!(album_titles(&sparse.items), [SPIRIT_WORLD_FIELD_GUIDE.title]);
    assert_eq!(sparse.items[0].label_name.as_deref(), SPIRIT_WORLD_FIELD_GUIDE.label);
}

#[tokio::test]
async fn returns_consumed_capacity_with_the_response() {
    for page in finds_pages(tracks, &titles()).await {
        assert!(page.units.read > 0.0);
    }
}

#[tokio::test]
async fn query_all() {
    let pages = pages(&music_with(&[&AFTER_HOURS_EP]).await, tracks).await;
    assert_eq!(pages.len(), 1);
    assert_eq!(track_titles(&pages[0].items), titles());
}

#[tokio::test]
async fn query_all_pagination() {
    finds_pages(tracks, &titles()).await;
}

#[tokio::test]
async fn query_all_desc() {
    let pages = pages(&music_with(&[&AFTER_HOURS_EP]).await, || tracks().descending()).await;
    assert_eq!(pages.len(), 1);
    assert_eq!(track_titles(&pages[0].items), reversed_titles());
}

#[tokio::test]
async fn query_all_desc_pagination() {
    finds_pages(|| tracks().descending(), &reversed_titles()).await;
}

#[tokio::test]
async fn query_all_contents() {
    let store = music_with(&[&AFTER_HOURS_EP]).await;
    assert_eq!(track_titles(&store.all(tracks()).await.unwrap()), titles());
}

#[tokio::test]
async fn query_all_contents_desc() {
    let store = music_with(&[&AFTER_HOURS_EP]).await;
    assert_eq!(track_titles(&store.all(tracks().descending()).await.unwrap()), reversed_titles());
}
