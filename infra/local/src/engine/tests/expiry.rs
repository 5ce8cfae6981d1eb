//! Tests the sweep of expired items.

use std::time::SystemTime;

use serde_json::json;

use super::super::expiry::found;
use super::*;

fn enable_ttl(database: &Database, attribute: &str) {
    let ttl = json!({"TableName": "things", "TimeToLiveSpecification": {"Enabled": true, "AttributeName": attribute}});
    database.update_time_to_live(serde_json::from_value(ttl).unwrap()).unwrap();
}

fn put_expiring(database: &Database, pk: &str, ttl: &serde_json::Value) {
    let item = json!({"TableName": "things", "Item": {"pk": {"S": pk}, "ttl": ttl}});
    database.put_item(serde_json::from_value(item).unwrap()).unwrap();
}

#[test]
fn a_sweep_deletes_what_has_expired_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    for engine in [file_engine(folder.path()), EmbeddedEngine::in_memory().unwrap()] {
        let database = engine.database();
        let sweep = engine.expiry_sweep().unwrap();
        assert_eq!(sweep.run(SystemTime::now()).unwrap(), 0, "no table exists");
        make_table(&database);
        put_expiring(&database, "before", &json!({"N": "1000"}));
        assert_eq!(sweep.run(SystemTime::now()).unwrap(), 0, "the table has no TTL");
        enable_ttl(&database, "ttl");
        put(&database, "without");
        put_expiring(&database, "text", &json!({"S": "1000"}));
        put_expiring(&database, "negative", &json!({"N": "-1"}));
        put_expiring(&database, "later", &json!({"N": "99999999999"}));
        put_expiring(&database, "zero", &json!({"N": "0"}));
        assert_eq!(sweep.run(SystemTime::now()).unwrap(), 2);
        assert_eq!(sweep.run(SystemTime::now()).unwrap(), 0);
        let scan = serde_json::from_value(json!({"TableName": "things"})).unwrap();
        let mut left: Vec<_> = database
            .scan(scan)
            .unwrap()
            .items
            .unwrap()
            .iter()
            .map(|item| format!("{:?}", item["pk"]))
            .collect();
        left.sort_unstable();
        assert_eq!(left, ["S(\"later\")", "S(\"negative\")", "S(\"text\")", "S(\"without\")"]);
    }
}

#[test]
fn a_check_for_expired_items_reads_an_index() {
    let folder = tempfile::tempdir().unwrap();
    let engine = file_engine(folder.path());
    make_table(&engine.database());
    enable_ttl(&engine.database(), "it's");
    let sweep = engine.expiry_sweep().unwrap();
    assert_eq!(sweep.run(SystemTime::now()).unwrap(), 0);
    let connection = Connection::open(database_file(folder.path())).unwrap();
    let plan: String = connection
        .query_row(&format!("EXPLAIN QUERY PLAN {}", found("things", "it's")), [0], |row| row.get("detail"))
        .unwrap();
    assert!(plan.contains("USING INDEX things::ttl::it's (<expr>>? AND <expr><?)"), "{plan}");
}

#[test]
fn items_expire_by_an_attribute_that_no_path_can_name() {
    let folder = tempfile::tempdir().unwrap();
    let engine = file_engine(folder.path());
    make_table(&engine.database());
    enable_ttl(&engine.database(), "t\"tl");
    let item = json!({"TableName": "things", "Item": {"pk": {"S": "a"}, "t\"tl": {"N": "5"}}});
    engine.database().put_item(serde_json::from_value(item).unwrap()).unwrap();
    assert_eq!(engine.expiry_sweep().unwrap().run(SystemTime::now()).unwrap(), 1);
}

#[test]
fn a_sweep_of_a_missing_or_broken_file_says_which() {
    let folder = tempfile::tempdir().unwrap();
    let engine = file_engine(folder.path());
    let missing =
        ExpirySweep::open(engine.database(), Some(Path::new("/missing/x.sqlite")), "x.sqlite".to_owned());
    let Err(missing) = missing else { panic!("a file that is missing was opened") };
    assert!(missing.to_string().contains("x.sqlite"), "{missing}");
    let sweep = engine.expiry_sweep().unwrap();
    Connection::open(database_file(folder.path())).unwrap().execute_batch("DROP TABLE _tables").unwrap();
    let error = sweep.run(SystemTime::now()).unwrap_err().to_string();
    assert!(error.contains("dynamodb.sqlite") && error.contains("_tables"), "{error}");
}
