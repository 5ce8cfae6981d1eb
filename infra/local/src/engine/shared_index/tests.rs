use std::path::Path;

use dynoxide::{Database, DynoxideError};
use proptest::prelude::*;
use serde::Serialize;
use serde_json::{Value, json};

use super::super::EmbeddedEngine;
use super::*;

fn file(folder: &Path) -> std::path::PathBuf {
    folder.join("dynamodb.sqlite")
}

fn connection(folder: &Path) -> Connection {
    Connection::open(file(folder)).unwrap()
}

/// Creates a table with an index that is shared, and indexes of the kinds that are not.
fn make_table(database: &Database) {
    let key = |partition: &str, sort: Option<&str>| {
        let elements = std::iter::once((partition, "HASH")).chain(sort.map(|sort| (sort, "RANGE")));
        elements.map(|(name, kind)| json!({"AttributeName": name, "KeyType": kind})).collect::<Vec<_>>()
    };
    let index = |name: &str, key: Vec<Value>, projection: &str| json!({"IndexName": name, "KeySchema": key, "Projection": {"ProjectionType": projection}});
    let table = json!({
        "TableName": "things",
        "KeySchema": key("pk", Some("sk")),
        "AttributeDefinitions": [
            {"AttributeName": "pk", "AttributeType": "S"},
            {"AttributeName": "sk", "AttributeType": "S"},
            {"AttributeName": "kind", "AttributeType": "S"},
            {"AttributeName": "time", "AttributeType": "S"},
            {"AttributeName": "size", "AttributeType": "N"},
        ],
        "BillingMode": "PAY_PER_REQUEST",
        "GlobalSecondaryIndexes": [
            index("byKind", key("kind", Some("time")), "ALL"),
            index("bySize", key("kind", Some("size")), "ALL"),
            index("keys", key("kind", Some("time")), "KEYS_ONLY"),
            index("plain", key("kind", None), "ALL"),
        ],
        "LocalSecondaryIndexes": [
            index("byTime", key("pk", Some("time")), "ALL"),
            index("bySizeWithin", key("pk", Some("size")), "ALL"),
        ],
        "StreamSpecification": {"StreamEnabled": true, "StreamViewType": "NEW_AND_OLD_IMAGES"},
    });
    database.create_table(serde_json::from_value(table).unwrap()).unwrap();
}

/// A write of an item that has one of few keys, so that many writes replace or delete an item.
#[derive(Debug, Clone)]
enum Write {
    Put { number: u8, kind: Option<String>, time: Option<String>, size: Option<u8> },
    Delete { number: u8 },
}

fn any_write() -> impl Strategy<Value = Write> {
    let kind = prop::option::weighted(0.8, prop::sample::select(vec!["a", "b\"\\", "c\u{0}d", "é"]));
    let time = prop::option::weighted(0.9, "[0-9\u{0}\u{1}'\"\\\\é😀]{1,3}");
    let put = (0..12_u8, kind, time, prop::option::of(0..5_u8)).prop_map(|(number, kind, time, size)| {
        Write::Put { number, kind: kind.map(str::to_owned), time, size }
    });
    prop_oneof![4 => put, 1 => (0..12_u8).prop_map(|number| Write::Delete { number })]
}

impl Write {
    fn apply(&self, database: &Database) {
        let (Self::Put { number, .. } | Self::Delete { number }) = self;
        let mut item = json!({"pk": {"S": format!("{}", number % 3)}, "sk": {"S": number.to_string()}});
        match self {
            Self::Put { kind, time, size, .. } => {
                for (name, value) in [("kind", kind), ("time", time)] {
                    if let Some(value) = value {
                        item[name] = json!({"S": value});
                    }
                }
                if let Some(size) = size {
                    item["size"] = json!({"N": size.to_string()});
                }
                let request = json!({"TableName": "things", "Item": item});
                database.put_item(serde_json::from_value(request).unwrap()).unwrap();
            }
            Self::Delete { .. } => {
                let request = json!({"TableName": "things", "Key": item});
                database.delete_item(serde_json::from_value(request).unwrap()).unwrap();
            }
        }
    }
}

/// Returns the items of all pages of a query of an index by its partition key, `kind` or `pk`.
fn query(database: &Database, index: &str, (key, value): (&str, &str), forward: bool) -> Vec<Value> {
    let request = json!({
        "TableName": "things",
        "IndexName": index,
        "KeyConditionExpression": format!("{key} = :value"),
        "ExpressionAttributeValues": {":value": {"S": value}},
        "ScanIndexForward": forward,
        "Limit": 2,
    });
    all_pages(request, |request| database.query(serde_json::from_value(request).unwrap()))
}

fn scan(database: &Database, index: &str) -> Vec<Value> {
    let request = json!({"TableName": "things", "IndexName": index, "Limit": 3});
    all_pages(request, |request| database.scan(serde_json::from_value(request).unwrap()))
}

fn all_pages<T: Serialize>(
    mut request: Value,
    send: impl Fn(Value) -> Result<T, DynoxideError>,
) -> Vec<Value> {
    let mut items = Vec::new();
    loop {
        let page = serde_json::to_value(send(request.clone()).unwrap()).unwrap();
        items.extend(page["Items"].as_array().unwrap().iter().cloned());
        match &page["LastEvaluatedKey"] {
            Value::Null => return items,
            key => request["ExclusiveStartKey"] = key.clone(),
        }
    }
}

fn contents(database: &Database) -> Vec<Vec<Value>> {
    let mut contents = Vec::new();
    for index in ["byKind", "bySize", "keys", "plain"] {
        contents.push(scan(database, index));
        for kind in ["a", "b\"\\", "c\u{0}d", "é", "none"] {
            contents.extend([true, false].map(|forward| query(database, index, ("kind", kind), forward)));
        }
    }
    for index in ["byTime", "bySizeWithin"] {
        contents.push(scan(database, index));
        for pk in ["0", "1", "2", "none"] {
            contents.extend([true, false].map(|forward| query(database, index, ("pk", pk), forward)));
        }
    }
    contents
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn a_shared_index_answers_like_the_engines_own(writes in prop::collection::vec(any_write(), 1..60)) {
        let folder = tempfile::tempdir().unwrap();
        let shared = EmbeddedEngine::in_file(&file(folder.path())).unwrap();
        let own = EmbeddedEngine::in_memory().unwrap();
        make_table(&shared.database());
        make_table(&own.database());
        shared.share_indexes().unwrap();
        prop_assert_eq!(kinds(folder.path()), [("gsi::byKind", "view"), ("gsi::bySize", "table"), ("gsi::keys", "table"),
            ("gsi::plain", "table"), ("lsi::bySizeWithin", "table"), ("lsi::byTime", "view")]
            .map(|(name, kind)| (format!("things::{name}"), kind.to_owned())));
        for write in &writes {
            write.apply(&shared.database());
            write.apply(&own.database());
        }
        let expected = contents(&own.database());
        prop_assert_eq!(contents(&shared.database()), expected.clone());

        shared.unshare_indexes().unwrap();
        prop_assert!(kinds(folder.path()).iter().all(|(_, kind)| kind == "table"));
        prop_assert_eq!(contents(&shared.database()), expected.clone());
        prop_assert_eq!(contents(&EmbeddedEngine::in_file(&file(folder.path())).unwrap().database()), expected);
    }
}

fn kinds(folder: &Path) -> Vec<(String, String)> {
    let connection = connection(folder);
    let mut statement = connection
        .prepare(
            "SELECT name, type FROM sqlite_schema
             WHERE type IN ('table', 'view') AND name LIKE '%::_si::%' ORDER BY name",
        )
        .unwrap();
    statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap().map(Result::unwrap).collect()
}

#[test]
fn queries_of_a_shared_index_search_it_and_only_sort_items_with_equal_keys() {
    let folder = tempfile::tempdir().unwrap();
    let engine = EmbeddedEngine::in_file(&file(folder.path())).unwrap();
    make_table(&engine.database());
    engine.share_indexes().unwrap();
    let connection = connection(folder.path());
    let by_kind = [
        ("gsi_pk = 'S:a'", "gsi_sk DESC, table_pk DESC, table_sk DESC"),
        ("gsi_pk = 'S:a' AND gsi_sk >= 'S:1'", "gsi_sk, table_pk, table_sk"),
        (
            "gsi_pk = 'S:a' AND (gsi_sk, table_pk, table_sk) < ('b', 'c', 'd')",
            "gsi_sk DESC, table_pk DESC, table_sk DESC",
        ),
        ("(gsi_pk, gsi_sk, table_pk, table_sk) > ('a', 'b', 'c', 'd')", "gsi_pk, gsi_sk, table_pk, table_sk"),
    ];
    let by_time = [
        ("pk = 'S:a'", "sk DESC, base_pk DESC, base_sk DESC"),
        ("pk = 'S:a' AND sk >= 'S:1'", "sk, base_pk, base_sk"),
        ("pk = 'S:a' AND (sk, base_pk, base_sk) < ('b', 'c', 'd')", "sk DESC, base_pk DESC, base_sk DESC"),
    ];
    let by_kind = by_kind.map(|query| ("gsi::byKind", query));
    for (index, (condition, order)) in by_kind.into_iter().chain(by_time.map(|query| ("lsi::byTime", query)))
    {
        let query = format!(
            "EXPLAIN QUERY PLAN SELECT item_json FROM \"things::{index}\"
             WHERE {condition} ORDER BY {order} LIMIT 5"
        );
        let mut statement = connection.prepare(&query).unwrap();
        let steps: Vec<String> =
            statement.query_map([], |row| row.get("detail")).unwrap().map(Result::unwrap).collect();
        let [search, sort] = &steps[..] else { panic!("{condition}: {steps:?}") };
        let uses_index = search.starts_with(&format!("SEARCH things USING INDEX things::{index}::keys"));
        // The key of the item: two columns, or one in a local index, which has the partition key.
        let key = if index.starts_with("gsi") { "2 TERMS" } else { "TERM" };
        let sorts_equal_keys = *sort == format!("USE TEMP B-TREE FOR LAST {key} OF ORDER BY");
        assert!(uses_index && sorts_equal_keys, "{condition}: {steps:?}");
    }
}

#[test]
fn a_file_of_the_engine_alone_is_shared_when_it_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let alone = Database::new(file(folder.path()).to_str().unwrap()).unwrap();
    make_table(&alone);
    let write = Write::Put { number: 1, kind: Some("a".to_owned()), time: Some("1".to_owned()), size: None };
    write.apply(&alone);
    let before = contents(&alone);
    drop(alone);
    let engine = EmbeddedEngine::in_file(&file(folder.path())).unwrap();
    assert_eq!(kinds(folder.path())[0].1, "view");
    assert_eq!(contents(&engine.database()), before);
}

/// The engine's next version may change its tables when it opens a file, so it must find them.
#[test]
fn an_engine_of_another_version_finds_its_own_tables() {
    let folder = tempfile::tempdir().unwrap();
    let engine = EmbeddedEngine::in_file(&file(folder.path())).unwrap();
    make_table(&engine.database());
    engine.share_indexes().unwrap();
    let write = Write::Put { number: 1, kind: Some("a".to_owned()), time: Some("1".to_owned()), size: None };
    write.apply(&engine.database());
    let before = contents(&engine.database());
    drop(engine);
    // From version 9 on, the engine fills its own tables of the indexes again.
    connection(folder.path())
        .execute("UPDATE _config SET value = '9' WHERE key = 'schema_version'", [])
        .unwrap();
    let engine = EmbeddedEngine::in_file(&file(folder.path())).unwrap();
    assert_eq!(contents(&engine.database()), before);
    assert_eq!(kinds(folder.path())[0].1, "view");
}

#[test]
fn the_engine_alone_can_read_and_write_a_file_with_shared_indexes() {
    let folder = tempfile::tempdir().unwrap();
    let engine = EmbeddedEngine::in_file(&file(folder.path())).unwrap();
    make_table(&engine.database());
    engine.share_indexes().unwrap();
    drop(engine);
    let alone = Database::new(file(folder.path()).to_str().unwrap()).unwrap();
    let write = Write::Put { number: 1, kind: Some("a".to_owned()), time: Some("1".to_owned()), size: None };
    write.apply(&alone);
    assert_eq!(query(&alone, "byKind", ("kind", "a"), true).len(), 1);
}

/// The engine remembers the definition of a table, and may read nothing before it drops the table of an index.
#[test]
fn an_index_is_deleted_although_the_engine_has_read_nothing_since_the_change_of_its_form() {
    let folder = tempfile::tempdir().unwrap();
    let engine = EmbeddedEngine::in_file(&file(folder.path())).unwrap();
    make_table(&engine.database());
    engine.share_indexes().unwrap();
    // The engine reads the schema with the views, and the definition of the table.
    engine.database().table_count().unwrap();
    engine.database().get_table_metadata("things").unwrap();
    engine.unshare_indexes().unwrap();
    let removal = json!({
        "TableName": "things",
        "GlobalSecondaryIndexUpdates": [{"Delete": {"IndexName": "byKind"}}],
    });
    engine.database().update_table(serde_json::from_value(removal).unwrap()).unwrap();
}
