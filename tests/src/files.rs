//! Uploads and downloads with the links of jobs, as a user's own client makes them.

use favorites_api::favorites::FileKey;
use favorites_local::Running;
use reqwest::{Client, Response};
use serde_json::{Value, json};

/// Uploads the file of an import, as the answer that began the import says.
///
/// # Panics
/// Panics if the answer has no link.
pub async fn try_upload(job: &Value, content: impl Into<reqwest::Body>) -> Response {
    let upload = &job["import"]["upload"];
    let url = upload["url"].as_str().unwrap_or_else(|| panic!("no link for an upload in {job}"));
    let mut request = client().put(url).body(content);
    for (name, value) in upload["headers"].as_object().into_iter().flatten() {
        request = request.header(name, value.as_str().expect("headers are text"));
    }
    request.send().await.expect("S3 answers")
}

/// Uploads the file of an import, which must succeed.
///
/// # Panics
/// Panics if S3 refuses it.
pub async fn upload(job: &Value, content: impl Into<reqwest::Body>) {
    let answer = try_upload(job, content).await;
    assert!(answer.status().is_success(), "{}: {}", answer.status(), answer.text().await.unwrap_or_default());
}

/// Downloads the file of an export that is done.
///
/// # Panics
/// Panics if the job has no link, or if S3 refuses it.
pub async fn download(job: &Value) -> String {
    let url = job["export"]["download"]["url"].as_str().unwrap_or_else(|| panic!("no link in {job}"));
    let answer = client().get(url).send().await.expect("S3 answers");
    assert!(answer.status().is_success(), "{}", answer.status());
    answer.text().await.expect("the file is text")
}

/// Returns the keys of the files of imports and exports in the bucket: up to 1,000 of each.
///
/// # Panics
/// Panics if S3 does not answer.
pub async fn stored_files(running: &Running) -> Vec<String> {
    let environment = running.environment();
    let store = favorites_local::files(environment, environment.credentials.access_key_id());
    let mut keys = Vec::new();
    for folder in ["imports", "exports"] {
        let folder = FileKey::new([folder]).expect("it is a key");
        let listed = store.first_in(&folder).await.expect("S3 answers");
        keys.extend(listed.iter().map(ToString::to_string));
    }
    keys
}

/// Returns the lines of an export without what differs between two imports of the same file: ids, and the times of changes.
#[must_use]
pub fn comparable_export(export: &str) -> Vec<String> {
    let mut lines: Vec<_> = export
        .lines()
        .map(|line| {
            let mut line: Value = serde_json::from_str(line).expect("each line of an export is JSON");
            for kind in ["favorite", "tag"] {
                if let Some(members) = line.get_mut(kind).and_then(Value::as_object_mut) {
                    for name in ["dataId", "tagId", "tagIds", "updateTime", "createTime", "lastAccessTime"] {
                        let changed = members.get(name).map(|value| match value {
                            Value::Array(tags) => json!(tags.len()),
                            _ => json!("some"),
                        });
                        if let Some(changed) = changed {
                            members.insert(name.to_owned(), changed);
                        }
                    }
                }
            }
            line.to_string()
        })
        .collect();
    lines.sort();
    lines
}

fn client() -> Client {
    Client::builder().no_proxy().build().expect("a client without TLS needs nothing")
}
