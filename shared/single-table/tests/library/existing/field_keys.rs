//! Raw keys that are fields of their items.

use serde::{Deserialize, Serialize};
use single_table::{Entity, Update, table};

use crate::engine;

table! {
    /// Hits in charts, and profiles.
    pub struct HitTable {
        key: (pk, sk),
        type_attribute: none,
        global: [
            ByChart = byChart (chart, title),
            ByUser = byUser (user),
        ],
        entities: [Hit, Profile],
    }
}

/// A hit, which may be in a chart.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = HitTable, name = "Hit", raw, partition("HIT#", id), sort("HIT"))]
#[index(on = ByChart, view = HitsByChart, raw, partition(chart?), sort(title))]
struct Hit {
    #[serde(skip_serializing)]
    id: u32,
    title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    chart: Option<String>,
}

table! {
    /// Tracks under their titles.
    pub struct TrackTable {
        key: (pk, sk),
        global: [ByPlace = byPlace (place, title)],
        entities: [Track],
    }
}

/// A track, which may have a place in a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = TrackTable, name = "Track", partition(title), sort())]
#[index(on = ByPlace, view = TracksByPlace, raw, partition(place?), sort(title))]
struct Track {
    title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    place: Option<String>,
}

/// The profile of a user, whose name is a key by itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = HitTable, name = "Profile", raw, partition("PROFILE#", user), sort("PROFILE"))]
#[index(on = ByUser, view = ProfilesByUser, raw, partition(user), sort())]
struct Profile {
    user: String,
    #[serde(default)]
    visits: u32,
}

fn hit() -> Hit {
    Hit { id: 1, title: "Help".to_owned(), chart: Some("week".to_owned()) }
}

#[tokio::test]
async fn an_item_that_leaves_an_index_keeps_its_fields() {
    let (_, store, _) = engine::table::<HitTable>().await;
    store.insert(&hit()).await.unwrap();
    store.execute(Update::new(hit().key()).rekey::<HitsByChart>(&(None, "Help".to_owned()))).await.unwrap();
    let left = Hit { chart: None, ..hit() };
    assert_eq!(store.get(&hit().key()).await.unwrap(), Some(left));
    assert_eq!(store.all(HitsByChart::query("week".to_owned())).await.unwrap(), []);
    store
        .execute(Update::new(hit().key()).rekey::<HitsByChart>(&(Some("week".to_owned()), "Help".to_owned())))
        .await
        .unwrap();
    assert_eq!(store.all(HitsByChart::query("week".to_owned())).await.unwrap(), [hit()]);
}

#[tokio::test]
async fn an_upsert_writes_a_field_that_is_a_key_once() {
    let (_, store, _) = engine::table::<HitTable>().await;
    let profile = Profile { user: "ann".to_owned(), visits: 2 };
    for _ in 0..2 {
        store.execute(Update::upsert(profile.key()).add(Profile::VISITS, 1)).await.unwrap();
    }
    assert_eq!(store.all(ProfilesByUser::query("ann".to_owned())).await.unwrap(), [profile]);
}

#[tokio::test]
async fn an_item_that_leaves_an_index_keeps_a_field_of_its_primary_key() {
    let (_, store, _) = engine::table::<TrackTable>().await;
    let track = Track { title: "Help".to_owned(), place: Some("first".to_owned()) };
    store.insert(&track).await.unwrap();
    store.execute(Update::new(track.key()).rekey::<TracksByPlace>(&(None,))).await.unwrap();
    assert_eq!(store.get(&track.key()).await.unwrap(), Some(Track { place: None, ..track }));
    assert_eq!(store.all(TracksByPlace::query("first".to_owned())).await.unwrap(), []);
}
