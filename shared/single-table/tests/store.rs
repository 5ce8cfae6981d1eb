//! The library against a DynamoDB engine.

mod engine;

use serde::{Deserialize, Serialize};
use single_table::capacity::Meter;
use single_table::query::SomeSortKeys;
use single_table::{
    BatchWrite, Check, Condition, Delete, Entity, EpochSeconds, Error, Offset, Put, Store, Timestamp,
    Transaction, TransactionError, Update, WriteError, table,
};

table! {
    /// Albums and their tracks.
    pub struct MusicTable {
        key: (pk, sk),
        ttl: ttl,
        global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)],
        local: [LsiOne = lsiOne (lsiOneSk)],
        entities: [Track, TrackCount],
    }
}

/// A track of an album.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = MusicTable, name = "Track", partition(album_id), sort(number), ttl(expires))]
#[index(on = GsiOne, view = TracksByArtist, partition(artist), sort(year, title))]
#[index(on = LsiOne, view = TracksByPlays, sort(play_count))]
struct Track {
    album_id: String,
    number: u16,
    artist: String,
    year: u16,
    title: String,
    play_count: u32,
    #[serde(default)]
    stars: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expires: Option<EpochSeconds>,
}

/// How many tracks there are; a partition has one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = MusicTable, name = "TrackCount", partition(album_id), sort())]
struct TrackCount {
    album_id: String,
    #[serde(default)]
    tracks: u64,
}

fn track(album: &str, number: u16) -> Track {
    Track {
        album_id: album.to_owned(),
        number,
        artist: "ABBA".to_owned(),
        year: 1970 + number,
        title: format!("Track #{number}"),
        play_count: 1_000 - u32::from(number),
        stars: 0,
        note: None,
        expires: None,
    }
}

async fn music(tracks: u16) -> Store<MusicTable> {
    let (_, store, _) = engine::table::<MusicTable>().await;
    let batch = (1..=tracks).fold(BatchWrite::new(), |batch, number| batch.put(track("Arrival", number)));
    store.batch_write(batch).await.expect("an answer").complete().expect("all is written");
    store
}

fn numbers(tracks: &[Track]) -> Vec<u16> {
    tracks.iter().map(|track| track.number).collect()
}

#[tokio::test]
async fn an_item_comes_back_as_it_went_in_and_carries_its_keys() {
    let (client, store, table) = engine::table::<MusicTable>().await;
    let track = Track { note: Some("a # b".to_owned()), ..track("Ring #1", 2) };
    store.insert(&track).await.unwrap();
    assert_eq!(store.get::<Track>(&track.key()).await.unwrap(), Some(track.clone()));
    assert_eq!(store.get::<Track>(&track.key()).consistent().await.unwrap(), Some(track));

    let items = client.scan().table_name(table).send().await.unwrap().items.unwrap();
    let text = |name: &str| items[0][name].as_s().unwrap().as_str();
    assert_eq!(text("type"), "Track");
    assert_eq!(text("pk"), "Track#Ring$P$S1");
    assert_eq!(text("sk"), "00002");
    assert_eq!(text("gsiOnePk"), "Track#ABBA");
    assert_eq!(text("gsiOneSk"), "01972#Track$P$S2");
    assert_eq!(text("lsiOneSk"), "0000000998");
    assert_eq!(text("albumId"), "Ring #1");
}

#[tokio::test]
async fn a_failed_condition_gives_the_item_that_stood_in_the_way() {
    let store = music(1).await;
    let second = Track { title: "Other".to_owned(), ..track("Arrival", 1) };
    let error = store.insert(&second).await.unwrap_err();
    let WriteError::ConditionFailed { item: Some(first) } = error else { panic!("{error}") };
    assert_eq!(*first, track("Arrival", 1));

    let missing = TrackKey { album_id: "Arrival".to_owned(), number: 9 };
    let error = store.execute(Delete::<Track>::new(missing).only_if(Condition::live())).await.unwrap_err();
    assert!(matches!(error, WriteError::ConditionFailed { item: None }), "{error}");
}

#[tokio::test]
async fn conditions_join_and_compare() {
    let store = music(1).await;
    let key = track("Arrival", 1).key();
    let holds = [
        Track::PLAY_COUNT.eq(999),
        Track::PLAY_COUNT.ne(1),
        Track::PLAY_COUNT.lt(1_000) & Track::PLAY_COUNT.le(999),
        Track::PLAY_COUNT.gt(998) & Track::PLAY_COUNT.ge(999),
        Track::NOTE.absent() & Track::ARTIST.exists(),
        Condition::absent() | Track::ARTIST.eq("ABBA"),
        !Track::ARTIST.eq("Queen"),
    ];
    for condition in holds {
        let text = format!("{condition:?}");
        store.execute(Update::new(key.clone()).add(Track::STARS, 1).only_if(condition)).await.expect(&text);
    }
    assert_eq!(store.get::<Track>(&key).await.unwrap().unwrap().stars, 7);
    let fails = Track::PLAY_COUNT.gt(999) | Track::NOTE.exists();
    let error = store.execute(Delete::new(key).only_if(fails)).await.unwrap_err();
    assert!(matches!(error, WriteError::ConditionFailed { .. }), "{error}");
}

#[tokio::test]
async fn an_update_sets_adds_removes_and_moves_index_keys() {
    let store = music(3).await;
    let key = track("Arrival", 2).key();
    let update = Update::new(key.clone())
        .set(Track::NOTE, "live")
        .add(Track::STARS, 5)
        .rekey::<TracksByPlays>(&(7,))
        .only_if(Condition::live());
    store.execute(update).await.unwrap();
    let changed = store.get::<Track>(&key).await.unwrap().unwrap();
    assert_eq!((changed.note.as_deref(), changed.stars, changed.play_count), (Some("live"), 5, 7));

    let by_plays = store.all(TracksByPlays::query("Arrival".to_owned()).consistent()).await.unwrap();
    assert_eq!(numbers(&by_plays), [2, 3, 1]);

    store.execute(Update::new(key.clone()).remove(Track::NOTE).add(Track::STARS, -2)).await.unwrap();
    let changed = store.get::<Track>(&key).await.unwrap().unwrap();
    assert_eq!((changed.note, changed.stars), (None, 3));
}

#[tokio::test]
async fn an_upsert_makes_a_whole_entity() {
    let store = music(0).await;
    let key = TrackCountKey { album_id: "Arrival".to_owned() };
    for _ in 0..2 {
        store.execute(Update::upsert(key.clone()).add(TrackCount::TRACKS, 2)).await.unwrap();
    }
    let expected = TrackCount { album_id: "Arrival".to_owned(), tracks: 4 };
    assert_eq!(store.get::<TrackCount>(&key).await.unwrap(), Some(expected));
}

#[tokio::test]
async fn an_addition_that_leaves_no_number_of_the_type_fails() {
    let store = music(0).await;
    let key = TrackCountKey { album_id: "Arrival".to_owned() };
    let count = |delta| store.execute(Update::upsert(key.clone()).add(TrackCount::TRACKS, delta));
    let tracks = async || store.get::<TrackCount>(&key).consistent().await.unwrap().map(|count| count.tracks);
    for (delta, is_done, expected) in [
        (-1, false, None),
        (2, true, Some(2)),
        (-3, false, Some(2)),
        (-2, true, Some(0)),
        (i64::MAX, true, Some(i64::MAX.unsigned_abs())),
        (i64::MAX, true, Some(u64::MAX - 1)),
        (2, false, Some(u64::MAX - 1)),
        (1, true, Some(u64::MAX)),
        (i64::MIN, true, Some(u64::MAX - i64::MIN.unsigned_abs())),
    ] {
        match count(delta).await {
            Ok(_) => assert!(is_done, "{delta}"),
            Err(error) => assert!(!is_done && matches!(error, WriteError::ConditionFailed { .. }), "{error}"),
        }
        assert_eq!(tracks().await, expected, "after {delta}");
    }
}

#[tokio::test]
async fn a_query_pages_forth_and_back_over_every_view() {
    let store = music(7).await;
    for ascending in [true, false] {
        let turn = |mut all: Vec<u16>| {
            if !ascending {
                all.reverse();
            }
            all
        };
        let (mut own, mut by_artist, mut by_plays) = (Vec::new(), Vec::new(), Vec::new());
        let (mut after, mut after_artist, mut after_plays) = (None, None, None);
        for _ in 0..4 {
            let query = TrackItems::query("Arrival".to_owned()).limit(2).after(after);
            let page = store.page(if ascending { query } else { query.descending() }).await.unwrap();
            own.extend(numbers(&page.items));
            after = page.next;

            let query = TracksByArtist::query("ABBA".to_owned()).limit(2).after(after_artist);
            let page = store.page(if ascending { query } else { query.descending() }).await.unwrap();
            by_artist.extend(numbers(&page.items));
            // What a caller keeps of a place is text, which holds no partition key.
            after_artist = page.next.map(|next| Offset::from_text(&next.to_text().unwrap()).unwrap());

            let query = TracksByPlays::query("Arrival".to_owned()).limit(2).after(after_plays);
            let page = store.page(if ascending { query } else { query.descending() }).await.unwrap();
            by_plays.extend(numbers(&page.items));
            after_plays = page.next;
        }
        assert_eq!(own, turn((1..=7).collect()));
        assert_eq!(by_artist, turn((1..=7).collect()));
        assert_eq!(by_plays, turn((1..=7).rev().collect()));
        assert!(after.is_none() && after_artist.is_none() && after_plays.is_none());
    }
}

#[tokio::test]
async fn sort_keys_can_be_narrowed() {
    let store = music(7).await;
    let by_artist = || TracksByArtist::query("ABBA".to_owned());
    let found = store.all(by_artist().begins_with(&(1_973_u16,))).await.unwrap();
    assert_eq!(numbers(&found), [3]);
    let query = |narrowed: single_table::Query<TrackItems, SomeSortKeys>| store.all(narrowed);
    let own = || TrackItems::query("Arrival".to_owned());
    assert_eq!(numbers(&query(own().at_least(&(5_u16,))).await.unwrap()), [5, 6, 7]);
    assert_eq!(numbers(&query(own().at_most(&(2_u16,))).await.unwrap()), [1, 2]);
    assert_eq!(numbers(&query(own().between(&(3_u16,), &(4_u16,))).await.unwrap()), [3, 4]);
}

#[tokio::test]
async fn what_has_expired_is_gone_for_every_reader_and_every_condition() {
    let now = Timestamp::from_unix_millis(1_800_000_000_500).unwrap();
    let store = music(0).await.with_clock(move || now);
    for number in 1..=6 {
        // The second in which it expires is the first without it.
        let expires = (number % 2 == 1).then(|| EpochSeconds::of(now));
        store.execute(Put::new(&Track { expires, ..track("Arrival", number) })).await.unwrap();
    }
    let expired = track("Arrival", 1).key();
    assert_eq!(store.get::<Track>(&expired).await.unwrap(), None);
    let own = || TrackItems::query("Arrival".to_owned());
    // A page is full although half of what the first query found has expired.
    assert_eq!(numbers(&store.page(own().limit(3)).await.unwrap().items), [2, 4, 6]);
    assert_eq!(numbers(&store.all(own().including_expired()).await.unwrap()), [1, 2, 3, 4, 5, 6]);
    let loaded = store.get_many::<Track>(&[expired.clone(), track("Arrival", 2).key()]).await.unwrap();
    assert_eq!(loaded.complete().unwrap(), [None, Some(track("Arrival", 2))]);

    let error = store.execute(Delete::<Track>::new(expired).only_if(Condition::live())).await.unwrap_err();
    assert!(matches!(error, WriteError::ConditionFailed { item: Some(_) }), "{error}");
    store.insert(&track("Arrival", 1)).await.unwrap();
}

#[tokio::test]
async fn a_cancelled_transaction_names_the_operation_and_changes_nothing() {
    let store = music(1).await;
    let mut transaction = Transaction::new();
    let key = TrackCountKey { album_id: "Arrival".to_owned() };
    let counted = transaction.add(Update::upsert(key.clone()).add(TrackCount::TRACKS, 1));
    let first = transaction.insert(&track("Arrival", 1));
    let absent = transaction.add(Check::<Track>::new(track("Arrival", 9).key(), Condition::live()));
    let error = store.transact(transaction).await.unwrap_err();
    let TransactionError::Cancelled(cancelled) = error else { panic!("{error}") };
    assert!(!cancelled.failed(counted) && cancelled.failed(first) && cancelled.failed(absent));
    assert_eq!(cancelled.item(first).unwrap(), Some(track("Arrival", 1)));
    assert_eq!(cancelled.item(absent).unwrap(), None);
    assert_eq!(
        cancelled.to_string(),
        "the transaction was cancelled: the condition of Put Track (operation 2), the condition of ConditionCheck Track \
         (operation 3) did not hold"
    );
    assert_eq!(store.get::<TrackCount>(&key).await.unwrap(), None);
}

#[tokio::test]
async fn a_transaction_is_done_whole_and_has_at_most_100_operations() {
    let store = music(1).await;
    let mut transaction = Transaction::new();
    transaction.add(Delete::<Track>::new(track("Arrival", 1).key()));
    transaction.insert(&track("Arrival", 2));
    store.transact(transaction).await.unwrap();
    assert_eq!(numbers(&store.all(TrackItems::query("Arrival".to_owned())).await.unwrap()), [2]);

    let mut transaction = Transaction::new();
    for number in 1..=101 {
        transaction.add(Put::new(&track("Ring", number)));
    }
    let error = store.transact(transaction).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "a transaction has at most 100 operations; 101 were given: divide it, writes with `Store::writing_pager` and reads with \
         `Store::batch_get`"
    );
}

#[tokio::test]
async fn an_item_of_another_entity_is_refused() {
    let item = single_table::encode(&TrackCount { album_id: "a".to_owned(), tracks: 1 }).unwrap();
    let error = single_table::decode::<Track>(item).unwrap_err();
    assert!(matches!(error, Error::WrongType { expected: "Track", .. }), "{error}");

    let mut item = single_table::encode(&track("a", 1)).unwrap();
    item.remove("artist");
    let error = single_table::decode::<Track>(item).unwrap_err();
    assert!(
        error.to_string().starts_with("an item is not a whole Track: missing field `artist`;"),
        "{error}"
    );
}

#[tokio::test]
async fn a_key_that_is_too_long_is_refused_before_any_request() {
    let store = music(0).await;
    let long = Track { title: "t".repeat(1_030), ..track("Arrival", 1) };
    let error = store.execute(Put::new(&long)).await.unwrap_err();
    assert!(matches!(error, WriteError::Failed(Error::Key { .. })), "{error}");
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
async fn a_missing_table_is_an_error_that_says_so() {
    let (client, ..) = engine::table::<MusicTable>().await;
    let store = Store::<MusicTable>::new(client, "no-such-table");
    let error = store.get::<Track>(&track("a", 1).key()).await.unwrap_err();
    let Error::Refused { code, .. } = &error else { panic!("{error}") };
    assert_eq!(code, "ResourceNotFoundException");
    assert!(!error.is_transient());
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
async fn a_meter_collects_what_every_request_consumed() {
    let meter = Meter::new();
    let store = music(3).await.with_meter(meter.clone());
    let page = store.page(TracksByArtist::query("ABBA".to_owned())).await.unwrap();
    store.execute(Delete::<Track>::new(track("Arrival", 1).key())).await.unwrap();
    let usage = meter.take();
    let summary: Vec<_> = usage.iter().map(|usage| (usage.operation, usage.index)).collect();
    assert_eq!(summary, [("Query", Some("gsiOne")), ("DeleteItem", None)]);
    assert!(usage[0].units.read > 0.0 && usage[0].units == page.units);
    assert!(usage[1].units.write > 0.0);
    assert!(meter.take().is_empty());
}

#[tokio::test]
async fn a_page_that_ends_at_a_megabyte_is_not_the_end_of_the_list() {
    let (client, _, table) = engine::table::<MusicTable>().await;
    let meter = Meter::new();
    let store = Store::<MusicTable>::new(client, table).with_meter(meter.clone());
    let long = |number| Track { note: Some("n".repeat(100_000)), ..track("Arrival", number) };
    let batch = (1..=30).map(long).fold(BatchWrite::new(), BatchWrite::put);
    store.batch_write(batch).await.unwrap().complete().unwrap();
    let _ = meter.take();

    let all = store.all(TrackItems::query("Arrival".to_owned())).await.unwrap();
    assert_eq!(numbers(&all), (1..=30).collect::<Vec<_>>());
    assert!(meter.take().len() >= 3, "each query ends at 1 MB");
    let page = store.page(TrackItems::query("Arrival".to_owned()).limit(20)).await.unwrap();
    assert_eq!(numbers(&page.items), (1..=20).collect::<Vec<_>>());
    assert!(page.next.is_some());
}
