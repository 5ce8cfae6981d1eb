//! Answers the requests for the files.

use aws_lambda_events::apigw::{ApiGatewayV2httpRequest, ApiGatewayV2httpResponse};
use aws_lambda_events::encodings::Body;
use http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG,
    IF_NONE_MATCH, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY, VARY, X_CONTENT_TYPE_OPTIONS,
};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};

use crate::files::{File, VERSION};
use crate::settings::Settings;

/// The path parameter of the route `/app/{file+}`. The route `/` has none.
const FILE: &str = "file";

const CONFIG: &str = "config.json";

/// For files whose address has the version.
const FOR_A_YEAR: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

const REVALIDATED: HeaderValue = HeaderValue::from_static("no-cache");

/// The headers that are the same for every answer.
const HEADERS: [(HeaderName, &str); 6] = [
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    (STRICT_TRANSPORT_SECURITY, "max-age=63072000; includeSubDomains"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    ),
];

/// Answers requests with the files of the app.
pub(crate) struct Web {
    settings: Settings,
    headers: HeaderMap,
}

impl Web {
    pub(crate) fn new(settings: Settings) -> Self {
        let mut headers: HeaderMap =
            HEADERS.into_iter().map(|(name, value)| (name, HeaderValue::from_static(value))).collect();
        let policy = HeaderValue::try_from(policy(&settings)).expect("origins are ASCII");
        headers.insert(CONTENT_SECURITY_POLICY, policy);
        Self { settings, headers }
    }

    /// Answers a request of `GET /` or `GET /app/{file+}`.
    pub(crate) fn answer(&self, request: &ApiGatewayV2httpRequest) -> ApiGatewayV2httpResponse {
        let name = request.path_parameters.get(FILE).map_or("index.html", String::as_str);
        if name == CONFIG {
            return self.config();
        }
        let header =
            |name| request.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        match File::get(name, header(ACCEPT_ENCODING)) {
            Some(file) => self.file(name, &file, header(IF_NONE_MATCH)),
            None => {
                self.text(StatusCode::NOT_FOUND, "text/plain; charset=utf-8", "The app has no such file.\n")
            }
        }
    }

    fn file(&self, name: &str, file: &File, if_none_match: &str) -> ApiGatewayV2httpResponse {
        let mut answer = self.empty(StatusCode::OK);
        let headers = &mut answer.headers;
        let is_versioned = name.strip_prefix(VERSION).is_some_and(|rest| rest.starts_with('/'));
        headers.insert(CACHE_CONTROL, if is_versioned { FOR_A_YEAR } else { REVALIDATED });
        let tag = file.entity_tag();
        headers.insert(ETAG, HeaderValue::try_from(&tag).expect("a version is ASCII"));
        headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
        if if_none_match.split(',').any(|given| given.trim().trim_start_matches("W/") == tag) {
            answer.status_code = StatusCode::NOT_MODIFIED.as_u16().into();
            return answer;
        }
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(file.media_type));
        if name == "sw.js" {
            // The worker is in /app and serves the page at /.
            headers.insert("service-worker-allowed", HeaderValue::from_static("/"));
        }
        if let Some(encoding) = file.encoding {
            headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
        answer.body = Some(Body::Binary(file.bytes.to_vec()));
        answer.is_base64_encoded = true;
        answer
    }

    fn config(&self) -> ApiGatewayV2httpResponse {
        self.text(StatusCode::OK, "application/json", &self.settings.document())
    }

    fn text(&self, status: StatusCode, media_type: &'static str, text: &str) -> ApiGatewayV2httpResponse {
        let mut answer = self.empty(status);
        answer.headers.insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
        answer.headers.insert(CACHE_CONTROL, REVALIDATED);
        answer.body = Some(Body::Text(text.to_owned()));
        answer
    }

    fn empty(&self, status: StatusCode) -> ApiGatewayV2httpResponse {
        let mut answer = ApiGatewayV2httpResponse::default();
        answer.status_code = status.as_u16().into();
        answer.headers = self.headers.clone();
        answer
    }
}

/// Returns the content security policy: only the app's own code runs, and its requests only go to its own
/// origin, the issuer and the bucket. Pictures, sound and films come from other sites once the user asks for
/// them.
fn policy(settings: &Settings) -> String {
    let requests = format!("connect-src 'self' {}", settings.foreign_origins().join(" "));
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' https:",
        "media-src 'self' https:",
        &requests,
        "worker-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types favorites",
    ]
    .join("; ")
}

#[cfg(test)]
#[path = "answer_tests.rs"]
mod tests;
