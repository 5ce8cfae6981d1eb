//! An HTTP response.

use favorites::{CountedTag, Counts, FavoriteData, Saved, SearchPage, Tag, TrashedFavorite, TypeCounts};
use http::StatusCode;
use http::header::{
    CACHE_CONTROL, CONTENT_LOCATION, CONTENT_TYPE, ETAG, HeaderMap, HeaderName, HeaderValue, LOCATION,
    RETRY_AFTER, WWW_AUTHENTICATE, X_CONTENT_TYPE_OPTIONS,
};
use lambda_http::Body;
use lambda_http::aws_lambda_events::apigw::ApiGatewayV2httpResponse;
use serde::Serialize;

use crate::base_path::BasePath;
use crate::precondition::{body_tag, entity_tag};
use crate::problem::{Problem, ProblemType};
use crate::representation::{CountsBody, FavoriteBody, ItemsBody, SearchBody, TagBody, TrashedFavoriteBody};
use crate::request::Request;

/// After how many seconds a caller may come back when the service is busy.
pub const RETRY_AFTER_SECONDS: u64 = 1;

/// An HTTP response. Only its user may keep it, so it says `cache-control: no-store`; only one that was
/// [`revalidated`](Response::revalidated) may be kept, to be checked at each use by its entity tag.
#[derive(Debug)]
pub struct Response {
    status: StatusCode,
    headers: HeaderMap,
    /// Empty where the answer has no body.
    body: String,
    /// The field that names an address in the API, and the path from the root of the API.
    location: Option<(HeaderName, String)>,
    version: Option<u64>,
    /// The failure of a part of the request, for the log.
    failure: Option<Box<Problem>>,
}

impl Response {
    fn new(status: StatusCode) -> Self {
        Self {
            status,
            headers: HeaderMap::new(),
            body: String::new(),
            location: None,
            version: None,
            failure: None,
        }
        .with(CACHE_CONTROL, "no-store")
        .with(X_CONTENT_TYPE_OPTIONS, "nosniff")
    }

    pub(crate) fn json(status: StatusCode, body: &impl Serialize) -> Self {
        // RFC 8259 knows no charset for JSON: it is UTF-8.
        let response = Self::new(status).with(CONTENT_TYPE, "application/json");
        let body =
            serde_json::to_string(body).expect("an answer has text keys and no Serialize impl that fails");
        Self { body, ..response }
    }

    pub(crate) fn with(mut self, name: HeaderName, value: &str) -> Self {
        let value = HeaderValue::from_str(value).expect("the values here are ids, numbers and fixed text");
        self.headers.insert(name, value);
        self
    }

    /// The same response, with the failure of a part of the request.
    pub(crate) fn noting(self, failure: Option<Problem>) -> Self {
        Self { failure: failure.map(Box::new), ..self }
    }

    /// Returns the failure of a part of the request.
    pub(crate) fn failure(&self) -> Option<&Problem> {
        self.failure.as_deref()
    }

    pub(crate) fn at(self, path: String) -> Self {
        Self { location: Some((LOCATION, path)), ..self }
    }

    fn with_version(self, version: u64) -> Self {
        Self { version: Some(version), ..self }.with(ETAG, &entity_tag(version))
    }

    /// 200 with a favorite and its entity tag.
    #[must_use]
    pub fn favorite(favorite: &FavoriteData) -> Self {
        Self::json(StatusCode::OK, &FavoriteBody::from(favorite)).with_version(favorite.version)
    }

    /// 200 with a favorite after a change. `Content-Location` names its address, which may be another one than before (RFC 9110,
    /// section 8.7).
    #[must_use]
    pub fn changed_favorite(favorite: &FavoriteData) -> Self {
        let location = Some((CONTENT_LOCATION, format!("/favorites/{}", favorite.data_id)));
        Self { location, ..Self::favorite(favorite) }
    }

    /// 201 with a new favorite; 200 with the one that keeps this link already, which says so in `alreadyThere` and names in `ignored`
    /// the members of the request that it does not have. Both name its address in `Location`.
    #[must_use]
    pub fn saved_favorite(saved: &Saved<FavoriteData>) -> Self {
        let (favorite, response) = match saved {
            Saved::New(favorite) => {
                (favorite, Self::json(StatusCode::CREATED, &FavoriteBody::from(favorite)))
            }
            Saved::AlreadyThere { favorite, ignored } => {
                (favorite, Self::json(StatusCode::OK, &FavoriteBody::from(favorite).already_there(ignored)))
            }
        };
        response.at(format!("/favorites/{}", favorite.data_id)).with_version(favorite.version)
    }

    /// 200 with a favorite in the trash. The body shows until when it can be restored.
    #[must_use]
    pub fn trashed_favorite(trashed: &TrashedFavorite) -> Self {
        Self::json(StatusCode::OK, &TrashedFavoriteBody::from(trashed))
    }

    /// 201 with a new tag, its address and its entity tag. Nothing carries it yet.
    #[must_use]
    pub fn new_tag(tag: &Tag) -> Self {
        let counted = CountedTag { tag: tag.clone(), favorites: TypeCounts::default() };
        Self::json(StatusCode::CREATED, &TagBody::from(&counted))
            .at(format!("/tags/{}", tag.tag_id))
            .with_version(tag.version)
    }

    /// 200 with a tag and its entity tag. Its count moves without a new version, so the entity tag is for `If-Match` only.
    #[must_use]
    pub fn tag(counted: &CountedTag) -> Self {
        Self::json(StatusCode::OK, &TagBody::from(counted)).with_version(counted.tag.version)
    }

    /// 200 with the tags of one favorite. There are few enough for one page.
    #[must_use]
    pub fn favorite_tags(tags: &[Tag]) -> Self {
        Self::items(tags.iter().map(TagBody::from), None)
    }

    /// 200 with a person's counts.
    #[must_use]
    pub fn counts(counts: &Counts) -> Self {
        Self::json(StatusCode::OK, &CountsBody::from(counts))
    }

    /// 204: done, and nothing is left to show.
    #[must_use]
    pub fn no_content() -> Self {
        Self::new(StatusCode::NO_CONTENT)
    }

    /// 200 with a page of a list.
    pub(crate) fn items<B: Serialize>(items: impl Iterator<Item = B>, next_cursor: Option<String>) -> Self {
        Self::json(StatusCode::OK, &ItemsBody { items: items.collect(), next_cursor })
    }

    /// 200 with a page of what a search found.
    pub(crate) fn found(page: &SearchPage, next_cursor: Option<String>) -> Self {
        Self::json(StatusCode::OK, &SearchBody::new(page, next_cursor))
    }

    /// The problem as `application/problem+json`.
    pub(crate) fn problem(problem: &Problem, request_id: &str) -> Self {
        let response = Self::json(problem.problem_type().status(), &problem.body(request_id))
            .with(CONTENT_TYPE, "application/problem+json");
        match problem.problem_type() {
            ProblemType::Unauthenticated => response.with(WWW_AUTHENTICATE, "Bearer"),
            ProblemType::Busy => response.with(RETRY_AFTER, &RETRY_AFTER_SECONDS.to_string()),
            _ => response,
        }
    }

    /// The same response as the answer to a GET that may be kept and checked again: 304 when `request` names its entity tag in
    /// `If-None-Match` (RFC 9110, section 13.1.2). The entity tag is its version, or else a digest of its body.
    #[must_use]
    pub fn revalidated(self, request: &Request) -> Self {
        let tag = self.version.map_or_else(|| body_tag(&self.body), entity_tag);
        let mut response = self.with(CACHE_CONTROL, "private, no-cache").with(ETAG, &tag);
        if request.has_current(&tag) {
            response.status = StatusCode::NOT_MODIFIED;
            response.headers.remove(CONTENT_TYPE);
            response.body.clear();
        }
        response
    }

    /// The HTTP status.
    #[must_use]
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// The answer in payload format 2.0.
    ///
    /// The adapter of `lambda_http` would look for the character set of the body, and brings 155 KB of tables for that. All
    /// bodies here are UTF-8.
    pub(crate) fn into_event(self, base_path: &BasePath) -> ApiGatewayV2httpResponse {
        let (parts, body) = self.into_http(base_path).into_parts();
        let mut answer = ApiGatewayV2httpResponse::default();
        answer.status_code = parts.status.as_u16().into();
        answer.headers = parts.headers;
        answer.body = Some(Body::Text(body));
        answer
    }

    /// The HTTP response. `base_path` goes in front of `Location` or `Content-Location`, which then names what the caller can ask for.
    pub(crate) fn into_http(self, base_path: &BasePath) -> http::Response<String> {
        let mut response = http::Response::new(self.body);
        *response.status_mut() = self.status;
        *response.headers_mut() = self.headers;
        if let Some((name, path)) = self.location {
            response.headers_mut().insert(name, base_path.location(&path));
        }
        response
    }
}

#[cfg(test)]
#[path = "response_tests.rs"]
mod tests;
