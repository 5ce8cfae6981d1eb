//! Projections.

use single_table::read::CursorError;
use single_table::testing::Operation;
use single_table::{Entity as _, EpochSeconds, KeySet};

use crate::reads::*;

fn arrival() -> String {
    album().album
}

#[tokio::test]
async fn a_query_reads_the_fields_of_a_projection_and_leaves_out_expired_items() {
    let (store, faults, ..) = music().await;
    let query = || TrackItems::query(arrival()).project::<TrackTitle>();
    assert_eq!(titles(&store.all(query()).await.unwrap()), live_titles());
    assert_eq!(store.all(query().including_expired()).await.unwrap().len(), 9);
    let sharded = TracksByGenre::query("pop".to_owned()).project::<TrackTitle>().limit(2);
    assert_eq!(titles(&store.all(sharded).await.unwrap()), live_titles());
    let local = TracksByTitle::query(arrival()).begins_with_text(&(), "title").project::<TrackTitle>();
    assert_eq!(titles(&store.all(local).await.unwrap()), live_titles());

    let request = faults.requests().pop().unwrap();
    let names = request.body["ExpressionAttributeNames"].as_object().unwrap();
    let projected: Vec<_> = request.body["ProjectionExpression"].as_str().unwrap().split(", ").collect();
    let mut projected: Vec<_> = projected.into_iter().map(|name| names[name].as_str().unwrap()).collect();
    projected.sort_unstable();
    assert_eq!(projected, ["gone", "lsiOneSk", "pk", "sk", "title", "type"]);
}

#[tokio::test]
async fn a_page_of_a_projection_leads_to_the_next_one() {
    let (store, ..) = music().await;
    for limit in 1..=8 {
        let pages = pages!(store, TracksByTitle::query(arrival()).project::<TrackTitle>().limit(limit));
        assert!(pages.iter().all(|page| page.len() <= limit as usize));
        assert_eq!(titles(&pages.concat()), live_titles(), "pages of {limit}");
        let sharded = || TracksByGenre::query("pop".to_owned()).project::<TrackTitle>().limit(limit);
        assert_eq!(
            titles(&pages!(store, sharded()).concat()),
            live_titles(),
            "pages of {limit} of all shards"
        );
    }
}

#[test]
fn a_text_that_is_no_cursor_is_refused() {
    assert!(matches!(
        TrackItems::query(arrival()).after_text(Some("no")),
        Err(CursorError::Malformed { .. })
    ));
    let sharded = TracksByGenre::query("pop".to_owned()).after_text(Some("no"));
    assert!(matches!(sharded, Err(CursorError::Malformed { .. })));
}

#[tokio::test]
async fn a_projection_reads_fields_that_have_another_name_in_the_table() {
    let (store, ..) = music().await;
    let text = store.get(&track(9).key()).project::<TrackText>().await.unwrap().unwrap();
    assert_eq!(text, TrackText { lyrics: "words of 9".to_owned(), expires_at: expiring(9, 60).expires_at });
    let text = store.get(&track(1).key()).project::<TrackText>().consistent().await.unwrap().unwrap();
    assert_eq!(text.expires_at, None::<EpochSeconds>);
}

#[tokio::test]
async fn a_projection_reads_a_field_under_its_alias() {
    let (store, _, client, name) = music().await;
    let mut old = single_table::encode(&track(1)).unwrap();
    let words = old.remove("words").unwrap();
    old.insert("verses".to_owned(), words);
    client.put_item().table_name(&name).set_item(Some(old)).send().await.unwrap();
    let text = store.get(&track(1).key()).project::<TrackText>().await.unwrap().unwrap();
    assert_eq!(text.lyrics, "words of 1");
}

#[tokio::test]
async fn a_scan_reads_the_fields_of_a_projection() {
    let (store, ..) = music().await;
    let mut found =
        titles(&store.all(TrackItems::scan().project::<TrackTitle>().page_size(2)).await.unwrap());
    found.sort_unstable();
    assert_eq!(found, live_titles());
    assert_eq!(store.page(TracksByGenre::scan().project::<TrackTitle>()).await.unwrap().items.len(), 7);
}

#[tokio::test]
async fn a_read_of_a_projection_counts_its_items() {
    let (store, ..) = music().await;
    let live = live_titles().len() as u64;
    assert_eq!(store.count(TrackItems::scan().project::<TrackTitle>()).await.unwrap(), live);
    assert_eq!(store.count(TrackItems::query(arrival()).project::<TrackTitle>()).await.unwrap(), live);
}

#[tokio::test]
async fn one_set_of_keys_has_whole_items_and_projections() {
    let (store, faults, ..) = music().await;
    let titles_only = || {
        let mut keys = KeySet::new();
        let first = keys.add_projected::<TrackTitle>(track(1).key());
        let text = keys.add_projected::<TrackText>(track(2).key());
        (first, text, keys)
    };
    for transact in [false, true] {
        let (first, text, keys) = titles_only();
        let items = if transact {
            store.transact_get(keys).await.unwrap()
        } else {
            store.batch_get(keys).await.unwrap().complete().unwrap()
        };
        assert_eq!(items.get(first).unwrap().unwrap().title, "title 01");
        assert_eq!(items.get(text).unwrap().unwrap().lyrics, "words of 2");
        assert_eq!(items.all::<TrackTitle>().count(), 1);
        assert!(faults.requests().pop().unwrap().body.to_string().contains("ProjectionExpression"));
    }

    let (first, _, mut keys) = titles_only();
    // The same item is read once as a projection and once whole.
    let whole = keys.add(track(1).key());
    let cover = keys.add(AlbumKey { album: arrival() });
    let expired = keys.add_projected::<TrackTitle>(track(3).key());
    let items = store.batch_get(keys).await.unwrap().complete().unwrap();
    assert_eq!(items.get(whole).unwrap(), Some(&track(1)));
    assert_eq!(items.get(cover).unwrap(), Some(&album()));
    assert_eq!(items.get(expired).unwrap(), None);
    assert_eq!(items.get(first).unwrap().unwrap().title, "title 01");
    let request = faults.requests().pop().unwrap();
    assert_eq!(request.operation, Operation::BatchGetItem);
    assert!(!request.body.to_string().contains("ProjectionExpression"));
    let _: Option<&Album> = items.all().next();
    let _: Option<&Track> = items.all().next();
}
