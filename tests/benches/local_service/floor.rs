//! The floor: a small server that answers the measured requests from plain `SQLite` tables with full-text search.
//! It has one user and no jobs, keeps no counts and validates nothing. A service with the features of this one can't
//! be expected to be faster.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::{Path as PathOf, Query, State};
use axum::http::StatusCode;
use axum::routing::{get, post, put};
use axum::{Json, Router};
use favorites_tests::program::Api;
use rusqlite::{Connection, OptionalExtension as _, Row, params};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpListener;

const SCHEMA: &str = "
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    CREATE TABLE favorite (id INTEGER PRIMARY KEY, url TEXT UNIQUE, title TEXT NOT NULL);
    CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
    CREATE TABLE tagged (
        tag INTEGER NOT NULL, favorite INTEGER NOT NULL REFERENCES favorite ON DELETE CASCADE,
        PRIMARY KEY (tag, favorite)
    ) WITHOUT ROWID;
    CREATE INDEX tags_of ON tagged (favorite);
    CREATE VIRTUAL TABLE words USING fts5(title, url);
    PRAGMA foreign_keys = ON;
";

type Shared = State<Arc<Mutex<Connection>>>;
type Answer = Result<(StatusCode, Json<Value>), (StatusCode, String)>;

/// The running server.
pub(crate) struct Floor {
    connection: Arc<Mutex<Connection>>,
    pub(crate) api: Api,
    folder: TempDir,
}

impl Floor {
    pub(crate) async fn start() -> anyhow::Result<Self> {
        let folder = tempfile::tempdir()?;
        let connection = Connection::open(folder.path().join("floor.sqlite"))?;
        connection.execute_batch(SCHEMA)?;
        let connection = Arc::new(Mutex::new(connection));
        let router = Router::new()
            .route("/favorites", get(list).post(create))
            .route("/favorites/{id}", get(one).patch(edit).delete(remove))
            .route("/favorites/{id}/tags/{tag}", put(add_tag))
            .route("/tags", post(create_tag))
            .route("/counts", get(counts))
            .route("/search", get(search))
            .with_state(Arc::clone(&connection));
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let api = Api::new(format!("http://{}", listener.local_addr()?), "none".to_owned());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Ok(Self { connection, api, folder })
    }

    /// Saves links with their tags in one transaction. Returns the time that this takes.
    pub(crate) fn import(
        &self,
        links: impl Iterator<Item = (String, String, Vec<String>)>,
    ) -> anyhow::Result<Duration> {
        let begin = Instant::now();
        let mut connection = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        let transaction = connection.transaction()?;
        for (url, title, tags) in links {
            let id = insert(&transaction, &url, &title)?;
            for name in tags {
                transaction
                    .prepare_cached("INSERT OR IGNORE INTO tag (name) VALUES (?1)")?
                    .execute([&name])?;
                let put = "INSERT OR IGNORE INTO tagged SELECT id, ?2 FROM tag WHERE name = ?1";
                transaction.prepare_cached(put)?.execute(params![name, id])?;
            }
        }
        transaction.commit()?;
        Ok(begin.elapsed())
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }
}

fn insert(connection: &Connection, url: &str, title: &str) -> rusqlite::Result<i64> {
    connection.prepare_cached("INSERT INTO favorite (url, title) VALUES (?1, ?2)")?.execute([url, title])?;
    let id = connection.last_insert_rowid();
    let words = "INSERT INTO words (rowid, title, url) VALUES (?1, ?2, ?3)";
    connection.prepare_cached(words)?.execute(params![id, title, url])?;
    Ok(id)
}

async fn run(
    State(connection): Shared,
    work: impl FnOnce(&mut Connection) -> rusqlite::Result<(StatusCode, Value)> + Send + 'static,
) -> Answer {
    let work = move || work(&mut connection.lock().unwrap_or_else(PoisonError::into_inner));
    let failed = |error: &dyn std::fmt::Display| (StatusCode::INTERNAL_SERVER_ERROR, error.to_string());
    let answer = tokio::task::spawn_blocking(work).await.map_err(|error| failed(&error))?;
    answer.map(|(status, json)| (status, Json(json))).map_err(|error| failed(&error))
}

fn favorite(row: &Row<'_>) -> rusqlite::Result<Value> {
    let id: i64 = row.get(0)?;
    let (url, title): (String, String) = (row.get(1)?, row.get(2)?);
    let tags: Option<String> = row.get(3)?;
    Ok(json!({"dataId": id.to_string(), "contentUrl": url, "title": title, "tagIds": tags}))
}

const COLUMNS: &str =
    "SELECT id, url, title, (SELECT group_concat(tag) FROM tagged WHERE favorite = id) FROM favorite";

fn all(connection: &Connection, sql: &str, parameter: &str) -> rusqlite::Result<(StatusCode, Value)> {
    let mut statement = connection.prepare_cached(sql)?;
    let items: rusqlite::Result<Vec<Value>> = statement.query_map([parameter], favorite)?.collect();
    Ok((StatusCode::OK, json!({"items": items?})))
}

async fn list(shared: Shared, Query(query): Query<Value>) -> Answer {
    let limit = query["limit"].as_str().unwrap_or("20").to_owned();
    run(shared, move |connection| all(connection, &format!("{COLUMNS} ORDER BY id DESC LIMIT ?1"), &limit))
        .await
}

async fn search(shared: Shared, Query(query): Query<Value>) -> Answer {
    let words = query["q"].as_str().unwrap_or_default().to_owned();
    let found = "WHERE id IN (SELECT rowid FROM words WHERE words MATCH ?1 ORDER BY rowid DESC LIMIT 20)";
    run(shared, move |connection| all(connection, &format!("{COLUMNS} {found} ORDER BY id DESC"), &words))
        .await
}

async fn one(shared: Shared, PathOf(id): PathOf<i64>) -> Answer {
    run(shared, move |connection| {
        let mut statement = connection.prepare_cached(&format!("{COLUMNS} WHERE id = ?1"))?;
        let found = statement.query_row([id], favorite).optional()?;
        Ok(found.map_or((StatusCode::NOT_FOUND, Value::Null), |found| (StatusCode::OK, found)))
    })
    .await
}

async fn counts(shared: Shared) -> Answer {
    run(shared, |connection| {
        let mut statement = connection.prepare_cached("SELECT tag, count(*) FROM tagged GROUP BY tag")?;
        let counted =
            statement.query_map([], |row| Ok((row.get::<_, i64>(0)?.to_string(), row.get::<_, i64>(1)?)))?;
        let tags: rusqlite::Result<std::collections::BTreeMap<String, i64>> = counted.collect();
        Ok((StatusCode::OK, json!({"byTag": tags?})))
    })
    .await
}

async fn create(shared: Shared, Json(body): Json<Value>) -> Answer {
    run(shared, move |connection| {
        let text = |name: &str| body[name].as_str().unwrap_or_default().to_owned();
        let transaction = connection.transaction()?;
        let id = insert(&transaction, &text("contentUrl"), &text("title"))?;
        transaction.commit()?;
        Ok((StatusCode::CREATED, json!({"dataId": id.to_string()})))
    })
    .await
}

async fn edit(shared: Shared, PathOf(id): PathOf<i64>, Json(body): Json<Value>) -> Answer {
    run(shared, move |connection| {
        let title = body["title"].as_str().unwrap_or_default();
        let transaction = connection.transaction()?;
        transaction.execute("UPDATE favorite SET title = ?2 WHERE id = ?1", params![id, title])?;
        transaction.execute("UPDATE words SET title = ?2 WHERE rowid = ?1", params![id, title])?;
        transaction.commit()?;
        Ok((StatusCode::OK, json!({"dataId": id.to_string()})))
    })
    .await
}

async fn add_tag(shared: Shared, PathOf((id, tag)): PathOf<(i64, i64)>) -> Answer {
    run(shared, move |connection| {
        connection.execute("INSERT OR IGNORE INTO tagged VALUES (?2, ?1)", [id, tag])?;
        Ok((StatusCode::OK, json!({"dataId": id.to_string()})))
    })
    .await
}

async fn create_tag(shared: Shared, Json(body): Json<Value>) -> Answer {
    run(shared, move |connection| {
        let name = body["tagName"].as_str().unwrap_or_default();
        connection.execute("INSERT INTO tag (name) VALUES (?1)", [name])?;
        Ok((StatusCode::CREATED, json!({"tagId": connection.last_insert_rowid().to_string()})))
    })
    .await
}

async fn remove(shared: Shared, PathOf(id): PathOf<i64>) -> Answer {
    run(shared, move |connection| {
        let transaction = connection.transaction()?;
        transaction.execute("DELETE FROM favorite WHERE id = ?1", [id])?;
        transaction.execute("DELETE FROM words WHERE rowid = ?1", [id])?;
        transaction.commit()?;
        Ok((StatusCode::OK, Value::Null))
    })
    .await
}
