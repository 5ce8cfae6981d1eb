//! Signatures of requests.

use std::time::SystemTime;

use aws_credential_types::Credentials;
use aws_sigv4::http_request::{SignableBody, SignableRequest, SigningSettings, sign};
use aws_sigv4::sign::v4;
use aws_smithy_runtime_api::client::identity::Identity;
use http::Request;

use super::arn::Service;
use super::error::AwsError;

/// Adds the headers with the signature (AWS Signature Version 4).
pub(super) fn add_signature(
    request: &mut Request<String>,
    service: Service,
    region: &str,
    credentials: Credentials,
) -> Result<(), AwsError> {
    let identity: Identity = credentials.into();
    let parameters = v4::SigningParams::builder()
        .identity(&identity)
        .region(region)
        .name(service.name())
        .time(SystemTime::now())
        .settings(SigningSettings::default())
        .build()
        .map_err(|error| AwsError::Sign(error.into()))?
        .into();
    let uri = request.uri().to_string();
    // The headers that are set here are ASCII.
    let headers =
        request.headers().iter().map(|(name, value)| (name.as_str(), value.to_str().unwrap_or_default()));
    let body = SignableBody::Bytes(request.body().as_bytes());
    let signable = SignableRequest::new(request.method().as_str(), uri, headers, body);
    let signable = signable.map_err(|error| AwsError::Sign(error.into()))?;
    let signed = sign(signable, &parameters).map_err(|error| AwsError::Sign(error.into()))?;
    let (instructions, _) = signed.into_parts();
    instructions.apply_to_request_http1x(request);
    Ok(())
}
