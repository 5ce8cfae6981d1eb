//! The links of imports and exports.

use std::time::Duration;

use favorites_api::favorites::Timestamp;
use favorites_tests::files::try_upload;
use favorites_tests::{Clock, Service};
use reqwest::{Client, StatusCode};
use serde_json::{Value, json};

use crate::account::{export, path, service};

async fn status(url: &str) -> StatusCode {
    let client = Client::builder().no_proxy().build().unwrap();
    client.get(url).send().await.unwrap().status()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is not text"))
}

#[tokio::test]
async fn a_link_opens_its_own_file_with_its_own_signature_only() {
    let (service, ann, bob) = service().await;
    let (hers, _) = export(&ann, "csv").await;
    let (his, _) = export(&bob, "csv").await;
    let url = text(&hers["export"]["download"]["url"]);
    assert_eq!(status(url).await, StatusCode::OK);
    let (address, signature) = url.split_once('?').unwrap();
    let (other, _) = text(&his["export"]["download"]["url"]).split_once('?').unwrap();
    let forged = if url.ends_with('0') { '1' } else { '0' };
    let forged = format!("{}{forged}", &url[..url.len() - 1]);
    for wrong in [address.to_owned(), format!("{other}?{signature}"), forged] {
        assert_eq!(status(&wrong).await, StatusCode::FORBIDDEN, "{wrong}");
    }
    service.end().await;
}

#[tokio::test]
async fn an_export_has_a_link_for_a_day() {
    let clock = Clock::start();
    let service = Service::start_at(&clock).await;
    let ann = service.person("ann");
    let (job, _) = export(&ann, "csv").await;
    let time = |value: &Value| text(value).parse::<Timestamp>().unwrap().as_unix_millis();
    let lasts = time(&job["export"]["download"]["expireTime"]) - time(&job["updateTime"]);
    assert!((-1_000..=0).contains(&(lasts - 24 * 60 * 60 * 1_000)), "{job}");
    clock.advance(Duration::from_hours(24));
    let later = ann.get(&path(&job)).await.is(200);
    assert_eq!((&later["state"], later["export"].get("download")), (&json!("done"), None), "{later}");
    service.end().await;
}

#[tokio::test]
async fn an_upload_of_another_size_is_refused() {
    let (service, ann, _) = service().await;
    let job = ann.post("/imports", &json!({ "bytes": 5 })).await.is(201);
    assert_eq!(job["import"]["upload"]["method"], "PUT");
    let mut larger = job.clone();
    larger["import"]["upload"]["headers"]["content-length"] = json!("6");
    assert_eq!(try_upload(&larger, "123456").await.status(), StatusCode::FORBIDDEN);
    assert!(try_upload(&job, "12345").await.status().is_success());
    let again = ann.get(&path(&job)).await.is(200);
    assert!(again["import"]["upload"]["url"].is_string(), "it can be uploaded again until it is started");
    service.end().await;
}
