//! Calls that are refused or not answered.

use single_table::{Entity, Error, Offset, Put, Store, WriteError};

use super::{MusicTable, Track, TrackItems, TrackKey, engine, music, track};

#[tokio::test]
async fn a_key_that_is_too_long_is_refused_before_any_request() {
    let store = music(0).await;
    let long = Track { title: "t".repeat(1_030), ..track("Arrival", 1) };
    assert_fails!(store.execute(Put::new(&long)).await, WriteError::Failed(Error::Key { .. }));
    let key = TrackKey { album_id: "a".repeat(3_000), number: 1 };
    assert!(matches!(store.get::<Track>(&key).await.unwrap_err(), Error::Key { .. }));
}

#[tokio::test]
async fn a_place_of_another_list_is_refused() {
    for text in [
        "",
        "q",
        "no number",
        "q0:",
        "q9:no number",
        "q11:00001#00002",
        "q1:1",
        "q5:000015:00002",
        "s5:00001",
    ] {
        assert!(Offset::<TrackItems>::from_text(text).is_err(), "{text}");
    }
}

#[tokio::test]
async fn an_engine_that_does_not_answer_is_unreachable() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let endpoint = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let (client, ..) = engine::table::<MusicTable>().await;
    let config = client.config().to_builder().endpoint_url(endpoint).build();
    let store = Store::<MusicTable>::new(single_table::Client::from_conf(config), "any");
    let error = store.get::<Track>(&track("a", 1).key()).await.unwrap_err();
    assert!(matches!(error, Error::Unreachable { .. }) && error.is_transient(), "{error}");
}

#[tokio::test]
async fn a_missing_table_is_an_error_that_says_so() {
    let (client, ..) = engine::table::<MusicTable>().await;
    let store = Store::<MusicTable>::new(client, "no-such-table");
    let error = store.get::<Track>(&track("a", 1).key()).await.unwrap_err();
    let Error::Refused { code, .. } = &error else { panic!("{error}") };
    assert_eq!(code, "ResourceNotFoundException");
    assert!(!error.is_transient());
}
