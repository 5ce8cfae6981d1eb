//! An HTTP request, read only through checks.
//!
//! This file has the request's parts and the ids in its path. Each other part is read by the file of its concept: `identity`,
//! `precondition`, `idempotency`, `query`, `body` and `favorite_body` add their methods to [`Request`].

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::str::FromStr;

use base64::DecodeError;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use favorites::{ChosenId, DataId, JobId, TagId, ValueError};
use http::HeaderName;

use crate::accepted::Accepted;
use crate::event::{Event, RequestContext};
use crate::fault::InputFault;
use crate::problem::{Problem, ProblemType};

/// An HTTP request. Nothing in it can be read without its check, and [`user`](Self::user) is the only way to a
/// [`UserId`](favorites::UserId).
#[derive(Debug)]
pub struct Request {
    accepted: Accepted,
    headers: BTreeMap<String, String>,
    path_parameters: BTreeMap<String, String>,
    query: String,
    /// An error where the body is not the base64 that the event says it is.
    body: Result<Vec<u8>, DecodeError>,
    context: RequestContext,
}

impl Request {
    /// Creates the request of an event, on a route that accepts `accepted`.
    pub(crate) fn new(event: Event, accepted: Accepted) -> Self {
        let body =
            if event.is_base64_encoded { STANDARD.decode(event.body) } else { Ok(event.body.into_bytes()) };
        Self {
            accepted,
            headers: event.headers,
            path_parameters: event.path_parameters,
            query: event.raw_query_string,
            body,
            context: event.request_context,
        }
    }

    /// Returns what the route of the request accepts.
    pub(crate) fn accepted(&self) -> Accepted {
        self.accepted
    }

    /// The value of a header field. API Gateway sends names in lower case, once each; an event file written by hand may not, so
    /// fields of one name are joined to a list. A control character becomes U+FFFD, which nothing here takes for sound: a check
    /// that trims white space would take a line break for none.
    pub(crate) fn header(&self, name: &HeaderName) -> Option<Cow<'_, str>> {
        let is_asked = |(given, _): &(&String, &String)| given.eq_ignore_ascii_case(name.as_str());
        let mut values = self.headers.iter().filter(is_asked).map(|(_, value)| visible(value));
        let first = values.next()?;
        Some(values.fold(first, |list, value| Cow::Owned(format!("{list},{value}"))))
    }

    /// The bytes of the body.
    pub(crate) fn body(&self) -> Result<&[u8], &DecodeError> {
        self.body.as_deref()
    }

    /// The favorite that the path names.
    ///
    /// # Errors
    /// `favorite-not-found` where the path holds no id of ours. It is a 404 and not a 400: such a favorite can't exist, and
    /// a caller that follows a broken link wants to know just that.
    pub fn data_id(&self) -> Result<DataId, Problem> {
        self.path_id("dataId", ProblemType::FavoriteNotFound)
    }

    /// Returns the id that the client chose for a new favorite.
    ///
    /// # Errors
    /// `invalid-input` where the path does not hold a UUID of version 7.
    pub fn chosen_id(&self) -> Result<ChosenId, Problem> {
        let text = self.path_parameters.get("dataId").map_or("", String::as_str);
        text.parse().map_err(|reason: ValueError| {
            Problem::invalid([InputFault::parameter("dataId", reason.to_string())])
        })
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

    /// The job that the path names.
    ///
    /// # Errors
    /// `job-not-found` where the path holds no id of ours.
    pub fn job_id(&self) -> Result<JobId, Problem> {
        self.path_id("jobId", ProblemType::JobNotFound)
    }

    fn path_id<T: FromStr<Err: std::fmt::Display>>(
        &self,
        name: &'static str,
        missing: ProblemType,
    ) -> Result<T, Problem> {
        let text = self.path_parameters.get(name).map_or("", String::as_str);
        text.parse().map_err(|reason| Problem::new(missing, format!("{name} {reason}")))
    }

    /// The values of the path's parameters, by their names.
    pub(crate) fn path_parameters(&self) -> &BTreeMap<String, String> {
        &self.path_parameters
    }

    /// The query as in the URL.
    pub(crate) fn raw_query(&self) -> &str {
        &self.query
    }

    /// The facts that the gateway states about this request.
    pub(crate) fn context(&self) -> &RequestContext {
        &self.context
    }

    /// The id that the gateway gave this request.
    pub(crate) fn id(&self) -> &str {
        &self.context.request_id
    }
}

/// The value of a header field without control characters, of which only the tab is allowed.
fn visible(value: &str) -> Cow<'_, str> {
    let is_control = |c: char| c.is_ascii_control() && c != '\t';
    if value.contains(is_control) {
        Cow::Owned(value.replace(is_control, "\u{fffd}"))
    } else {
        Cow::Borrowed(value)
    }
}

#[cfg(test)]
mod tests {
    use http::header::{IF_MATCH, IF_NONE_MATCH};
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;
    use crate::idempotency;
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
        let id = "019a0000-0000-7000-8000-00000000000a";
        for given in [id, &id.to_uppercase()] {
            let request = request(json!({ "pathParameters": { "dataId": given, "tagId": given } }));
            assert_eq!(request.data_id().unwrap().to_string(), id);
            assert_eq!(request.trashed_id().unwrap().to_string(), id);
            assert_eq!(request.tag_id().unwrap().to_string(), id);
        }
    }

    #[test]
    fn a_malformed_id_is_not_found() {
        for id in ["", "7", "019a0000000070008000000000000001", "{019a0000-0000-7000-8000-000000000001}", "é"]
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
    fn a_control_character_in_a_header_is_sound_for_no_one() {
        for value in ["\"\n3\"", "\n\"3\"", "\"3\"\u{7f}"] {
            let request = request(json!({ "headers": { "if-match": value, "idempotency-key": "k\r" } }));
            // No version has the number 0.
            assert!(matches!(request.if_match(), Err(_) | Ok(Some(0))), "{value:?}");
            assert_eq!(request.idempotency_key().unwrap_err().problem_type(), ProblemType::InvalidInput);
        }
        let request = request(json!({ "headers": { "x": "é\t\u{7f}" } }));
        assert_eq!(request.header(&HeaderName::from_static("x")).unwrap(), "é\t\u{fffd}");
    }

    #[test]
    fn a_body_that_is_not_the_base64_it_is_said_to_be_is_an_error() {
        let request = |body: &str| request(json!({ "body": body, "isBase64Encoded": true }));
        assert!(request("{}").body().is_err());
        assert_eq!(request("e30=").body().unwrap(), b"{}");
    }

    proptest! {
        #[test]
        fn whatever_a_caller_sends_makes_a_request(
            headers in prop::collection::btree_map(any::<String>(), any::<String>(), 0..8),
            raw_query in prop_oneof![any::<String>(), "[a-c=&%+;#?/\" <>é0-9]{0,24}"],
            parameters in prop::collection::btree_map(any::<String>(), any::<String>(), 0..4),
            (body, is_base64) in any::<(String, bool)>(),
        ) {
            let request = request(json!({
                "rawQueryString": raw_query,
                "headers": headers,
                "pathParameters": parameters,
                "body": body,
                "isBase64Encoded": is_base64
            }));
            let _ = request.query();
            for name in [IF_MATCH, IF_NONE_MATCH, idempotency::NAME] {
                request.header(&name);
            }
            if !is_base64 {
                prop_assert_eq!(request.body().unwrap(), body.as_bytes());
            } else if let Ok(bytes) = request.body() {
                prop_assert_eq!(bytes, STANDARD.decode(body).unwrap());
            }
        }

        #[test]
        fn a_visible_header_value_is_kept(name in "[a-z][a-z0-9-]{0,20}", value in "\\PC{0,40}") {
            let request = request(json!({ "headers": { name.to_uppercase(): value } }));
            let name = HeaderName::try_from(name).unwrap();
            prop_assert_eq!(request.header(&name).unwrap(), value);
        }

        #[test]
        fn base64_comes_back_as_the_bytes_it_was_made_of(bytes in any::<Vec<u8>>()) {
            let request = request(json!({ "body": STANDARD.encode(&bytes), "isBase64Encoded": true }));
            prop_assert_eq!(request.body().unwrap(), bytes);
        }
    }
}
