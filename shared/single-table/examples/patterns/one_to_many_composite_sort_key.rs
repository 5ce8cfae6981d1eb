//! One-to-many with several levels: the sort key lists the levels from the widest to the narrowest.
//!
//! Use it for a hierarchy that you query at each level, such as the shops in a country, a state or a city. A query returns
//! everything below its level.

use serde::{Deserialize, Serialize};
use single_table::{Entity, Store, table};

use crate::support;

table! {
    /// Shops by place.
    struct PlaceTable { key: (pk, sk), entities: [Shop] }
}

/// A shop and its location.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = PlaceTable, name = "Shop", partition(country), sort(state, city, zip, number))]
struct Shop {
    country: String,
    state: String,
    city: String,
    zip: String,
    number: u32,
}

async fn in_country(store: &Store<PlaceTable>, country: &str) -> support::Result<Vec<Shop>> {
    Ok(store.all(ShopItems::query(country.to_owned())).await?)
}

async fn in_state(store: &Store<PlaceTable>, country: &str, state: &str) -> support::Result<Vec<Shop>> {
    Ok(store.all(ShopItems::query(country.to_owned()).begins_with(&(state,))).await?)
}

async fn in_city(store: &Store<PlaceTable>, country: &str, state: &str, city: &str) -> support::Result<Vec<Shop>> {
    Ok(store.all(ShopItems::query(country.to_owned()).begins_with(&(state, city))).await?)
}

async fn in_zip(
    store: &Store<PlaceTable>,
    country: &str,
    state: &str,
    city: &str,
    zip: &str,
) -> support::Result<Vec<Shop>> {
    Ok(store.all(ShopItems::query(country.to_owned()).begins_with(&(state, city, zip))).await?)
}

async fn stocked() -> support::Result<Store<PlaceTable>> {
    let store = support::table().await;
    let places = [
        ("US", "NE", "York", "68467", 1),
        ("US", "NE", "York", "68468", 2),
        // A prefix of the text alone would match this city and that state too.
        ("US", "NE", "York County", "68401", 3),
        ("US", "NEVADA", "York", "89001", 4),
        ("USVI", "NE", "York", "68467", 5),
    ];
    let shops = places.map(|(country, state, city, zip, number)| Shop {
        country: country.to_owned(),
        state: state.to_owned(),
        city: city.to_owned(),
        zip: zip.to_owned(),
        number,
    });
    support::put_all(&store, shops).await?;
    Ok(store)
}

pub(crate) async fn run() -> support::Result<String> {
    let store = stocked().await?;
    let levels = [
        in_country(&store, "US").await?,
        in_state(&store, "US", "NE").await?,
        in_city(&store, "US", "NE", "York").await?,
        in_zip(&store, "US", "NE", "York", "68468").await?,
    ];
    Ok(levels.map(|shops| support::listed(shops, |shop| shop.number.to_string())).join("; "))
}

#[tokio::test]
async fn each_level_finds_only_the_shops_below_it() {
    assert_eq!(run().await.unwrap(), "1, 2, 3, 4; 1, 2, 3; 1, 2; 2");
}
