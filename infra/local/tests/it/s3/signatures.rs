use std::time::{Duration, SystemTime};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use reqwest::{Method, Response};
use ring::hmac;
use rusty_s3::{Credentials, S3Action as _};

use super::files::{Files, MINUTE, expect, expect_error, header_signature, raw, request};

/// Sends a request with a signature in its headers.
async fn signed_by_header(
    files: &Files,
    key: &Credentials,
    at: SystemTime,
    method: Method,
    body: &'static str,
) -> Response {
    let url = files.bucket.object_url("imports/1");
    let headers = header_signature(key, at, method.as_str(), url.as_str(), body);
    let request = reqwest::Client::new().request(method, url).body(body);
    let request = headers.into_iter().fold(request, |request, (name, value)| request.header(name, value));
    request.send().await.unwrap()
}

#[tokio::test]
async fn a_signature_in_the_headers_is_accepted() {
    let files = Files::in_memory().await;
    let now = SystemTime::now();
    expect(signed_by_header(&files, &files.key, now, Method::PUT, "content").await, 200).await;
    let answer = signed_by_header(&files, &files.key, now, Method::GET, "").await;
    assert_eq!(expect(answer, 200).await, "content");
}

#[tokio::test]
async fn a_wrong_or_old_signature_in_the_headers_is_refused() {
    let files = Files::in_memory().await;
    let now = SystemTime::now();
    let wrong = Credentials::new(files.key.key(), "wrong");
    let answer = signed_by_header(&files, &wrong, now, Method::GET, "").await;
    expect_error(answer, 403, "SignatureDoesNotMatch").await;
    let old = now - Duration::from_mins(16);
    let answer = signed_by_header(&files, &files.key, old, Method::GET, "").await;
    expect_error(answer, 403, "RequestTimeTooSkewed").await;
}

#[tokio::test]
async fn an_unsigned_request_is_refused() {
    let files = Files::in_memory().await;
    expect(files.put("imports/1", "x").await, 200).await;
    let url = files.bucket.object_url("imports/1");
    for method in [Method::GET, Method::PUT, Method::DELETE] {
        let answer = reqwest::Client::new().request(method, url.clone()).body("y").send().await.unwrap();
        let said = expect_error(answer, 403, "AccessDenied").await;
        assert!(said.contains("is not signed"), "{said}");
    }
    assert_eq!(expect(files.get("imports/1").await, 200).await, "x");
}

#[tokio::test]
async fn an_unknown_key_and_a_wrong_secret_are_refused() {
    let files = Files::in_memory().await;
    let wrong = Credentials::new(files.key.key(), "wrong");
    expect_error(files.get_as(&wrong, "imports/1").await, 403, "SignatureDoesNotMatch").await;
    let unknown = Credentials::new("unknown", files.key.secret());
    expect_error(files.get_as(&unknown, "imports/1").await, 403, "InvalidAccessKeyId").await;
}

#[tokio::test]
async fn a_presigned_url_is_for_its_method_key_and_time_only() {
    let files = Files::in_memory().await;
    expect(files.put("imports/1", "x").await, 200).await;
    expect(files.put("imports/2", "y").await, 200).await;
    let client = reqwest::Client::new();
    let get = files.bucket.get_object(Some(&files.key), "imports/1");
    let url = get.sign(MINUTE);
    expect(client.get(url.clone()).send().await.unwrap(), 200).await;
    let delete = client.delete(url.clone()).send().await.unwrap();
    expect_error(delete, 403, "SignatureDoesNotMatch").await;
    let other = url.as_str().replace("imports/1", "imports/2");
    expect_error(client.get(other).send().await.unwrap(), 403, "SignatureDoesNotMatch").await;
    let longer = url.as_str().replace("X-Amz-Expires=60", "X-Amz-Expires=61");
    expect_error(client.get(longer).send().await.unwrap(), 403, "SignatureDoesNotMatch").await;
    // It was valid for less than a second, from the beginning of the second.
    let expired = client.get(get.sign(Duration::ZERO)).send().await.unwrap();
    let said = expect_error(expired, 403, "AccessDenied").await;
    assert!(said.contains("Request has expired"), "{said}");
    let eight_days = client.get(get.sign(Duration::from_hours(8 * 24))).send().await.unwrap();
    expect_error(eight_days, 400, "AuthorizationQueryParametersError").await;
}

#[tokio::test]
async fn a_presigned_upload_has_the_length_that_was_signed() {
    let files = Files::in_memory().await;
    let mut put = files.bucket.put_object(Some(&files.key), "imports/1");
    put.headers_mut().insert("content-length", "5");
    let url = put.sign(MINUTE);
    let client = reqwest::Client::new();
    for content in ["1234", "123456", ""] {
        let answer = client.put(url.clone()).body(content).send().await.unwrap();
        expect_error(answer, 403, "SignatureDoesNotMatch").await;
    }
    let header = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
    let (length, chunked) = (("Content-Length", "5"), ("Transfer-Encoding", "chunked"));
    // A body in chunks has no length, also if the request says both.
    for headers in [&[chunked][..], &[length, chunked], &[chunked, length]] {
        let headers: Vec<_> = headers.iter().copied().map(header).collect();
        let answer = raw("PUT", url.as_str(), &headers, "6\r\n123456\r\n0\r\n\r\n").await;
        assert!(!answer.starts_with("HTTP/1.1 2"), "{headers:?}: {answer}");
    }
    // A body that ends too early makes no object.
    let answer = raw("PUT", url.as_str(), &[header(length)], "1234").await;
    assert!(!answer.starts_with("HTTP/1.1 2"), "{answer}");
    expect_error(files.get("imports/1").await, 404, "NoSuchKey").await;
    expect(client.put(url).body("12345").send().await.unwrap(), 200).await;
    assert_eq!(expect(files.get("imports/1").await, 200).await, "12345");
}

#[tokio::test]
async fn signatures_of_version_2_are_refused() {
    let files = Files::in_memory().await;
    let expires = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_secs() + 60;
    let text = format!("GET\n\n\n{expires}\n/files-bucket/imports/1");
    let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, files.key.secret().as_bytes());
    let tag = STANDARD.encode(hmac::sign(&key, text.as_bytes()));
    let mut url = files.bucket.object_url("imports/1");
    url.query_pairs_mut()
        .append_pair("AWSAccessKeyId", files.key.key())
        .append_pair("Expires", &expires.to_string())
        .append_pair("Signature", &tag);
    let in_query = reqwest::get(url).await.unwrap();

    let date = "Tue, 27 Mar 2007 19:36:42 +0000";
    let text = format!("GET\n\n\n{date}\n/files-bucket/imports/1");
    let tag = STANDARD.encode(hmac::sign(&key, text.as_bytes()));
    let get = reqwest::Client::new().get(files.bucket.object_url("imports/1")).header("date", date);
    let get = get.header("authorization", format!("AWS {}:{tag}", files.key.key()));
    for answer in [in_query, get.send().await.unwrap()] {
        let said = expect_error(answer, 400, "InvalidRequest").await;
        assert!(said.contains("version 2"), "{said}");
    }
}

#[tokio::test]
async fn a_request_to_another_host_or_from_another_site_is_refused() {
    let files = Files::in_memory().await;
    let get = files.bucket.get_object(Some(&files.key), "imports/1");
    let answer = request(Method::GET, &get).header("host", "rebound.example").send().await.unwrap();
    assert_eq!(answer.status().as_u16(), 421);
    let answer = request(Method::GET, &get).header("origin", "https://a.example").send().await.unwrap();
    assert_eq!(answer.status().as_u16(), 403);
}
