mod expiry;

use serde_json::json;

use super::compact::{GROWN_PAGES, IDLE_CALLS};
use super::file::PAGE_BYTES;
use super::trim::SEQUENCE_NUMBER_OFFSET;
use super::*;

const NEWEST: &str =
    "SELECT MAX(CAST(sequence_number AS INTEGER)) FROM _stream_records WHERE table_name = 'things'";

fn database_file(folder: &Path) -> PathBuf {
    folder.join("dynamodb.sqlite")
}

fn file_engine(folder: &Path) -> EmbeddedEngine {
    EmbeddedEngine::in_file(&database_file(folder)).unwrap()
}

fn setting(file: &Path, pragma: &str) -> i64 {
    file::number(&Connection::open(file).unwrap(), pragma).unwrap()
}

fn pages(file: &Path) -> i64 {
    setting(file, "page_count")
}

fn make_table(database: &Database) {
    let table = json!({
        "TableName": "things",
        "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
        "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
        "BillingMode": "PAY_PER_REQUEST",
        "StreamSpecification": {"StreamEnabled": true, "StreamViewType": "NEW_AND_OLD_IMAGES"},
    });
    database.create_table(serde_json::from_value(table).unwrap()).unwrap();
}

fn put(database: &Database, pk: &str) {
    let item = json!({"TableName": "things", "Item": {"pk": {"S": pk}}});
    database.put_item(serde_json::from_value(item).unwrap()).unwrap();
}

fn stored_numbers(file: &Path) -> Vec<i64> {
    let connection = Connection::open(file).unwrap();
    let mut statement = connection
        .prepare("SELECT CAST(sequence_number AS INTEGER) AS n FROM _stream_records ORDER BY n")
        .unwrap();
    statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
}

fn plan(path: &str) -> String {
    let connection = Connection::open(path).unwrap();
    connection.query_row(&format!("EXPLAIN QUERY PLAN {NEWEST}"), [], |row| row.get("detail")).unwrap()
}

#[test]
fn the_newest_stream_record_is_found_by_an_index() {
    let folder = tempfile::tempdir().unwrap();
    let _engine = file_engine(folder.path());
    let plan = plan(folder.path().join("dynamodb.sqlite").to_str().unwrap());
    assert!(plan.contains("favorites_stream_position"), "{plan}");
}

#[test]
fn in_memory_too() {
    let uri = "file:index-test?mode=memory&cache=shared";
    let _database = open(uri, MEMORY).unwrap();
    index_stream(&connect(uri).unwrap(), MEMORY).unwrap();
    let plan = plan(uri);
    assert!(plan.contains("favorites_stream_position"), "{plan}");
}

#[test]
fn engines_in_memory_share_nothing() {
    let one = EmbeddedEngine::in_memory().unwrap();
    let two = EmbeddedEngine::in_memory().unwrap();
    make_table(&one.database());
    assert_eq!(two.database().table_count().unwrap(), 0);
    assert!(one.stream_trimmer("things").unwrap().is_none());
}

/// Returns the sequence number that the stream shows for a stored one.
fn shown(stored: i64) -> String {
    (SEQUENCE_NUMBER_OFFSET + u128::from(stored.unsigned_abs())).to_string()
}

#[test]
fn consumed_records_are_deleted_and_later_ones_stay() {
    let folder = tempfile::tempdir().unwrap();
    let engine = file_engine(folder.path());
    make_table(&engine.database());
    for pk in ["a", "b", "c"] {
        put(&engine.database(), pk);
    }
    let trimmer = engine.stream_trimmer("things").unwrap().unwrap();
    let numbers = stored_numbers(&database_file(folder.path()));
    assert!(!trimmer.trim("no number").unwrap());
    assert!(!engine.stream_trimmer("others").unwrap().unwrap().trim(&shown(numbers[2])).unwrap());
    assert_eq!(stored_numbers(&database_file(folder.path())), numbers);
    assert!(!trimmer.trim(&shown(numbers[1])).unwrap());
    assert_eq!(stored_numbers(&database_file(folder.path())), numbers[1..]);
    put(&engine.database(), "d");
    assert!(stored_numbers(&database_file(folder.path()))[2] > numbers[2]);
}

#[test]
fn many_records_are_deleted_in_steps_and_the_file_gives_their_space_back() {
    let folder = tempfile::tempdir().unwrap();
    let engine = file_engine(folder.path());
    make_table(&engine.database());
    let long = "x".repeat(100_000);
    for number in 0..150 {
        let item =
            json!({"TableName": "things", "Item": {"pk": {"S": number.to_string()}, "text": {"S": long}}});
        engine.database().put_item(serde_json::from_value(item).unwrap()).unwrap();
    }
    let file = database_file(folder.path());
    let newest = *stored_numbers(&file).last().unwrap();
    let before = pages(&file);
    let trimmer = engine.stream_trimmer("things").unwrap().unwrap();
    assert!(trimmer.trim(&shown(newest)).unwrap(), "one step does not delete all");
    assert!(!trimmer.trim(&shown(newest)).unwrap());
    assert_eq!(stored_numbers(&file), [newest]);
    let mut steps = 0;
    while trimmer.shrink().unwrap() {
        steps += 1;
    }
    assert!(steps > 1, "{steps}");
    // Half of the file was the stream's images. It keeps 256 pages for the next records.
    assert!(pages(&file) < before / 2 + 300, "{} of {before}", pages(&file));
}

#[test]
fn a_new_file_has_large_pages_and_a_large_cache_and_gives_pages_back() {
    let folder = tempfile::tempdir().unwrap();
    let _engine = file_engine(folder.path());
    assert_eq!(setting(&database_file(folder.path()), "auto_vacuum"), 2);
    assert_eq!(setting(&database_file(folder.path()), "page_size"), 16_384);
    assert_eq!(setting(&database_file(folder.path()), "cache_size"), 1_024);
}

/// Adds a table of this many pages to the file and deletes all but every fourth row again.
fn leave_gaps(file: &Path, pages: i64) {
    let rows = format!(
        "CREATE TABLE IF NOT EXISTS gaps (content BLOB);
         WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {pages} * 4)
             INSERT INTO gaps SELECT zeroblob({PAGE_BYTES} / 4 - 100) FROM numbers;
         DELETE FROM gaps WHERE rowid % 4 > 0"
    );
    Connection::open(file).unwrap().execute_batch(&rows).unwrap();
}

fn log_bytes(file: &Path) -> u64 {
    file.with_extension("sqlite-wal").metadata().unwrap().len()
}

#[test]
fn a_file_that_has_grown_is_compacted_and_its_log_truncated_when_nobody_writes() {
    let folder = tempfile::tempdir().unwrap();
    let (engine, file) = (file_engine(folder.path()), database_file(folder.path()));
    make_table(&engine.database());
    let mut compaction = engine.compaction().unwrap().unwrap();
    let begin = pages(&file);
    leave_gaps(&file, GROWN_PAGES);
    for _ in 1..IDLE_CALLS {
        compaction.run().unwrap();
    }
    put(&engine.database(), "a");
    for _ in 1..IDLE_CALLS {
        compaction.run().unwrap();
    }
    assert!(pages(&file) > begin + GROWN_PAGES);
    assert!(log_bytes(&file) > 0);
    compaction.run().unwrap();
    assert!(pages(&file) < begin + GROWN_PAGES / 3, "{}", pages(&file));
    assert_eq!(log_bytes(&file), 0);
    assert!(read(&engine, "a").unwrap());
}

#[test]
fn a_file_that_has_grown_little_is_not_compacted() {
    let folder = tempfile::tempdir().unwrap();
    let (engine, file) = (file_engine(folder.path()), database_file(folder.path()));
    let mut compaction = engine.compaction().unwrap().unwrap();
    leave_gaps(&file, GROWN_PAGES - 64);
    let before = pages(&file);
    for _ in 0..IDLE_CALLS {
        compaction.run().unwrap();
    }
    assert_eq!((pages(&file), log_bytes(&file)), (before, 0));
}

#[test]
fn a_read_keeps_the_log_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let (engine, file) = (file_engine(folder.path()), database_file(folder.path()));
    let mut compaction = engine.compaction().unwrap().unwrap();
    make_table(&engine.database());
    let mut connection = Connection::open(&file).unwrap();
    let read = connection.transaction().unwrap();
    let count = read.query_row("SELECT count(*) FROM things", [], |row| row.get::<_, i64>(0));
    assert_eq!(count.unwrap(), 0);
    put(&engine.database(), "a");
    for _ in 0..=IDLE_CALLS {
        compaction.run().unwrap();
    }
    assert!(log_bytes(&file) > 0);
}

#[test]
fn a_file_that_is_not_a_database_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        database_file(folder.path()),
        "This is a text, and longer than the header of a file. ".repeat(50),
    )
    .unwrap();
    let error = EmbeddedEngine::in_file(&database_file(folder.path())).err().unwrap();
    assert!(matches!(error, EngineError::File { .. }), "{error}");
}

#[test]
fn a_folder_that_is_not_there_is_an_error() {
    let error = EmbeddedEngine::in_file(Path::new("/missing/folder/dynamodb.sqlite")).err().unwrap();
    assert!(matches!(error, EngineError::File { .. }), "{error}");
}

#[test]
fn a_stream_that_cannot_be_trimmed_is_an_error() {
    let missing = StreamTrimmer::open(Path::new("/missing/folder/dynamodb.sqlite"), "things");
    assert!(matches!(missing, Err(EngineError::Stream { .. })));
    let folder = tempfile::tempdir().unwrap();
    let empty = StreamTrimmer::open(&database_file(folder.path()), "things").unwrap();
    assert!(matches!(empty.trim(&shown(1)), Err(EngineError::Stream { .. })));
}

/// Reads an item. Returns true if it exists.
fn read(engine: &EmbeddedEngine, pk: &str) -> Result<bool, DynoxideError> {
    let key = json!({"TableName": "things", "Key": {"pk": {"S": pk}}});
    let answer = engine.reader().get_item(serde_json::from_value(key).unwrap())?;
    Ok(answer.item.is_some())
}

#[test]
fn reads_show_each_write_that_has_been_answered() {
    let folder = tempfile::tempdir().unwrap();
    for engine in [file_engine(folder.path()), EmbeddedEngine::in_memory().unwrap()] {
        make_table(&engine.database());
        for number in 0..100 {
            let pk = number.to_string();
            assert!(!read(&engine, &pk).unwrap());
            put(&engine.database(), &pk);
            assert!(read(&engine, &pk).unwrap());
        }
    }
}

#[test]
fn a_read_does_not_wait_for_a_write() {
    let folder = tempfile::tempdir().unwrap();
    let engine = file_engine(folder.path());
    make_table(&engine.database());
    put(&engine.database(), "a");
    assert!(read(&engine, "a").unwrap());
    // The engine's write waits for this one.
    let other = Connection::open(database_file(folder.path())).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    std::thread::scope(|scope| {
        let database = engine.database();
        let (started, starts) = std::sync::mpsc::channel();
        let write = scope.spawn(move || {
            started.send(()).unwrap();
            put(&database, "b");
        });
        starts.recv().unwrap();
        assert!(read(&engine, "a").unwrap());
        assert!(!write.is_finished());
        other.execute_batch("ROLLBACK").unwrap();
    });
    assert!(read(&engine, "b").unwrap());
}

#[test]
fn reads_know_a_table_that_was_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let engine = file_engine(folder.path());
    make_table(&engine.database());
    put(&engine.database(), "a");
    assert!(read(&engine, "a").unwrap());
    let name = json!({"TableName": "things"});
    engine.unshare_indexes().unwrap();
    engine.database().delete_table(serde_json::from_value(name).unwrap()).unwrap();
    engine.share_indexes().unwrap();
    assert!(read(&engine, "a").is_err());
    make_table(&engine.database());
    engine.share_indexes().unwrap();
    assert!(!read(&engine, "a").unwrap());
}

#[tokio::test]
async fn requests_of_a_kind_run_on_one_thread_which_survives_a_panic() {
    let engine = EmbeddedEngine::in_memory().unwrap();
    let thread = || std::thread::current().id();
    let write = engine.run_write(thread).await.unwrap();
    assert!(engine.run_write(|| panic!("a request of this test")).await.unwrap_err().is_panic());
    assert_eq!(engine.run_write(thread).await.unwrap(), write);
    assert_ne!(engine.run_read(thread).await.unwrap(), write, "reads don't wait for writes");
}
