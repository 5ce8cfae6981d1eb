//! Checks the signatures of requests (Signature Version 4).
//!
//! See "Create a signed AWS API request" in the IAM user guide. The errors are those of "Common error types" in the DynamoDB API
//! reference.

use std::time::{Duration, SystemTime};

use aws_sdk_dynamodb::config::Credentials;
use aws_sigv4::http_request::{SignableBody, SignableRequest, SigningSettings, sign};
use aws_sigv4::sign::v4::SigningParams;
use axum::http::header::{AUTHORIZATION, HOST};
use axum::http::{HeaderMap, StatusCode};
use serde_json::json;
use subtle::ConstantTimeEq as _;
use time::PrimitiveDateTime;
use time::macros::format_description;

use crate::access_key::AccessKey;

const ALGORITHM: &str = "AWS4-HMAC-SHA256";

const DATE: &str = "x-amz-date";

/// The host that a client has signed, if a proxy connects under another name. A wrong one makes the signature wrong, so that anyone may
/// set it.
const FORWARDED_HOST: &str = "x-forwarded-host";

/// The longest time between a signature and its check. It limits the use of a recorded request.
const VALIDITY: Duration = Duration::from_mins(15);

/// A request without a valid signature.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum SignatureError {
    #[error(
        "Request is missing Authentication Token: sign it with the access key that the local service prints"
    )]
    Missing,
    #[error("The request's Authorization header is incomplete: {0}")]
    Incomplete(&'static str),
    #[error(
        "The security token included in the request is invalid: use the access key that the local service prints"
    )]
    UnknownKey,
    #[error(
        "Signature expired or not yet valid: {DATE} must be within 15 minutes of the local service's clock"
    )]
    Expired,
    #[error(
        "The request signature we calculated does not match the signature you provided: use the secret access key \
         that the local service prints"
    )]
    Wrong,
}

impl SignatureError {
    /// Returns DynamoDB's answer.
    pub(super) fn answer(&self) -> (StatusCode, String) {
        let name = match self {
            Self::Missing => "MissingAuthenticationTokenException",
            Self::Incomplete(_) => "IncompleteSignatureException",
            Self::UnknownKey => "UnrecognizedClientException",
            Self::Expired | Self::Wrong => "InvalidSignatureException",
        };
        let error =
            json!({"__type": format!("com.amazon.coral.service#{name}"), "message": self.to_string()});
        (StatusCode::BAD_REQUEST, error.to_string())
    }
}

/// The parts of an `Authorization` header.
#[derive(Debug)]
struct Authorization<'a> {
    key_id: &'a str,
    region: &'a str,
    service: &'a str,
    signed_headers: Vec<&'a str>,
    signature: &'a str,
}

impl<'a> Authorization<'a> {
    fn parse(headers: &'a HeaderMap) -> Result<Self, SignatureError> {
        let header = headers.get(AUTHORIZATION).ok_or(SignatureError::Missing)?;
        let header = header.to_str().map_err(|_| SignatureError::Incomplete("it is not ASCII"))?;
        let parts = header
            .strip_prefix(ALGORITHM)
            .ok_or(SignatureError::Incomplete("it must begin with AWS4-HMAC-SHA256"))?;
        let part =
            |name: &str| parts.split(',').find_map(|part| part.trim().strip_prefix(name)?.strip_prefix('='));
        let credential = part("Credential").ok_or(SignatureError::Incomplete("it has no Credential"))?;
        let [key_id, _date, region, service, "aws4_request"] = credential.split('/').collect::<Vec<_>>()[..]
        else {
            return Err(SignatureError::Incomplete(
                "Credential must be KEY/DATE/REGION/SERVICE/aws4_request",
            ));
        };
        let signed_headers = part("SignedHeaders")
            .ok_or(SignatureError::Incomplete("it has no SignedHeaders"))?
            .split(';')
            .collect::<Vec<_>>();
        if !signed_headers.contains(&"host") || !signed_headers.contains(&DATE) {
            return Err(SignatureError::Incomplete("SignedHeaders must contain host and x-amz-date"));
        }
        let signature = part("Signature").ok_or(SignatureError::Incomplete("it has no Signature"))?;
        Ok(Self { key_id, region, service, signed_headers, signature })
    }
}

/// Checks that a `POST` request to `/` is signed with `key`. A function of the service may use its own name in place of the key's id,
/// with the same secret; `is_function` returns true for such a name.
pub(super) fn check(
    key: &AccessKey,
    is_function: impl Fn(&str) -> bool,
    headers: &HeaderMap,
    body: &[u8],
    now: SystemTime,
) -> Result<(), SignatureError> {
    let authorization = Authorization::parse(headers)?;
    if authorization.key_id != key.id() && !is_function(authorization.key_id) {
        return Err(SignatureError::UnknownKey);
    }
    let signed_at = signing_time(headers)?;
    let distance = now.duration_since(signed_at).or_else(|_| signed_at.duration_since(now));
    if distance.is_ok_and(|distance| distance > VALIDITY) {
        return Err(SignatureError::Expired);
    }
    let expected = signature(key, &authorization, headers, body, signed_at)?;
    let is_equal = bool::from(expected.as_bytes().ct_eq(authorization.signature.as_bytes()));
    if is_equal { Ok(()) } else { Err(SignatureError::Wrong) }
}

fn signing_time(headers: &HeaderMap) -> Result<SystemTime, SignatureError> {
    let incomplete = SignatureError::Incomplete("x-amz-date must be a time like 20260131T235959Z");
    let date = headers.get(DATE).and_then(|date| date.to_str().ok()).ok_or(incomplete.clone())?;
    let format = format_description!("[year][month][day]T[hour][minute][second]Z");
    PrimitiveDateTime::parse(date, format).map(|time| time.assume_utc().into()).map_err(|_| incomplete)
}

/// Computes the signature that the request must have.
fn signature(
    key: &AccessKey,
    authorization: &Authorization<'_>,
    headers: &HeaderMap,
    body: &[u8],
    signed_at: SystemTime,
) -> Result<String, SignatureError> {
    let mut settings = SigningSettings::default();
    // The client says which headers it has signed.
    settings.excluded_headers = None;
    let identity = Credentials::new(key.id(), key.secret(), None, None, "favorites-local").into();
    let parameters = SigningParams::builder()
        .identity(&identity)
        .region(authorization.region)
        .name(authorization.service)
        .time(signed_at)
        .settings(settings)
        .build()
        .map_err(|_| SignatureError::Wrong)?;
    let host = headers.get(FORWARDED_HOST).or_else(|| headers.get(HOST));
    let host = host.and_then(|host| host.to_str().ok());
    let host = host.ok_or(SignatureError::Incomplete("there is no Host header"))?;
    let mut signed = Vec::new();
    for name in authorization.signed_headers.iter().filter(|name| **name != DATE) {
        let value = headers.get(*name).and_then(|value| value.to_str().ok());
        let value = if *name == "host" { Some(host) } else { value };
        signed.push((*name, value.ok_or(SignatureError::Incomplete("a signed header is missing"))?));
    }
    let request = SignableRequest::new(
        "POST",
        format!("http://{host}/"),
        signed.into_iter(),
        SignableBody::Bytes(body),
    );
    let signed = request.and_then(|request| sign(request, &parameters.into()));
    signed.map(|output| output.signature().to_owned()).map_err(|_| SignatureError::Wrong)
}

#[cfg(test)]
mod tests;
