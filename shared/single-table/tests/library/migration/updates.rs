//! Writes of one item in a past version.

use single_table::{Delete, Put, Update, WriteError};

use super::today::{self, Track};
use super::{key, names, number, past, programs, text, with_past};

/// The attributes of a track in version 3, some of which may be absent.
const TODAY: [&str; 12] = [
    "album", "artist", "artistPk", "artistSk", "number", "pk", "plays", "seconds", "shape", "sk", "title",
    "type",
];

#[tokio::test]
async fn an_update_of_a_past_version_writes_the_upgraded_item() {
    let programs = with_past([1]).await;
    programs
        .new
        .execute(Update::new(key(1)).set(Track::NOTE, "loud".to_owned()).add(Track::PLAYS, 1))
        .await
        .unwrap();
    let stored = programs.stored(1).await.unwrap();
    let mut wanted = TODAY.to_vec();
    wanted.extend(["note", "version"]);
    wanted.sort_unstable();
    assert_eq!(names(&stored), wanted);
    assert_eq!(stored["shape"], number(3));
    let read = programs.read(1).await.unwrap();
    assert_eq!(read, Track { note: Some("loud".to_owned()), plays: 8, ..today::track(1) });
}

#[tokio::test]
async fn an_update_of_the_current_version_is_one_request() {
    let programs = programs().await;
    programs.new.insert(&today::track(1)).await.unwrap();
    let before = programs.stored(1).await.unwrap();
    let written = programs.new.execute(Update::new(key(1)).add(Track::PLAYS, 1)).await.unwrap();
    let mut wanted = before;
    wanted.insert("plays".to_owned(), number(8));
    assert_eq!(programs.stored(1).await.unwrap(), wanted);
    assert!(written.units.write <= 2.0, "{written:?}");
}

#[tokio::test]
async fn an_update_returns_the_upgraded_item() {
    let programs = with_past([1, 2]).await;
    let add = |position| Update::<Track>::new(key(position)).add(Track::PLAYS, 1);
    let old = programs.new.execute(add(1).returning_old()).await.unwrap();
    assert_eq!(old, Some(today::track(1)));
    let new = programs.new.execute(add(2).returning_new()).await.unwrap();
    assert_eq!(new, Track { plays: 8, ..today::track(2) });
}

#[tokio::test]
async fn an_update_without_an_item_makes_no_item() {
    let programs = programs().await;
    let error = programs.new.execute(Update::new(key(1)).set(Track::SECONDS, 1_u32)).await.unwrap_err();
    assert!(matches!(error, WriteError::ConditionFailed { item: None }), "{error}");
    assert_eq!(programs.stored(1).await, None);
}

#[tokio::test]
async fn a_condition_of_an_update_is_about_the_upgraded_item() {
    let programs = with_past([1]).await;
    let update = || Update::<Track>::new(key(1)).set(Track::SECONDS, 1_u32);
    // Items of version 1 don't have these attributes.
    let other = programs.new.execute(update().only_if(Track::ARTIST.eq("Blondie"))).await.unwrap_err();
    assert!(
        matches!(&other, WriteError::ConditionFailed { item: Some(item) } if **item == today::track(1)),
        "{other}"
    );
    programs.new.execute(update().only_if(Track::ARTIST.eq("ABBA"))).await.unwrap();
    assert_eq!(programs.read(1).await.unwrap().seconds, 1);
}

#[tokio::test]
async fn a_condition_that_holds_for_the_past_version_alone_stops_the_write() {
    let programs = programs().await;
    // Version 1 has no attribute `title`, so its title is not "Dancing Queen" to DynamoDB.
    let other_title = || Track::TITLE.ne("Dancing Queen");
    for position in [1, 2] {
        programs.old.insert(&past::track(position)).await.unwrap();
    }
    let deleted = programs.new.execute(Delete::<Track>::new(key(1)).only_if(other_title())).await;
    assert!(matches!(deleted.unwrap_err(), WriteError::ConditionFailed { item: Some(_) }));
    let tiger = Track { title: "Tiger".to_owned(), ..today::track(2) };
    let put = programs.new.execute(Put::new(&tiger).only_if(other_title())).await;
    assert!(matches!(put.unwrap_err(), WriteError::ConditionFailed { item: Some(_) }));
    for position in [1, 2] {
        assert_eq!(programs.read(position).await, Some(today::track(position)));
    }
    // Without an item, both conditions hold.
    programs.new.execute(Delete::<Track>::new(key(3)).only_if(other_title())).await.unwrap();
    programs.new.execute(Put::new(&today::track(3)).only_if(other_title())).await.unwrap();
}

#[tokio::test]
async fn a_lock_holds_across_versions() {
    let programs = with_past([1]).await;
    let before = programs.read(1).await.unwrap();
    programs.new.execute(Update::locked(&before).set(Track::SECONDS, 1_u32)).await.unwrap();
    let now = programs.read(1).await.unwrap();
    assert_eq!((now.version, now.seconds), (2, 1));
    let late = programs.new.execute(Update::locked(&before).set(Track::SECONDS, 2_u32)).await.unwrap_err();
    assert!(matches!(late, WriteError::ConditionFailed { item: Some(_) }), "{late}");
}

#[tokio::test]
async fn a_replacement_of_a_past_version_leaves_nothing_of_it() {
    let programs = with_past([1]).await;
    let before = programs.read(1).await.unwrap();
    let mut after = Track { title: "Tiger".to_owned(), ..before.clone() };
    programs.new.replace(&before, &mut after).await.unwrap();
    let stored = programs.stored(1).await.unwrap();
    assert!(!stored.contains_key("label") && !stored.contains_key("length"), "{stored:?}");
    assert_eq!(programs.read(1).await, Some(after));
}

#[tokio::test]
async fn a_removal_of_a_past_version_needs_no_upgrade() {
    let programs = with_past([1]).await;
    let read = programs.read(1).await.unwrap();
    programs.new.remove(&read).await.unwrap();
    assert_eq!(programs.stored(1).await, None);
}

#[tokio::test]
async fn attributes_that_no_version_names_stay() {
    let programs = programs().await;
    let mut item = single_table::encode(&past::track(1)).unwrap();
    item.insert("foreign".to_owned(), text("kept"));
    programs.overwrite(item).await;
    programs.new.execute(Update::new(key(1)).add(Track::PLAYS, 1)).await.unwrap();
    let stored = programs.stored(1).await.unwrap();
    assert_eq!(stored["foreign"], text("kept"));
    assert!(!stored.contains_key("label"));
}

#[tokio::test]
async fn an_insert_finds_an_item_of_a_past_version() {
    let programs = with_past([1]).await;
    let error = programs.new.insert(&today::track(1)).await.unwrap_err();
    assert!(
        matches!(&error, WriteError::ConditionFailed { item: Some(item) } if **item == today::track(1)),
        "{error}"
    );
}
