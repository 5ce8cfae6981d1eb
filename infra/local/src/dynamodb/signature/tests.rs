use std::time::UNIX_EPOCH;

use super::*;

const BODY: &[u8] = br#"{"TableName":"things"}"#;

/// 2026-11-25T10:11:12Z, in seconds.
const SIGNED_AT: u64 = 1_795_601_472;

/// A signature of [`request`] that was computed without this crate's libraries.
const SIGNATURE: &str = "12bf4811d2658fe45cd6191d13fd3b8c40633e595aeec235f6a3942e84f96b00";

const AUTHORIZATION_VALUE: &str = "AWS4-HMAC-SHA256 Credential=LOCA0000000000000001/20261125/eu-north-1/dynamodb/aws4_request, \
     SignedHeaders=content-type;host;x-amz-date;x-amz-target, Signature=";

fn key() -> AccessKey {
    AccessKey::new("LOCA0000000000000001", "a/secret+key")
}

fn request(authorization: &str) -> HeaderMap {
    let mut headers = HeaderMap::new();
    for (name, value) in [
        ("authorization", authorization),
        ("content-type", "application/x-amz-json-1.0"),
        ("host", "127.0.0.1:8000"),
        ("user-agent", "not signed"),
        ("x-amz-date", "20261125T101112Z"),
        ("x-amz-target", "DynamoDB_20120810.Scan"),
    ] {
        headers.insert(name, value.parse().unwrap());
    }
    headers
}

fn signed() -> HeaderMap {
    request(&format!("{AUTHORIZATION_VALUE}{SIGNATURE}"))
}

fn at(seconds: u64) -> SystemTime {
    UNIX_EPOCH + Duration::from_secs(seconds)
}

fn checked(headers: &HeaderMap) -> Result<(), SignatureError> {
    check(&key(), |name| name == "get-favorite", headers, BODY, at(SIGNED_AT))
}

#[test]
fn a_request_that_is_signed_with_the_key_is_accepted() {
    assert_eq!(checked(&signed()), Ok(()));
}

#[test]
fn a_function_signs_with_its_name_and_the_secret() {
    let of = |name| {
        let authorization = format!("{AUTHORIZATION_VALUE}{SIGNATURE}");
        checked(&request(&authorization.replace("LOCA0000000000000001", name)))
    };
    assert_eq!(of("get-favorite"), Ok(()));
    assert_eq!(of("another"), Err(SignatureError::UnknownKey));
    assert_eq!(of(""), Err(SignatureError::UnknownKey));
}

#[test]
fn any_change_makes_the_signature_wrong() {
    let mut another_target = signed();
    another_target.insert("x-amz-target", "DynamoDB_20120810.Query".parse().unwrap());
    let mut another_host = signed();
    another_host.insert("host", "127.0.0.1:8001".parse().unwrap());
    let mut another_time = signed();
    another_time.insert("x-amz-date", "20261125T101113Z".parse().unwrap());
    let another_region =
        request(&format!("{AUTHORIZATION_VALUE}{SIGNATURE}").replace("eu-north-1", "eu-north-2"));
    let shorter = request(&format!("{AUTHORIZATION_VALUE}{}", &SIGNATURE[1..]));
    for headers in [another_target, another_host, another_time, another_region, shorter] {
        assert_eq!(checked(&headers), Err(SignatureError::Wrong), "{headers:?}");
    }
    let another_body = check(&key(), |_| false, &signed(), b"{}", at(SIGNED_AT));
    assert_eq!(another_body, Err(SignatureError::Wrong));
    let another_secret = AccessKey::new(key().id(), "another");
    let result = check(&another_secret, |_| false, &signed(), BODY, at(SIGNED_AT));
    assert_eq!(result, Err(SignatureError::Wrong));
}

#[test]
fn a_proxy_passes_on_the_host_that_the_client_has_signed() {
    let mut forwarded = signed();
    forwarded.insert("host", "engine:8000".parse().unwrap());
    forwarded.insert("x-forwarded-host", "127.0.0.1:8000".parse().unwrap());
    assert_eq!(checked(&forwarded), Ok(()));
    forwarded.insert("x-forwarded-host", "127.0.0.1:8001".parse().unwrap());
    assert_eq!(checked(&forwarded), Err(SignatureError::Wrong));
}

#[test]
fn a_signature_is_valid_for_15_minutes() {
    let minutes = 15 * 60;
    for (now, expected) in [
        (SIGNED_AT + minutes, Ok(())),
        (SIGNED_AT + minutes + 1, Err(SignatureError::Expired)),
        (SIGNED_AT - minutes, Ok(())),
        (SIGNED_AT - minutes - 1, Err(SignatureError::Expired)),
    ] {
        assert_eq!(check(&key(), |_| false, &signed(), BODY, at(now)), expected, "{now}");
    }
}

#[test]
fn a_missing_or_incomplete_authorization_is_told_apart() {
    let mut missing = signed();
    missing.remove("authorization");
    assert_eq!(checked(&missing), Err(SignatureError::Missing));
    let whole = format!("{AUTHORIZATION_VALUE}{SIGNATURE}");
    for (from, to) in [
        ("AWS4-HMAC-SHA256", "Bearer"),
        ("Credential=", "Credentials="),
        ("/aws4_request", ""),
        ("SignedHeaders=", "Headers="),
        (";host", ""),
        (";x-amz-date", ""),
        ("content-type;", "x-missing;"),
        ("Signature=", "Sign="),
    ] {
        let result = checked(&request(&whole.replace(from, to)));
        assert!(matches!(result, Err(SignatureError::Incomplete(_))), "{from}: {result:?}");
    }
    let mut without_time = signed();
    without_time.insert("x-amz-date", "yesterday".parse().unwrap());
    assert!(matches!(checked(&without_time), Err(SignatureError::Incomplete(_))));
}

#[test]
fn errors_are_those_of_dynamodb() {
    for (error, name) in [
        (SignatureError::Missing, "MissingAuthenticationTokenException"),
        (SignatureError::Incomplete("why"), "IncompleteSignatureException"),
        (SignatureError::UnknownKey, "UnrecognizedClientException"),
        (SignatureError::Expired, "InvalidSignatureException"),
        (SignatureError::Wrong, "InvalidSignatureException"),
    ] {
        let (status, json) = error.answer();
        assert_eq!(status, StatusCode::BAD_REQUEST);
        assert!(json.contains(&format!("#{name}\"")), "{json}");
    }
}
