//! All items of an expiring favorite have its time to live, after every kind of change. DynamoDB removes each of them
//! separately, in any order and up to days apart.

use std::collections::BTreeMap;
use std::time::Duration;

use favorites_api::favorites::{DataId, DetailsPatch, EpochSeconds, FavoritePatch, TagId, Timestamp, WebUrl};
use serde_json::Value;

use crate::table::Table;

/// Returns the times to live of all items of the table's only favorite, by entity. An item without one has null.
async fn ttls(table: &Table) -> BTreeMap<String, Vec<Value>> {
    let mut found: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for item in table.scan().await {
        let entity = item["type"].as_str().expect("every item names its entity").to_owned();
        if ["FavoriteData", "FavoriteDataTag", "UniqueLink", "Trash"].contains(&&*entity) {
            found.entry(entity).or_default().push(item["ttl"].clone());
        }
    }
    found
}

/// Asserts that the table has a link with this number of tags, and that each of its items has this time to live.
async fn expect_link(table: &Table, tags: usize, ttl: Option<Timestamp>) {
    let ttl = ttl.map_or(Value::Null, |time| EpochSeconds::of(time).get().into());
    let mut expected = BTreeMap::from([
        ("FavoriteData".to_owned(), vec![ttl.clone()]),
        ("UniqueLink".to_owned(), vec![ttl.clone()]),
    ]);
    if tags > 0 {
        expected.insert("FavoriteDataTag".to_owned(), vec![ttl; tags]);
    }
    assert_eq!(ttls(table).await, expected);
}

async fn patch(table: &Table, data_id: DataId, patch: FavoritePatch) {
    table.favorites.update_favorite(&table.person, data_id, None, patch).await.expect("the change is taken");
}

async fn retag(table: &Table, data_id: DataId, tags: &[TagId]) {
    let tags = tags.iter().copied().collect();
    table
        .favorites
        .replace_favorite_tags(&table.person, data_id, None, tags)
        .await
        .expect("the change is taken");
}

#[tokio::test]
async fn every_item_of_a_favorite_has_its_time_to_live_through_every_change() {
    let table = Table::start().await;
    let tags = [table.tag("One").await, table.tag("Two").await, table.tag("Three").await];
    let [soon, late] = [1, 2].map(|days| table.clock.after(Duration::from_hours(24 * days)));
    let data_id = table.link("https://example.com/a", &tags[..2], Some(soon)).await;
    expect_link(&table, 2, Some(soon)).await;

    for time in [Some(late), None, Some(soon)] {
        patch(&table, data_id, FavoritePatch { expire_time: Some(time), ..FavoritePatch::default() }).await;
        expect_link(&table, 2, time).await;
    }
    retag(&table, data_id, &tags).await;
    expect_link(&table, 3, Some(soon)).await;
    retag(&table, data_id, &tags[2..]).await;
    expect_link(&table, 1, Some(soon)).await;
    let elsewhere = Some(Some(WebUrl::parse("https://example.com/b").unwrap()));
    let details = DetailsPatch { content_url: elsewhere, ..DetailsPatch::default() };
    let both = FavoritePatch { details, expire_time: Some(Some(late)), ..FavoritePatch::default() };
    patch(&table, data_id, both).await;
    expect_link(&table, 1, Some(late)).await;

    table.favorites.delete_favorite(&table.person, data_id, None).await.unwrap();
    let trashed = ttls(&table).await;
    assert_eq!(trashed, BTreeMap::from([("Trash".to_owned(), vec![EpochSeconds::of(late).get().into()])]));
    table.favorites.restore_favorite(&table.person, data_id, None).await.unwrap();
    expect_link(&table, 1, Some(late)).await;
    table.favorites.delete_favorite(&table.person, data_id, None).await.unwrap();
    table.favorites.purge_favorite(&table.person, data_id).await.unwrap();
    assert_eq!(ttls(&table).await, BTreeMap::new());
    table.end().await;
}
