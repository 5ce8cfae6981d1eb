//! Mistakes of other libraries with keys.

use aws_sdk_dynamodb::types::AttributeValue;
use single_table::{Entity, Error, Offset, Put, Update};

use crate::peer_faults::*;

/// Makes a key like a library that joins with `#`.
fn joined(parts: &[&str]) -> String {
    parts.join("#")
}

#[tokio::test]
async fn a_separator_inside_a_value_never_makes_two_tuples_one_key() {
    let of = |artist: &str, album: &str| Track { artist: artist.into(), album: album.into(), ..track(1) };
    let (one, other) = (of("A#B", "C"), of("A", "B#C"));
    let faulty = |track: &Track| joined(&["Track", &track.artist, &track.album]);
    assert_eq!(faulty(&one), faulty(&other), "one would overwrite the other");

    let store = with([one.clone(), other.clone()]).await;
    assert_eq!(store.get(&one.key()).await.unwrap(), Some(one));
    assert_eq!(store.get(&other.key()).await.unwrap(), Some(other));
}

#[tokio::test]
async fn the_first_component_of_a_key_does_not_come_back_empty() {
    // `parseHashKey` of the seed removes the name but leaves the separator, and splits there.
    let rest = "Track#ABBA#Arrival".strip_prefix("Track").unwrap();
    assert_eq!(rest.split('#').collect::<Vec<_>>(), ["", "ABBA", "Arrival"]);

    // A place in a list is read back from key attributes.
    let store = with((1..=3).map(|number| note("ann", number))).await;
    let query = || TrackNoteItems::query("ABBA".to_owned(), "Arrival".to_owned());
    let place = store.page(query().limit(1)).await.unwrap().next.unwrap();
    assert_eq!(place.to_text().unwrap(), "q28:ann#1970-01-01T00:00:00.001Z");
    let rest = store.page(query().after(Some(place))).await.unwrap().items;
    assert_eq!(rest, [note("ann", 2), note("ann", 3)]);
}

#[tokio::test]
async fn numbers_sort_as_numbers_negatives_included() {
    let plays = [-10, -5, 2, 10, 1_000];
    let mut as_text = plays.map(|number| number.to_string());
    as_text.sort();
    assert_eq!(as_text, ["-10", "-5", "10", "1000", "2"]);
    let mut padded = plays.map(|number| format!("{number:05}"));
    padded.sort();
    assert_eq!(padded, ["-0005", "-0010", "00002", "00010", "01000"], "padding alone turns negatives round");

    let tracks = plays.into_iter().zip(1..).map(|(plays, number)| Track { plays, ..track(number) });
    let store = with(tracks).await;
    let (artist, album) = abba();
    let all = store.all(TracksByPlays::query(artist.clone(), album.clone())).await.unwrap();
    assert_eq!(all.iter().map(|track| track.plays).collect::<Vec<_>>(), plays);
    let some = store.all(TracksByPlays::query(artist, album).between(&(-5_i64,), &(10_i64,))).await.unwrap();
    assert_eq!(some.iter().map(|track| track.plays).collect::<Vec<_>>(), [-5, 2, 10]);
}

#[tokio::test]
async fn times_sort_as_times_where_the_digit_count_changes() {
    // The last millisecond of 12 digits and the first of 13 digits are at 2001-09-09T01:46:40Z.
    let millis = [999_999_999_999_i64, 1_000_000_000_000];
    assert!(millis[0].to_string() > millis[1].to_string());

    let store = with(millis.map(|millis| note("ann", millis))).await;
    let (artist, album) = abba();
    let found = store.all(TrackNoteItems::query(artist, album)).await.unwrap();
    assert_eq!(found, millis.map(|millis| note("ann", millis)));
}

#[tokio::test]
async fn keys_keep_their_case() {
    let users = ["aGk=", "agk="];
    assert_eq!(users[0].to_lowercase(), users[1].to_lowercase(), "one would overwrite the other");

    let store = with(users.map(|user| note(user, 0))).await;
    for user in users {
        assert_eq!(store.get(&note(user, 0).key()).await.unwrap(), Some(note(user, 0)));
    }
}

#[tokio::test]
async fn a_prefix_that_does_not_match_never_decodes_as_another_type() {
    let key = "TrackNote#ABBA#Arrival";
    assert_eq!(key.strip_prefix("Track"), Some("Note#ABBA#Arrival"), "a note would be taken for a track");

    let item = single_table::encode(&note("ann", 0)).unwrap();
    assert_eq!(item["pk"].as_s().unwrap(), key);
    let error = single_table::decode::<Track>(item.clone()).unwrap_err();
    assert!(
        matches!(&error, Error::WrongType { expected: "Track", found } if found == "TrackNote"),
        "{error}"
    );

    // An item that lost its name is not decoded either.
    let mut nameless = item;
    nameless.remove("type");
    let error = single_table::decode::<TrackNote>(nameless).unwrap_err();
    assert!(matches!(error, Error::WrongType { expected: "TrackNote", .. }), "{error}");

    let store = with([note("ann", 0)]).await;
    let (artist, album) = abba();
    assert_eq!(store.all(TrackItems::query(artist, album)).await.unwrap(), []);
}

#[tokio::test]
async fn user_as_a_prefix_does_not_find_user2() {
    assert!(joined(&["user2", "2020"]).starts_with("user"), "begins_with would find both");

    let store = with([note("user", 0), note("user2", 0), note("user", 1)]).await;
    let (artist, album) = abba();
    let query = TrackNoteItems::query(artist, album).begins_with(&("user".to_owned(),));
    assert_eq!(store.all(query).await.unwrap(), [note("user", 0), note("user", 1)]);
}

#[tokio::test]
async fn an_update_moves_the_index_key_made_from_what_it_changes() {
    let (client, store, table) = engine::table::<MusicTable>().await;
    for number in 1..=3 {
        store.execute(Put::new(&Track { plays: number.into(), ..track(number) })).await.unwrap();
    }
    let (artist, album) = abba();
    let order = || async {
        let query = TracksByPlays::query(artist.clone(), album.clone());
        numbers(&store.all(query).await.expect("a local index can be read"))
    };
    let attribute_alone = client.update_item().table_name(table).update_expression("SET plays = :nine");
    let text = |text: &str| AttributeValue::S(text.to_owned());
    let attribute_alone = attribute_alone.key("pk", text("Track#ABBA#Arrival")).key("sk", text("00001"));
    let nine = AttributeValue::N("9".to_owned());
    attribute_alone.expression_attribute_values(":nine", nine).send().await.unwrap();
    assert_eq!(order().await, [1, 2, 3], "it has the most plays, and still comes first");

    store.execute(Update::new(track(1).key()).rekey::<TracksByPlays>(&(9,))).await.unwrap();
    assert_eq!(order().await, [2, 3, 1]);
    assert_eq!(store.get(&track(1).key()).await.unwrap(), Some(Track { plays: 9, ..track(1) }));
}

#[tokio::test]
async fn a_cursor_cannot_reach_another_tenant() {
    let of = |artist: &str, number| Track { artist: artist.to_owned(), ..track(number) };
    let all = (1..=3).flat_map(|number| [of("ABBA", number), of("Bach", number)]);
    let store = with(all).await;
    let query = |artist: &str| TrackItems::query(artist.to_owned(), "Arrival".to_owned());
    let place = store.page(query("ABBA").limit(1)).await.unwrap().next.unwrap().to_text().unwrap();
    // A cursor that is the last evaluated key contains the tenant. Whoever edits the cursor reads from another tenant's items.
    let partition = |track: &Track| single_table::encode(track).unwrap()["pk"].as_s().unwrap().clone();
    assert_eq!(partition(&of("ABBA", 1)).replace("ABBA", "Bach"), partition(&of("Bach", 1)));

    assert_eq!(place, "q5:00001", "this position has no tenant to edit");
    let page = store.page(query("ABBA").after(Some(Offset::from_text(&place).unwrap()))).await.unwrap();
    assert_eq!(page.items, [of("ABBA", 2), of("ABBA", 3)]);
    for forged in ["Track#Bach#Arrival#00001", "q10:Bach#00001", "q5:00001q4:Bach", "q16:00001#Track#Bach"] {
        assert!(Offset::<TrackItems>::from_text(forged).is_err(), "{forged}");
    }
}

#[tokio::test]
async fn paging_an_index_survives_equal_index_keys() {
    // All tracks have the same genre and the same stars, so their index keys are equal.
    let keys = [1, 2].map(|number| single_table::encode(&track(number)).unwrap());
    assert!(["gsiOnePk", "gsiOneSk"].iter().all(|name| keys[0][*name] == keys[1][*name]));

    let store = with((1..=7).map(track)).await;
    let pages = pages!(store, TracksByGenre::query("Pop".to_owned()).limit(2));
    let mut found = numbers(&pages.concat());
    found.sort_unstable();
    assert_eq!(found, [1, 2, 3, 4, 5, 6, 7]);
}
