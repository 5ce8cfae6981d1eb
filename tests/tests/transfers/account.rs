//! A user who imports and exports.

use favorites_tests::files::{download, upload};
use favorites_tests::{Person, Service, eventually, sample};
use reqwest::Method;
use serde_json::{Value, json};

/// Exports everything in a format, and returns the job and the file.
pub(crate) async fn export(user: &Person, format: &str) -> (Value, String) {
    let begin = user.post("/exports", &json!({ "format": format })).header("prefer", "wait=20");
    let job = begin.await.is(202);
    assert_eq!(job["state"], "done", "{job}");
    let file = download(&job).await;
    assert_eq!(job["export"]["bytes"], file.len(), "{job}");
    (job, file)
}

/// Imports a file with options, and returns the job when it has ended.
pub(crate) async fn import(user: &Person, file: impl Into<Vec<u8>>, options: Value) -> Value {
    let file: Vec<u8> = file.into();
    let body = sample::with(json!({ "bytes": file.len() }), &options);
    let job = user.post("/imports", &body).await.is(201);
    assert_eq!(job["state"], "waiting");
    upload(&job, file).await;
    let job = started(user, &job).await;
    finished(user, job).await
}

/// Imports a file, which must be read to its end.
pub(crate) async fn import_all(user: &Person, file: impl Into<Vec<u8>>, options: Value) -> Value {
    let job = import(user, file, options).await;
    assert_eq!(job["state"], "done", "{job}");
    job
}

/// Has the service work on an import until it has ended.
async fn finished(user: &Person, mut job: Value) -> Value {
    for _ in 0..10 {
        if job["state"] != "running" {
            return job;
        }
        job = started(user, &job).await;
    }
    panic!("the import has no end: {job}");
}

/// Starts an import, or goes on with it, for as long as a request may take.
async fn started(user: &Person, job: &Value) -> Value {
    let start = user.call(Method::POST, &format!("{}/start", path(job)));
    start.header("prefer", "wait=20").await.is(202)
}

/// Waits until the counts are those.
pub(crate) async fn counted(user: &Person, expected: &Value) {
    eventually(async || {
        let counts = user.get("/counts").await.is(200);
        if counts == *expected { Ok(()) } else { Err(format!("{counts} and not {expected}")) }
    })
    .await;
}

/// Returns the address of a job.
pub(crate) fn path(job: &Value) -> String {
    format!("/jobs/{}", job["jobId"].as_str().expect("a job has an id"))
}

/// Returns the numbers of imported, duplicate and invalid entries.
pub(crate) fn counts(job: &Value) -> [u64; 3] {
    ["changed", "unchanged", "failed"].map(|name| job["counts"][name].as_u64().expect("a number"))
}

/// Returns the report of an import.
pub(crate) async fn report(user: &Person, job: &Value) -> Vec<Value> {
    user.all(&format!("{}/report", path(job))).await
}

/// Fills a library: a favorite of each type, tags, and some of everything in the trash.
pub(crate) async fn fill(user: &Person) {
    let work = user.create_tag("Work").await;
    let home = user.create_tag("Home, sweet & home").await;
    user.create_tag("Nothing has this").await;
    for (number, data_type) in sample::DATA_TYPES.into_iter().enumerate() {
        let tags = match number % 3 {
            0 => json!([]),
            1 => json!([work["tagId"]]),
            _ => json!([work["tagId"], home["tagId"]]),
        };
        let members = json!({ "tagIds": tags, "clipTime": format!("20{number:02}-02-03T04:05:06.789Z") });
        let favorite = sample::with(sample::favorite(data_type, &format!("<{data_type}> & \"é\"")), &members);
        let favorite = user.create(&favorite).await;
        let path = format!("/favorites/{}", favorites_tests::data_id(&favorite));
        if number % 2 == 0 {
            user.patch(&path, &json!({ "title": format!("Edited {data_type}") })).await.is(200);
        }
        let trashed = sample::favorite(data_type, &format!("Trashed {data_type}"));
        let trashed = user.create(&sample::with(trashed, &json!({ "tagIds": tags }))).await;
        user.delete(&format!("/favorites/{}", favorites_tests::data_id(&trashed))).await.is(200);
    }
    let expiring = json!({ "expireTime": "2090-01-01T00:00:00.000Z" });
    user.create(&sample::with(sample::favorite("note", "Expires"), &expiring)).await;
    let chosen = "/favorites/019a0000-0000-7000-8000-000000000001";
    let put = user.put(chosen, &sample::favorite("note", "Chosen id")).header("if-none-match", "*");
    put.await.is(201);
}

/// Starts a service with two users.
pub(crate) async fn service() -> (Service, Person, Person) {
    let service = Service::start().await;
    let (ann, bob) = (service.person("ann"), service.person("bob"));
    (service, ann, bob)
}
