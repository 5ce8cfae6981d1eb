//! One HTTP request, read only through checks.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::str::FromStr;

use base64::DecodeError;
use favorites::{DataId, IdempotencyKey, NewFavorite, TagId, TagName, Timestamp, UserId};
use http::HeaderName;
use http::header::{IF_MATCH, IF_NONE_MATCH};
use lambda_http::RequestExt as _;
use lambda_http::aws_lambda_events::query_map::QueryMap;
use lambda_http::request::RequestContext;

use crate::body::{self, TagNameBody};
use crate::event::Event;
use crate::favorite_body::{self, PatchBody, TagSetBody};
use crate::problem::{Problem, ProblemType};
use crate::query::Query;
use crate::{idempotency, identity, precondition};

/// One HTTP request. Nothing in it can be read without its check, and [`user`](Self::user) is the only way to a
/// [`UserId`].
#[derive(Debug)]
pub struct Request {
    http: lambda_http::Request,
    broken_body: Option<DecodeError>,
    route: String,
    base_path: String,
}

impl Request {
    /// The request that `lambda_http` makes of an event.
    pub(crate) fn new(event: Event) -> Self {
        let Event { request, broken_body, route, base_path } = event;
        Self { http: request.into(), broken_body, route, base_path }
    }

    /// The route key, such as `GET /favorites/{dataId}`.
    pub(crate) fn route(&self) -> &str {
        &self.route
    }

    /// The part of the path in front of the route's, such as `/prod`; empty on the `$default` stage.
    pub(crate) fn base_path(&self) -> &str {
        &self.base_path
    }

    /// The value of a header field. Not `HeaderValue::to_str`: that knows ASCII only, and a fault quotes what was given.
    pub(crate) fn header(&self, name: impl Into<HeaderName>) -> Option<Cow<'_, str>> {
        self.http.headers().get(name.into()).map(|value| String::from_utf8_lossy(value.as_bytes()))
    }

    /// The bytes of the body.
    pub(crate) fn body(&self) -> Result<&[u8], &DecodeError> {
        self.broken_body.as_ref().map_or_else(|| Ok(self.http.body().as_ref()), Err)
    }

    /// The person who asks.
    ///
    /// # Errors
    /// `unauthenticated` without a verified token that has a `sub` claim.
    pub fn user(&self) -> Result<UserId, Problem> {
        identity::user(self.http.request_context_ref())
    }

    /// The favorite that the path names.
    ///
    /// # Errors
    /// `favorite-not-found` where the path holds no id of ours. It is a 404 and not a 400: such a favorite can't exist, and
    /// a caller that follows a broken link wants to know just that.
    pub fn data_id(&self) -> Result<DataId, Problem> {
        self.path_id("dataId", ProblemType::FavoriteNotFound)
    }

    /// The favorite in the trash that the path names.
    ///
    /// # Errors
    /// `not-in-trash` where the path holds no id of ours.
    pub fn trashed_id(&self) -> Result<DataId, Problem> {
        self.path_id("dataId", ProblemType::NotInTrash)
    }

    /// The tag that the path names.
    ///
    /// # Errors
    /// `tag-not-found` where the path holds no id of ours.
    pub fn tag_id(&self) -> Result<TagId, Problem> {
        self.path_id("tagId", ProblemType::TagNotFound)
    }

    fn path_id<T: FromStr<Err: std::fmt::Display>>(
        &self,
        name: &'static str,
        missing: ProblemType,
    ) -> Result<T, Problem> {
        let parameters = self.http.path_parameters_ref();
        let text = parameters.and_then(|parameters| parameters.first(name)).unwrap_or_default();
        text.parse().map_err(|reason| Problem::new(missing, format!("{name} {reason}")))
    }

    /// The version that `If-Match` asks for; `None` without one and for `*`.
    ///
    /// # Errors
    /// `invalid-input` when it is malformed or names several versions, `version-mismatch` when it names none that could match.
    pub fn if_match(&self) -> Result<Option<u64>, Problem> {
        precondition::if_match(self.header(IF_MATCH).as_deref())
    }

    /// Whether `If-None-Match` names `version`, so that the caller's copy is the current one.
    #[must_use]
    pub fn has_current(&self, version: u64) -> bool {
        precondition::has_current(self.header(IF_NONE_MATCH).as_deref(), version)
    }

    /// The `Idempotency-Key`, if there is one.
    ///
    /// # Errors
    /// `invalid-input`.
    pub fn idempotency_key(&self) -> Result<Option<IdempotencyKey>, Problem> {
        idempotency::idempotency_key(self.header(idempotency::NAME).as_deref())
    }

    /// The query parameters, to be read as those of a list.
    #[must_use]
    pub fn query(&self) -> Query {
        let parameters = self.http.path_parameters_ref().into_iter().flat_map(QueryMap::iter);
        let parameters = parameters.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        Query::new(self.http.uri().query().unwrap_or_default(), &parameters)
    }

    /// The body as a favorite to keep; `now` is the service's time, which its times are checked against.
    ///
    /// # Errors
    /// `invalid-input` with every fault of the body, `unsupported-media-type`, `too-large`.
    pub fn new_favorite(&self, now: Timestamp) -> Result<NewFavorite, Problem> {
        favorite_body::new_favorite(&body::document(self)?, now).map_err(Problem::invalid)
    }

    /// The body as changes to a favorite, whose times are checked against `now`. They are read once the favorite's type is
    /// known.
    ///
    /// # Errors
    /// `invalid-input` when the body is not JSON, `unsupported-media-type`, `too-large`.
    pub fn patch(&self, now: Timestamp) -> Result<PatchBody, Problem> {
        body::document(self).map(|document| PatchBody { document, now })
    }

    /// The body as all the tags that a favorite is to have.
    ///
    /// # Errors
    /// `invalid-input` with every fault of the body, `unsupported-media-type`, `too-large`.
    pub fn tag_ids(&self) -> Result<BTreeSet<TagId>, Problem> {
        body::read(self).map(|TagSetBody(tag_ids)| tag_ids)
    }

    /// The body as a tag's name.
    ///
    /// # Errors
    /// `invalid-input` with every fault of the body, `unsupported-media-type`, `too-large`.
    pub fn tag_name(&self) -> Result<TagName, Problem> {
        body::read(self).map(|TagNameBody(tag_name)| tag_name)
    }

    /// The id that the gateway gave this request.
    pub(crate) fn id(&self) -> &str {
        match self.http.request_context_ref() {
            Some(RequestContext::ApiGatewayV2(context)) => context.request_id.as_deref().unwrap_or_default(),
            _ => "",
        }
    }

    /// A name for this request that its answer and its log line share.
    pub(crate) fn instance(&self) -> String {
        let id: String = url::form_urlencoded::byte_serialize(self.id().as_bytes()).collect();
        format!("https://favorites.example/requests/{id}")
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::sample::request;

    #[test]
    fn header_names_have_no_case() {
        let request = request(json!({ "headers": { "If-Match": "\"3\"", "IDEMPOTENCY-KEY": "k" } }));
        assert_eq!(request.if_match().unwrap(), Some(3));
        assert_eq!(request.idempotency_key().unwrap().unwrap().as_str(), "k");
    }

    #[test]
    fn a_repeated_header_is_one_list() {
        let request = request(json!({ "headers": { "If-Match": "\"3\"", "if-match": "\"4\"" } }));
        assert_eq!(request.if_match().unwrap_err().faults()[0].detail, "must name one version; 2 were given");
    }

    #[test]
    fn ids_come_from_the_path() {
        let id = "019a0000-0000-7000-8000-000000000001";
        let request = request(json!({ "pathParameters": { "dataId": id, "tagId": id } }));
        assert_eq!(request.data_id().unwrap().to_string(), id);
        assert_eq!(request.trashed_id().unwrap().to_string(), id);
        assert_eq!(request.tag_id().unwrap().to_string(), id);
    }

    #[test]
    fn a_malformed_id_is_not_found() {
        for id in
            ["", "7", "019A0000-0000-7000-8000-000000000001", "{019a0000-0000-7000-8000-000000000001}", "é"]
        {
            let request = request(json!({ "pathParameters": { "dataId": id, "tagId": id } }));
            assert_eq!(request.data_id().unwrap_err().problem_type(), ProblemType::FavoriteNotFound);
            assert_eq!(request.trashed_id().unwrap_err().problem_type(), ProblemType::NotInTrash);
            assert_eq!(request.tag_id().unwrap_err().problem_type(), ProblemType::TagNotFound);
        }
        let problem = request(json!({ "pathParameters": { "dataId": "7" } })).data_id().unwrap_err();
        assert_eq!(problem.detail(), "dataId must be a UUID; \"7\" was given");
        assert_eq!(request(json!({})).data_id().unwrap_err().problem_type(), ProblemType::FavoriteNotFound);
    }

    #[test]
    fn the_instance_is_a_url_whatever_the_id() {
        let request = request(json!({ "requestContext": { "requestId": "JKJaXmPLvHcESHA= /?" } }));
        assert_eq!(request.instance(), "https://favorites.example/requests/JKJaXmPLvHcESHA%3D+%2F%3F");
    }
}
