//! Indexes that hold the keys only, or some attributes: their views read a projection.

use serde::{Deserialize, Serialize};
use single_table::capacity::{Estimate, IndexUnits};
use single_table::read::Projection;
use single_table::scan::ScanProgress;
use single_table::{Entity, EpochSeconds, Error, Schema, Store, Update, table};

use crate::engine;

table! {
    /// Notes.
    struct NoteTable {
        key: (pk, sk),
        ttl: ttl,
        global: [
            ByUser = byUser (userPk, userSk) include [title, stars, type, ttl],
            ByTopic = byTopic native ([topic: S], [stars: N]) include [title, "type", ttl],
            ByDay = byDay (dayPk, daySk) include [title, stars, type, ttl,],
        ],
        local: [ByStars = by-stars (starsSk) include [title, stars, type, ttl]],
        entities: [Note],
    }
}

/// A note.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = NoteTable, name = "Note", partition(notebook), sort(id), ttl(expires))]
#[index(on = ByUser, view = NotesByUser, project = Heading, partition(user), sort(id))]
#[index(on = ByTopic, view = NotesByTopic, project = Heading, native, partition(topic), sort(stars))]
#[index(on = ByDay, view = NotesByDay, project = Heading, shards = 3, by(id), partition(day), sort(id))]
#[index(on = ByStars, view = NotesByStars, project = Heading, sort(stars, id))]
struct Note {
    notebook: String,
    id: u32,
    user: String,
    topic: String,
    day: String,
    stars: u8,
    title: String,
    text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expires: Option<EpochSeconds>,
}

/// The fields of a note that the indexes hold.
#[derive(Debug, Clone, PartialEq, Deserialize, Projection)]
#[projection(of = Note)]
struct Heading {
    title: String,
    stars: u8,
}

fn note(id: u32) -> Note {
    Note {
        notebook: "blue".to_owned(),
        id,
        user: "ann".to_owned(),
        topic: "rust".to_owned(),
        day: "monday".to_owned(),
        stars: u8::try_from(id).expect("it is small"),
        title: format!("Note {id}"),
        text: "x".repeat(3_000),
        expires: None,
    }
}

fn heading(id: u32) -> Heading {
    Heading { title: format!("Note {id}"), stars: u8::try_from(id).expect("it is small") }
}

/// A table with the notes 0 to 8, and with one that has expired.
async fn notes() -> Store<NoteTable> {
    let (_, store, _) = engine::table::<NoteTable>().await;
    for id in 0..9 {
        store.insert(&note(id)).await.expect("it is new");
    }
    let expires = Some(EpochSeconds::new(1));
    store.insert(&Note { expires, ..note(9) }).await.expect("it is new");
    store
}

#[tokio::test]
async fn each_view_lists_its_projection_without_expired_items() {
    let store = notes().await;
    let all: Vec<Heading> = (0..9).map(heading).collect();
    assert_eq!(store.all(NotesByUser::query("ann".to_owned())).await.unwrap(), all);
    assert_eq!(store.all(NotesByTopic::query("rust".to_owned())).await.unwrap(), all);
    assert_eq!(store.all(NotesByDay::query("monday".to_owned())).await.unwrap(), all);
    assert_eq!(store.all(NotesByStars::query("blue".to_owned()).consistent()).await.unwrap(), all);
    let shard = store.all(NotesByDay::query_shard("monday".to_owned(), &4)).await.unwrap();
    assert!(shard.contains(&heading(4)) && shard.len() < all.len());

    let strict = store.all(NotesByUser::query("ann".to_owned()).at_least(&(7_u32,)).descending().lenient());
    let found: Vec<Heading> = strict.await.unwrap().into_iter().map(Result::unwrap).collect();
    assert_eq!(found, [heading(8), heading(7)]);
}

#[tokio::test]
async fn pages_of_a_projection_continue_after_a_cursor() {
    let store = notes().await;
    let found = pages!(store, NotesByUser::query("ann".to_owned()).limit(4)).concat();
    assert_eq!(found, (0..9).map(heading).collect::<Vec<_>>());
}

#[tokio::test]
async fn scans_and_counts_read_the_index() {
    let store = notes().await;
    let mut found = store.all(NotesByUser::scan()).await.unwrap();
    found.sort_by_key(|heading| heading.stars);
    assert_eq!(found, (0..9).map(heading).collect::<Vec<_>>());
    let segments = 2.try_into().unwrap();
    let mut scan = store.parallel_scan(NotesByUser::scan(), ScanProgress::new(segments)).unwrap();
    let mut number = 0;
    while let Some(page) = scan.next_page().await.unwrap() {
        number += page.items.len();
    }
    assert_eq!(number, 9);
    assert_eq!(store.count(NotesByUser::query("ann".to_owned())).await.unwrap(), 9);
    assert_eq!(store.count(NotesByUser::scan()).await.unwrap(), 9);
}

#[tokio::test]
async fn a_filter_names_only_attributes_that_the_index_holds() {
    let store = notes().await;
    let query = || NotesByUser::query("ann".to_owned());
    assert_eq!(store.all(query().filter(Note::STARS.gt(6))).await.unwrap(), [heading(7), heading(8)]);
    let message = "the filter names the attribute text, which the index byUser doesn't hold: add it to `include \
                   [...]` of the index, or filter the items after they are read";
    let long = || Note::TEXT.begins_with("x") & Note::STARS.gt(6);
    for error in [
        store.all(query().filter(long())).await.unwrap_err(),
        store.page(NotesByUser::scan().filter(long())).await.unwrap_err(),
        store.count(query().filter(long())).await.unwrap_err(),
    ] {
        assert!(matches!(error, Error::FilterNotInIndex { .. }));
        assert_eq!(error.to_string(), message);
    }
    let whole = store.all(NoteItems::query("blue".to_owned()).filter(long())).await.unwrap();
    assert_eq!(whole, [note(7), note(8)]);
}

#[tokio::test]
async fn an_update_changes_the_entries_of_its_item() {
    let store = notes().await;
    store.execute(Update::new(note(3).key()).set(Note::TITLE, "New")).await.unwrap();
    let found = store.all(NotesByUser::query("ann".to_owned()).equals(&(3_u32,))).await.unwrap();
    assert_eq!(found, [Heading { title: "New".to_owned(), stars: 3 }]);
}

#[test]
fn an_estimate_counts_the_attributes_that_an_index_holds() {
    let estimate = Estimate::of(&note(1)).unwrap();
    assert_eq!(estimate.table_units, 4);
    let units = |index| IndexUnits { index, units: 1 };
    assert_eq!(estimate.index_units, ["byUser", "byTopic", "byDay", "by-stars"].map(units));
}

#[tokio::test]
async fn the_schema_makes_and_compares_the_projections() {
    let (client, _, name) = engine::table::<NoteTable>().await;
    let schema = Schema::of::<NoteTable>();
    assert_eq!(schema.check(&client, &name).await.unwrap(), []);

    let mut template = schema.cloud_formation();
    assert_eq!(schema.differences_to_template(&template), []);
    let projection = &mut template["GlobalSecondaryIndexes"][0]["Projection"];
    assert_eq!(projection["NonKeyAttributes"], serde_json::json!(["title", "stars", "type", "ttl"]));
    projection["NonKeyAttributes"] = serde_json::json!(["ttl", "type", "stars", "title"]);
    assert_eq!(schema.differences_to_template(&template), []);
    template["GlobalSecondaryIndexes"][0]["Projection"]["NonKeyAttributes"] = serde_json::json!(["title"]);
    template["GlobalSecondaryIndexes"][1]["Projection"] = serde_json::json!({"ProjectionType": "ALL"});
    template["GlobalSecondaryIndexes"][2]["Projection"]["NonKeyAttributes"] = serde_json::json!({"Ref": "A"});
    let differences = schema.differences_to_template(&template);
    assert_eq!(
        differences.iter().map(ToString::to_string).collect::<Vec<_>>(),
        [
            "GlobalSecondaryIndexes[2].Projection.NonKeyAttributes must be a list that is written out, not: \
             {\"Ref\":\"A\"}",
            "index byUser projects INCLUDE [title], not INCLUDE [title, stars, type, ttl]",
            "index byTopic projects ALL, not INCLUDE [title, type, ttl]",
        ]
    );
}

table! {
    /// Songs, from before this program.
    struct SongTable {
        key: (artist, title),
        type_attribute: none,
        global: [ByGenre = byGenre (genre, year: N) keys_only],
        entities: [Song],
    }
}

/// A song.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = SongTable, name = "Song", raw, partition(artist), sort(title))]
#[index(on = ByGenre, view = SongsByGenre, project = SongName, raw, partition(genre), sort(year))]
struct Song {
    artist: String,
    title: String,
    genre: String,
    year: u16,
    text: String,
}

/// The keys of a song.
#[derive(Debug, PartialEq, Deserialize, Projection)]
#[projection(of = Song)]
struct SongName {
    artist: String,
    title: String,
    year: u16,
}

#[tokio::test]
async fn an_index_of_keys_lists_the_fields_that_are_keys() {
    let (client, store, name) = engine::table::<SongTable>().await;
    let song = |title: &str, year| Song {
        artist: "ABBA".to_owned(),
        title: title.to_owned(),
        genre: "pop".to_owned(),
        year,
        text: "x".repeat(2_000),
    };
    for song in [song("Fernando", 1976), song("Waterloo", 1974)] {
        store.insert(&song).await.unwrap();
    }
    let found = store.all(SongsByGenre::query("pop".to_owned())).await.unwrap();
    let name_of = |title: &str, year| SongName { artist: "ABBA".to_owned(), title: title.to_owned(), year };
    assert_eq!(found, [name_of("Waterloo", 1974), name_of("Fernando", 1976)]);
    assert_eq!(Schema::of::<SongTable>().check(&client, &name).await.unwrap(), []);
    let projection = &Schema::of::<SongTable>().cloud_formation()["GlobalSecondaryIndexes"][0]["Projection"];
    assert_eq!(*projection, serde_json::json!({"ProjectionType": "KEYS_ONLY"}));
    assert_eq!(Estimate::of(&song("Fernando", 1976)).unwrap().put_units(), 2 + 1);
}

table! {
    /// A table whose indexes include as many attributes as DynamoDB takes.
    struct WideTable {
        key: (pk, sk),
        global: [
            W1 = wide1 (a1, b1) include [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t],
            W2 = wide2 (a2, b2) include [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t],
            W3 = wide3 (a3, b3) include [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t],
            W4 = wide4 (a4, b4) include [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t],
            W5 = wide5 (a5, b5) include [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t],
        ],
        entities: [],
    }
}

#[tokio::test]
async fn an_index_includes_up_to_20_attributes_and_all_indexes_up_to_100() {
    let (client, _, name) = engine::table::<WideTable>().await;
    assert_eq!(Schema::of::<WideTable>().check(&client, &name).await.unwrap(), []);
}
