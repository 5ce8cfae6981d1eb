//! Upserts without an item, and with an expired item.

use std::collections::BTreeMap;

use single_table::{Entity as _, EpochSeconds, Put, Store, Update, WriteError};

use crate::engine;
use crate::expressions::model::{MusicTable, Visits, VisitsKey, texts};

const NOW: EpochSeconds = EpochSeconds::new(1_900_000_000);

fn key() -> VisitsKey {
    VisitsKey { page: "home".to_owned() }
}

fn expired() -> Visits {
    Visits {
        page: "home".to_owned(),
        count: 70,
        first: Some("old".to_owned()),
        names: texts(["old"]),
        countries: texts(["old"]),
        by_day: [("old".to_owned(), 1)].into(),
        expires: Some(NOW),
    }
}

async fn visits() -> Store<MusicTable> {
    let (_, store, _) = engine::table::<MusicTable>().await;
    store.with_clock(|| NOW.timestamp())
}

#[tokio::test]
async fn an_upsert_makes_the_same_item_of_an_expired_one_as_of_none() {
    let change = || {
        Update::upsert(key())
            .add_from(Visits::COUNT, 40, 2)
            .set_if_absent(Visits::FIRST, "Ann")
            .append(Visits::NAMES, ["Ann", "Bob"])
            .add_to_set(Visits::COUNTRIES, ["se", "uk"])
            .set(Visits::BY_DAY, BTreeMap::from([("monday".to_owned(), 1)]))
            .remove(Visits::EXPIRES)
    };
    let made = visits().await;
    made.execute(change()).await.unwrap();
    let replaced = visits().await;
    replaced.execute(Put::new(&expired())).await.unwrap();
    replaced.execute(change()).await.unwrap();
    let expected = Visits {
        page: "home".to_owned(),
        count: 42,
        first: Some("Ann".to_owned()),
        names: texts(["Ann", "Bob"]),
        countries: texts(["se", "uk"]),
        by_day: [("monday".to_owned(), 1)].into(),
        expires: None,
    };
    for store in [made, replaced] {
        assert_eq!(store.get::<Visits>(&key()).consistent().await.unwrap().as_ref(), Some(&expected));
    }
}

#[tokio::test]
async fn an_upsert_of_a_live_item_goes_on_from_it() {
    let store = visits().await;
    let live = Visits { expires: Some(EpochSeconds::new(NOW.get() + 60)), ..expired() };
    store.execute(Put::new(&live)).await.unwrap();
    let change = Update::upsert(live.key())
        .add_from(Visits::COUNT, 40, 2)
        .prepend(Visits::NAMES, ["Ann"])
        .delete_from_set(Visits::COUNTRIES, ["old"]);
    store.execute(change).await.unwrap();
    let expected = Visits { count: 72, names: texts(["Ann", "old"]), countries: texts([]), ..live };
    assert_eq!(store.get::<Visits>(&key()).consistent().await.unwrap(), Some(expected));
}

#[tokio::test]
async fn a_change_within_a_document_makes_nothing_of_an_expired_item() {
    let store = visits().await;
    store.execute(Put::new(&expired())).await.unwrap();
    let error = store.execute(Update::upsert(key()).add(Visits::BY_DAY.key("old"), 1)).await.unwrap_err();
    assert!(matches!(error, WriteError::ConditionFailed { item: Some(_) }), "{error}");
}
