//! A client of the bucket.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use aws_sdk_dynamodb::config::Credentials as Identity;
use aws_sigv4::http_request::{
    PayloadChecksumKind, PercentEncodingMode, SignableBody, SignableRequest, SigningSettings,
    UriPathNormalizationMode, sign,
};
use aws_sigv4::sign::v4::SigningParams;
use favorites_local::{AccessKey, Options, Running};
use reqwest::{Method, RequestBuilder, Response, StatusCode};
use rusty_s3::actions::{CreateMultipartUpload, ListObjectsV2};
use rusty_s3::{Bucket, Credentials, S3Action, UrlStyle};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::support::{Seen, in_folder, options, start};

/// The time for which the URLs of these tests are valid.
pub(crate) const MINUTE: Duration = Duration::from_mins(1);

/// The least size of a part that is not the last one.
pub(crate) const PART: usize = 5 * 1024 * 1024;

/// A service, and an access key for its bucket.
pub(crate) struct Files {
    pub(crate) service: Running,
    pub(crate) bucket: Bucket,
    pub(crate) key: Credentials,
}

impl Files {
    pub(crate) async fn in_memory() -> Self {
        Self::start(options()).await
    }

    pub(crate) async fn in_folder(folder: &Path) -> Self {
        Self::start(in_folder(folder)).await
    }

    pub(crate) async fn start(options: Options) -> Self {
        let service = start(options, &Seen::default()).await;
        let environment = service.environment();
        let endpoint = environment.files_endpoint.parse().unwrap();
        let (bucket, region) = (environment.files_bucket.clone(), environment.region.clone());
        let bucket = Bucket::new(endpoint, UrlStyle::Path, bucket, region).unwrap();
        let key = credentials(service.access_key());
        Self { service, bucket, key }
    }

    pub(crate) async fn put(&self, key: &str, content: impl Into<reqwest::Body>) -> Response {
        let action = self.bucket.put_object(Some(&self.key), key);
        request(Method::PUT, &action).body(content).send().await.unwrap()
    }

    pub(crate) async fn get(&self, key: &str) -> Response {
        self.get_as(&self.key, key).await
    }

    pub(crate) async fn get_as(&self, by: &Credentials, key: &str) -> Response {
        let action = self.bucket.get_object(Some(by), key);
        request(Method::GET, &action).send().await.unwrap()
    }

    pub(crate) async fn head_as(&self, by: &Credentials, key: &str) -> Response {
        let action = self.bucket.head_object(Some(by), key);
        request(Method::HEAD, &action).send().await.unwrap()
    }

    pub(crate) async fn delete(&self, key: &str) -> Response {
        let action = self.bucket.delete_object(Some(&self.key), key);
        request(Method::DELETE, &action).send().await.unwrap()
    }

    /// Returns the keys of the objects whose keys begin with `prefix`.
    pub(crate) async fn keys(&self, prefix: &str) -> Vec<String> {
        let mut action = self.bucket.list_objects_v2(Some(&self.key));
        action.with_prefix(prefix.to_owned());
        let answer = expect(request(Method::GET, &action).send().await.unwrap(), 200).await;
        let listed = ListObjectsV2::parse_response(&answer).unwrap();
        listed.contents.into_iter().map(|object| object.key).collect()
    }

    /// Begins a multipart upload, and returns its id.
    pub(crate) async fn begin_upload(&self, by: &Credentials, key: &str) -> String {
        let action = self.bucket.create_multipart_upload(Some(by), key);
        let answer = expect(request(Method::POST, &action).send().await.unwrap(), 200).await;
        CreateMultipartUpload::parse_response(&answer).unwrap().upload_id().to_owned()
    }

    pub(crate) async fn put_part(
        &self,
        by: &Credentials,
        (key, upload): (&str, &str),
        number: u16,
        content: Vec<u8>,
    ) -> Response {
        let action = self.bucket.upload_part(Some(by), key, number, upload);
        request(Method::PUT, &action).body(content).send().await.unwrap()
    }

    pub(crate) async fn complete(
        &self,
        by: &Credentials,
        (key, upload): (&str, &str),
        etags: &[String],
    ) -> Response {
        let etags = etags.iter().map(String::as_str);
        let action = self.bucket.complete_multipart_upload(Some(by), key, upload, etags.clone());
        let complete = request(Method::POST, &action);
        complete.body(action.body()).send().await.unwrap()
    }
}

/// Returns a request with a presigned URL for `action`.
pub(crate) fn request<'a>(method: Method, action: &impl S3Action<'a>) -> RequestBuilder {
    reqwest::Client::new().request(method, action.sign(MINUTE))
}

/// Returns the credentials of the owner.
pub(crate) fn credentials(key: &AccessKey) -> Credentials {
    Credentials::new(key.id(), key.secret())
}

/// Returns the headers that sign a request at a time.
pub(crate) fn header_signature(
    key: &Credentials,
    at: SystemTime,
    method: &str,
    url: &str,
    body: &str,
) -> Vec<(String, String)> {
    let identity = Identity::new(key.key(), key.secret(), None, None, "test").into();
    let mut settings = SigningSettings::default();
    settings.payload_checksum_kind = PayloadChecksumKind::XAmzSha256;
    settings.percent_encoding_mode = PercentEncodingMode::Single;
    settings.uri_path_normalization_mode = UriPathNormalizationMode::Disabled;
    let parameters = SigningParams::builder().identity(&identity).region("us-east-1").name("s3");
    let parameters = parameters.time(at).settings(settings).build().unwrap();
    let body = SignableBody::Bytes(body.as_bytes());
    let request = SignableRequest::new(method, url, [].into_iter(), body).unwrap();
    let (instructions, _) = sign(request, &parameters.into()).unwrap().into_parts();
    instructions.headers().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

/// Sends a request without a client that would correct its path and headers, closes the sending side, and returns the answer.
pub(crate) async fn raw(method: &str, url: &str, headers: &[(String, String)], body: &str) -> String {
    let (address, path) = url.strip_prefix("http://").unwrap().split_once('/').unwrap();
    let lines: Vec<_> = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let lines = lines.concat();
    let head = format!("{method} /{path} HTTP/1.1\r\nHost: {address}\r\n{lines}Connection: close\r\n\r\n");
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(format!("{head}{body}").as_bytes()).await.unwrap();
    stream.shutdown().await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer
}

/// Returns the value of `ETag`.
pub(crate) fn etag(response: &Response) -> String {
    response.headers()["etag"].to_str().unwrap().to_owned()
}

/// Checks the status of an answer, and returns its body.
pub(crate) async fn expect(response: Response, status: u16) -> String {
    let (found, body) = (response.status(), response.text().await.unwrap());
    assert_eq!(found, StatusCode::from_u16(status).unwrap(), "{body}");
    body
}

/// Checks that S3 has refused a request with an error.
pub(crate) async fn expect_error(response: Response, status: u16, code: &str) -> String {
    let body = expect(response, status).await;
    assert!(body.contains(&format!("<Code>{code}</Code>")), "not {code}: {body}");
    body
}

/// Returns the names in a folder, sorted.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Returns the path of an object in a data folder.
pub(crate) fn file(data: &Path, key: &str) -> PathBuf {
    data.join("files").join("files-bucket").join(key)
}
