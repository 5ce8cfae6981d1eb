//! The store in front of a server that fails.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking, its helpers as well")]

use std::fs::File;
use std::io::Read as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{Response, StatusCode, Uri};
use file_store::{Credentials, Error, FileKey, FileStore, HttpClient, Location, Part, UploadId};
use hyper_rustls::HttpsConnectorBuilder;
use hyper_util::client::legacy::Client;
use hyper_util::rt::TokioExecutor;
use tokio::net::TcpListener;

/// A server whose answer depends on the number of earlier requests.
struct Server {
    endpoint: String,
    requests: Arc<AtomicUsize>,
}

impl Server {
    async fn answering(answer: fn(usize, Uri) -> Response<Body>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let endpoint = format!("http://{}", listener.local_addr().unwrap());
        let requests = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&requests);
        let router = Router::new()
            .fallback(move |uri: Uri| async move { answer(counter.fetch_add(1, Ordering::SeqCst), uri) });
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self { endpoint, requests }
    }

    fn store(&self) -> FileStore {
        store(&self.endpoint)
    }

    fn requests(&self) -> usize {
        self.requests.load(Ordering::SeqCst)
    }
}

fn store(endpoint: &str) -> FileStore {
    let location = Location::parse(endpoint, "files", "us-east-1").unwrap();
    FileStore::new(location, Credentials::new("id", "secret", None, None, "test"), client())
}

fn client() -> HttpClient {
    let tls = rustls::ClientConfig::builder_with_provider(rustls::crypto::ring::default_provider().into())
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(rustls::RootCertStore::empty())
        .with_no_client_auth();
    let connector = HttpsConnectorBuilder::new().with_tls_config(tls).https_or_http().enable_http1().build();
    Client::builder(TokioExecutor::new()).build(connector)
}

fn key() -> FileKey {
    FileKey::new(["imports", "a"]).unwrap()
}

fn answer(status: u16, body: impl Into<Body>) -> Response<Body> {
    Response::builder().status(status).body(body.into()).unwrap()
}

#[tokio::test]
async fn a_request_that_fails_for_now_is_sent_again() {
    let server = Server::answering(|request, _| match request {
        0 => answer(503, "<Error><Code>SlowDown</Code></Error>"),
        1 => answer(500, "<Error><Code>InternalError</Code></Error>"),
        _ => Response::builder().header("content-length", "7").body(Body::from("content")).unwrap(),
    })
    .await;
    assert_eq!(server.store().size(&key()).await.unwrap(), Some(7));
    assert_eq!(server.requests(), 3);
}

#[tokio::test]
async fn a_server_that_fails_on_ends_the_attempts_with_its_error_code() {
    let server = Server::answering(|_, _| answer(503, "<Error><Code>SlowDown</Code></Error>")).await;
    let error = server.store().begin_upload(&key(), "text/csv").await.unwrap_err();
    let Error::Refused { status, ref code, .. } = error else { panic!("{error}") };
    assert_eq!((status, code.as_str(), server.requests()), (StatusCode::SERVICE_UNAVAILABLE, "SlowDown", 4));
    assert!(error.is_temporary());
    assert_eq!(error.to_string(), "S3 answered 503 Service Unavailable to CreateMultipartUpload: SlowDown");
}

#[tokio::test]
async fn a_refusal_is_final() {
    let server = Server::answering(|_, _| answer(403, "<Error><Code>AccessDenied</Code></Error>")).await;
    let error = server.store().delete(&key()).await.unwrap_err();
    assert_eq!((error.is_temporary(), server.requests()), (false, 1), "{error}");
}

#[tokio::test]
async fn a_file_that_is_missing_has_no_size_and_no_content_and_need_not_be_deleted() {
    let server = Server::answering(|_, _| answer(404, "")).await;
    let store = server.store();
    assert_eq!(store.size(&key()).await.unwrap(), None);
    store.delete(&key()).await.unwrap();
    let error = store.download(&key(), &tempfile::tempfile().unwrap()).await.unwrap_err();
    assert_eq!(error.to_string(), "the file imports/a does not exist, or its upload has ended");
}

#[tokio::test]
async fn a_server_that_is_not_there_is_named_as_such() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let endpoint = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let error = store(&endpoint).size(&key()).await.unwrap_err();
    assert!(matches!(error, Error::Unreachable { operation: "HeadObject", .. }), "{error}");
}

/// The server announces more than it sends, so the connection ends within the body.
#[tokio::test]
async fn a_download_that_breaks_off_begins_again_and_leaves_nothing_of_the_first_attempt() {
    let server = Server::answering(|request, _| match request {
        0 => {
            let pieces = ["a longer content that is cut "].map(Ok::<_, std::io::Error>);
            let cut = futures::stream::iter(pieces.into_iter().chain([Err(std::io::Error::other("cut"))]));
            Response::builder().header("content-length", "100").body(Body::from_stream(cut)).unwrap()
        }
        _ => answer(200, "content"),
    })
    .await;
    let mut local: File = tempfile::tempfile().unwrap();
    server.store().download(&key(), &local).await.unwrap();
    let mut text = String::new();
    local.read_to_string(&mut text).unwrap();
    assert_eq!((text.as_str(), server.requests()), ("content", 2));
}

#[tokio::test]
async fn an_error_within_a_successful_answer_is_an_error() {
    let server = Server::answering(|_, _| answer(200, "<Error><Code>InternalError</Code></Error>")).await;
    let (upload, parts) = (UploadId("u".to_owned()), [Part("\"1\"".to_owned())]);
    let error = server.store().complete_upload(&key(), &upload, &parts).await.unwrap_err();
    assert!(matches!(error, Error::Answer { .. }), "{error}");
}

#[tokio::test]
async fn an_answer_without_its_header_or_its_xml_is_an_error() {
    let server = Server::answering(|_, _| answer(200, "not XML")).await;
    let store = server.store();
    let upload = UploadId("u".to_owned());
    let error = store.upload_part(&key(), &upload, 1, "part".into()).await.unwrap_err();
    assert_eq!(error.to_string(), "the answer to UploadPart can't be read: it has no etag");
    assert!(matches!(store.begin_upload(&key(), "text/csv").await, Err(Error::Answer { .. })));
}

#[test]
fn links_have_the_signature_of_what_a_client_may_not_change() {
    let store = store("http://127.0.0.1:9000");
    let upload = store.upload_link(&key(), 12, Duration::from_mins(1)).unwrap();
    assert_eq!(upload.headers, [("content-length", "12".to_owned())]);
    let query = upload.url.query().unwrap();
    assert!(query.contains("X-Amz-SignedHeaders=content-length%3Bhost"), "{query}");
    assert!(query.contains("X-Amz-Expires=60"), "{query}");
    let download = store.download_link(&key(), "favorites.csv", Duration::from_mins(1)).unwrap();
    assert_eq!(download.url.path(), "/files/imports/a");
    let disposition = download.url.query_pairs().find(|(name, _)| name == "response-content-disposition");
    assert_eq!(disposition.unwrap().1, "attachment; filename=\"favorites.csv\"");
}

#[test]
fn a_bucket_on_aws_is_part_of_the_host_and_one_at_an_address_of_the_path() {
    let link = |location: Location| {
        let store = FileStore::new(location, Credentials::new("id", "secret", None, None, "test"), client());
        store.download_link(&key(), "a", Duration::from_secs(1)).unwrap().url
    };
    let aws = link(Location::in_region("files", "eu-central-1").unwrap());
    assert_eq!(aws.host_str(), Some("files.s3.eu-central-1.amazonaws.com"));
    let local = link(Location::parse("http://localhost:9000", "files", "us-east-1").unwrap());
    assert_eq!((local.host_str(), local.path()), (Some("localhost"), "/files/imports/a"));
    assert!(Location::in_region("no bucket", "eu-central-1").is_err());
}

#[tokio::test]
async fn a_header_that_no_request_can_have_is_not_sent() {
    let server = Server::answering(|_, _| answer(200, "")).await;
    let error = server.store().begin_upload(&key(), "text/csv\n").await.unwrap_err();
    assert!(matches!(error, Error::Signature { operation: "CreateMultipartUpload", .. }), "{error}");
    assert_eq!(server.requests(), 0);
}

#[tokio::test]
async fn files_are_listed_with_the_keys_that_s3_names() {
    let server = Server::answering(|_, uri| {
        assert_eq!(uri.path(), "/files");
        assert!(uri.query().unwrap().starts_with("list-type=2&max-keys=100&prefix=exports%2F&"), "{uri}");
        let file = |key| format!("<Contents><Size>1</Size><Key>{key}</Key></Contents>");
        let files = file("exports/a") + &file("exports/b");
        answer(200, format!("<ListBucketResult><Name>files</Name>{files}</ListBucketResult>"))
    })
    .await;
    let keys = server.store().first_in(&FileKey::new(["exports"]).unwrap()).await.unwrap();
    assert_eq!(keys.iter().map(FileKey::as_str).collect::<Vec<_>>(), ["exports/a", "exports/b"]);
}
