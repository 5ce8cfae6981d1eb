//! Lenient reads.

use std::error::Error as _;

use aws_sdk_dynamodb::types::AttributeValue;
use single_table::read::Undecodable;
use single_table::{Entity as _, Error, KeySet, Store};

use crate::reads::*;

/// Damages track 2 and the expired track 6.
async fn damaged() -> Store<MusicTable> {
    damage([track(2), expiring(6, -1)]).await
}

/// Damages tracks by making their titles numbers.
async fn damage(tracks: impl IntoIterator<Item = Track>) -> Store<MusicTable> {
    let (store, _, client, name) = music().await;
    for track in tracks {
        let mut item = single_table::encode(&track).expect("an item");
        item.insert("title".to_owned(), AttributeValue::N("7".to_owned()));
        client.put_item().table_name(&name).set_item(Some(item)).send().await.expect("the item is written");
    }
    store
}

fn outcome(found: Vec<Result<Track, Undecodable>>) -> Vec<Result<u16, String>> {
    let number = |bad: &Undecodable| bad.item["number"].as_n().expect("a number").clone();
    found.into_iter().map(|found| found.map(|track| track.number).map_err(|bad| number(&bad))).collect()
}

/// The expected results for the tracks that have not expired.
fn expected() -> Vec<Result<u16, String>> {
    LIVE.map(|number| if number == 2 { Err("2".to_owned()) } else { Ok(number) }).to_vec()
}

#[tokio::test]
async fn an_expired_item_that_cannot_be_decoded_stops_no_read() {
    let store = damage([expiring(6, -1)]).await;
    let album = album().album;
    assert_eq!(store.all(TrackItems::query(album.clone())).await.unwrap().len(), LIVE.len());
    assert_eq!(store.page(TrackItems::query(album.clone()).limit(20)).await.unwrap().items.len(), LIVE.len());
    assert_eq!(store.all(TrackItems::scan()).await.unwrap().len(), LIVE.len());
    assert_eq!(store.all(AlbumItem::query(album.clone())).await.unwrap().len(), LIVE.len() + 1);
    assert_eq!(
        store.page(TracksByGenre::query("pop".to_owned()).limit(20)).await.unwrap().items.len(),
        LIVE.len()
    );
    let titles = store.all(TrackItems::query(album).project::<TrackTitle>()).await.unwrap();
    assert_eq!(titles.len(), LIVE.len());
    let key = track(6).key();
    assert_eq!(store.get::<Track>(&key).await.unwrap(), None);
    assert_eq!(store.get::<Track>(&key).project::<TrackTitle>().await.unwrap(), None);
    let wanted = || {
        let mut keys = KeySet::new();
        (keys.add(key.clone()), keys)
    };
    let (slot, keys) = wanted();
    assert_eq!(store.batch_get(keys).await.unwrap().complete().unwrap().get(slot).unwrap(), None);
    let (slot, keys) = wanted();
    assert_eq!(store.transact_get(keys).await.unwrap().get(slot).unwrap(), None);
}

#[tokio::test]
async fn an_item_that_cannot_be_decoded_is_a_value_in_its_place() {
    let store = damaged().await;
    let query = || TrackItems::query(album().album);
    assert_fails!(store.all(query()).await, Error::Decode { entity: "Track", .. });
    assert_eq!(outcome(store.all(query().lenient()).await.unwrap()), expected());

    let found = pages!(store, query().lenient().limit(2)).into_iter().flatten().collect();
    assert_eq!(outcome(found), expected());
}

#[tokio::test]
async fn the_value_keeps_the_item_and_the_reason() {
    let store = damaged().await;
    let mut found = store.all(TrackItems::query(album().album).equals(&(2_u16,)).lenient()).await.unwrap();
    let bad = found.remove(0).unwrap_err();
    assert_eq!(bad.item["pk"].as_s().unwrap(), "Album#Arrival");
    assert_eq!(bad.item["words"].as_s().unwrap(), "words of 2");
    assert_eq!(bad.to_string(), "an item can't be decoded");
    let source = bad.source().unwrap().to_string();
    assert!(source.starts_with("an item is not a whole Track: Expected string"), "{source}");
}

#[tokio::test]
async fn scans_collections_shards_and_projections_can_be_lenient() {
    let store = damaged().await;
    let scanned = store.all(TrackItems::scan().lenient().page_size(3)).await.unwrap();
    assert_eq!(scanned.iter().filter(|found| found.is_err()).count(), 1);
    assert_eq!(scanned.len(), LIVE.len());
    let collected = store.all(AlbumItem::query(album().album).lenient()).await.unwrap();
    assert_eq!(
        (collected.len(), collected.iter().filter(|found| found.is_err()).count()),
        (LIVE.len() + 1, 1)
    );
    let sharded = store.page(TracksByGenre::query("pop".to_owned()).lenient().limit(20)).await.unwrap();
    assert_eq!(outcome(sharded.items).into_iter().filter(Result::is_err).count(), 1);
    let query = TrackItems::query(album().album).project::<TrackTitle>().lenient();
    let projected = store.all(query).await.unwrap();
    let bad = projected[1].as_ref().unwrap_err();
    assert!(!bad.item.contains_key("words"), "only what was projected: {:?}", bad.item);
}

#[tokio::test]
async fn an_item_of_another_entity_in_a_collection_is_a_value_too() {
    let (store, _, client, name) = music().await;
    let mut other = single_table::encode(&track(12)).unwrap();
    other.insert("type".to_owned(), AttributeValue::S("Cover".to_owned()));
    client.put_item().table_name(&name).set_item(Some(other)).send().await.unwrap();
    let found = store.all(AlbumItem::query(album().album).lenient()).await.unwrap();
    let bad = found.last().unwrap().as_ref().unwrap_err();
    assert!(matches!(&bad.error, Error::WrongType { found, .. } if found == "Cover"), "{bad}");
}
