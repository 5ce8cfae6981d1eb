//! Signing requests.

use std::borrow::Cow;
use std::time::{Duration, SystemTime};

use aws_sigv4::http_request::{
    PercentEncodingMode, SignableBody, SignableRequest, SignatureLocation, SigningError, SigningSettings,
    UriPathNormalizationMode, sign,
};
use aws_sigv4::sign::v4::SigningParams;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use url::Url;

use crate::error::Error;
use crate::send::Outgoing;
use crate::store::FileStore;

/// The characters to encode in a query: all except letters, digits, and these four. See "Authenticating requests: using query
/// parameters" in the Amazon S3 API reference.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

impl FileStore {
    /// Returns the URL of a request with a signature that expires after `valid`.
    pub(crate) fn sign(&self, request: &Outgoing<'_>, valid: Duration) -> Result<Url, Error> {
        let mut url = self.location.url.clone();
        if let Some(key) = request.key {
            let path = format!("{}/{key}", url.path().trim_end_matches('/'));
            url.set_path(&path);
        }
        let mut query: Vec<_> =
            request.query.iter().map(|(name, value)| (*name, Cow::from(*value))).collect();
        url.set_query(Some(&encoded(&query)));
        let signature = self.signature(request, &url, valid);
        let signature =
            signature.map_err(|source| Error::Signature { operation: request.operation, source })?;
        query.extend(signature);
        url.set_query(Some(&encoded(&query)));
        Ok(url)
    }

    /// Returns the query parameters that contain the signature.
    fn signature(
        &self,
        request: &Outgoing<'_>,
        url: &Url,
        valid: Duration,
    ) -> Result<Vec<(&'static str, Cow<'static, str>)>, SigningError> {
        let mut settings = SigningSettings::default();
        settings.signature_location = SignatureLocation::QueryParams;
        settings.expires_in = Some(valid);
        // S3 does not normalize or decode the path before it checks the signature.
        settings.percent_encoding_mode = PercentEncodingMode::Single;
        settings.uri_path_normalization_mode = UriPathNormalizationMode::Disabled;
        let identity = self.credentials.clone().into();
        let parameters = SigningParams::builder()
            .identity(&identity)
            .region(&self.location.region)
            .name("s3")
            .time(SystemTime::now())
            .settings(settings)
            .build()
            .expect("every required parameter is set above");
        let headers = request.headers.iter().copied();
        let body = SignableBody::UnsignedPayload;
        let request = SignableRequest::new(request.method.as_str(), url.as_str(), headers, body)?;
        Ok(sign(request, &parameters.into())?.into_parts().0.into_parts().1)
    }
}

/// Encodes the parameters as a query.
fn encoded(pairs: &[(&str, Cow<'_, str>)]) -> String {
    let pair = |(name, value): &(&str, Cow<'_, str>)| {
        format!("{}={}", utf8_percent_encode(name, ENCODED), utf8_percent_encode(value, ENCODED))
    };
    pairs.iter().map(pair).collect::<Vec<_>>().join("&")
}
