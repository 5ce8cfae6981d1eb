//! The check of each request before anything is read or written.

use std::sync::Arc;

use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderMap, Uri};
use s3s::access::{S3Access, S3AccessContext};
use s3s::{S3Result, s3_error};
use url::form_urlencoded;

use super::key;
use crate::iam::{Authorizer, Target};

/// The longest time that a presigned URL is valid, in seconds: seven days ("Download and upload objects with presigned URLs" in
/// the S3 user guide).
const MAX_EXPIRES: u32 = 604_800;

/// Admits requests for the one bucket that the role of the caller allows.
pub(super) struct RoleAccess {
    pub(super) bucket: String,
    pub(super) authorizer: Arc<Authorizer>,
}

#[async_trait::async_trait]
impl S3Access for RoleAccess {
    async fn check(&self, request: &mut S3AccessContext<'_>) -> S3Result<()> {
        let Some(caller) = request.credentials() else {
            return Err(s3_error!(
                AccessDenied,
                "The request is not signed: sign it with the access key that the local service prints"
            ));
        };
        check_signature(request.uri(), request.headers())?;
        let path = request.s3_path();
        let target = Target { bucket: path.get_bucket_name(), key: path.get_object_key() };
        self.authorizer
            .check_object(&caller.access_key, request.s3_op().name(), target)
            .map_err(|refusal| s3_error!(AccessDenied, "{refusal}"))?;
        if target.bucket.is_some_and(|bucket| bucket != self.bucket) {
            return Err(s3_error!(NoSuchBucket, "The only bucket is {}", self.bucket));
        }
        target.key.map_or(Ok(()), |key| key::check(&self.bucket, key))
    }
}

/// Refuses signatures that `s3s` accepts and new buckets of S3 don't: those of version 2, which contain no region and may be
/// repeated for ever, and presigned URLs that are valid for too long.
fn check_signature(uri: &Uri, headers: &HeaderMap) -> S3Result<()> {
    let query = uri.query().unwrap_or_default().as_bytes();
    let parameter =
        |name: &str| form_urlencoded::parse(query).find(|(found, _)| found == name).map(|(_, value)| value);
    let is_version_2 = parameter("Signature").is_some()
        || headers.get(AUTHORIZATION).is_some_and(|header| header.as_bytes().starts_with(b"AWS "));
    if is_version_2 {
        return Err(s3_error!(
            InvalidRequest,
            "Please use AWS4-HMAC-SHA256: signatures of version 2 are refused"
        ));
    }
    let expires = parameter("X-Amz-Expires").and_then(|seconds| seconds.parse::<u32>().ok());
    if expires.is_some_and(|seconds| seconds > MAX_EXPIRES) {
        return Err(s3_error!(
            AuthorizationQueryParametersError,
            "X-Amz-Expires must be at most {MAX_EXPIRES} seconds, which are seven days"
        ));
    }
    Ok(())
}
