//! Errors that the service answers.

use std::fmt;

use reqwest::StatusCode;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

/// A problem document (RFC 9457) of the service, or the message of the gateway in front of it.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct ProblemDocument {
    #[serde(rename = "type")]
    kind: Option<String>,
    title: Option<String>,
    detail: Option<String>,
    errors: Vec<InputFault>,
    /// Names the request in the service's log.
    instance: Option<String>,
    /// The only member of the gateway's own answers.
    message: Option<String>,
}

/// A fault of the input, with its place.
#[derive(Debug, Deserialize)]
struct InputFault {
    detail: String,
    pointer: Option<String>,
    parameter: Option<String>,
    header: Option<String>,
    position: Option<usize>,
}

impl fmt::Display for InputFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.pointer, &self.parameter, &self.header) {
            (Some(pointer), _, _) if pointer.is_empty() => f.write_str("the body")?,
            (Some(pointer), _, _) => f.write_str(pointer)?,
            (_, Some(parameter), _) => write!(f, "the parameter {parameter}")?,
            (_, _, Some(header)) => write!(f, "the header {header}")?,
            (None, None, None) => f.write_str("the request")?,
        }
        if let Some(position) = self.position {
            write!(f, ", character {position}")?;
        }
        write!(f, ": {}", self.detail)
    }
}

/// The service's refusal of a request, in plain words.
#[derive(Debug)]
pub(crate) struct Problem {
    status: StatusCode,
    document: ProblemDocument,
}

impl Problem {
    /// Reads the body of an answer. A body of another form leaves only the status.
    pub(super) fn read(status: StatusCode, body: &str) -> Self {
        Self { status, document: serde_json::from_str(body).unwrap_or_default() }
    }

    pub(crate) fn status(&self) -> StatusCode {
        self.status
    }

    /// Makes the places of faults relative to the part of the body at `place`.
    pub(crate) fn begin_at(&mut self, place: &str) {
        for pointer in self.document.errors.iter_mut().filter_map(|fault| fault.pointer.as_mut()) {
            if let Some(rest) = pointer.strip_prefix(place) {
                *pointer = rest.to_owned();
            }
        }
    }

    /// Returns true if a fault is at this place of the body.
    pub(crate) fn has_fault_at(&self, place: &str) -> bool {
        self.document.errors.iter().any(|fault| fault.pointer.as_deref() == Some(place))
    }

    /// Returns true if the account is being erased, and so takes no changes.
    pub(crate) fn is_about_erasure(&self) -> bool {
        self.document.kind.as_deref() == Some("https://favorites.example/problems/account-erased")
    }

    /// Returns true if another tag has the requested name.
    pub(crate) fn is_name_taken(&self) -> bool {
        self.document.kind.as_deref() == Some("https://favorites.example/problems/tag-name-taken")
    }

    /// Returns true if a cursor of the change feed is not good any more.
    pub(crate) fn is_expired_cursor(&self) -> bool {
        self.document.kind.as_deref() == Some("https://favorites.example/problems/cursor-expired")
    }
}

/// Reads a problem that is part of an answer, with its status as a field.
impl<'de> Deserialize<'de> for Problem {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Part {
            status: u16,
            #[serde(flatten)]
            document: ProblemDocument,
        }
        let Part { status, document } = Part::deserialize(deserializer)?;
        Ok(Self { status: StatusCode::from_u16(status).map_err(D::Error::custom)?, document })
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ProblemDocument { title, detail, errors, instance, message, .. } = &self.document;
        match title.as_ref().or(message.as_ref()) {
            Some(title) => f.write_str(title)?,
            None => write!(f, "the service answered {}", self.status)?,
        }
        match detail {
            // The faults say more than the detail, which only counts them.
            _ if !errors.is_empty() => f.write_str(":")?,
            Some(detail) => write!(f, ": {detail}")?,
            None => {}
        }
        for fault in errors {
            write!(f, "\n  {fault}")?;
        }
        match instance {
            Some(instance) if self.status.is_server_error() => write!(f, "\n  the request was {instance}"),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_problem_is_shown_with_its_title_its_detail_and_each_fault_with_its_place() {
        let body = json!({
            "type": "https://favorites.example/problems/invalid-input",
            "title": "The input is not valid",
            "status": 400,
            "detail": "the input has 5 faults",
            "instance": "https://favorites.example/requests/1",
            "errors": [
                {"pointer": "/title", "detail": "is required"},
                {"pointer": "", "detail": "must be an object"},
                {"parameter": "q", "position": 7, "detail": "is not a time"},
                {"header": "if-match", "detail": "is not an entity tag"},
                {"detail": "is too long"},
            ],
        });
        let problem = Problem::read(StatusCode::BAD_REQUEST, &body.to_string());
        assert_eq!(
            problem.to_string(),
            "The input is not valid:\n  /title: is required\n  the body: must be an object\n  \
             the parameter q, character 7: is not a time\n  the header if-match: is not an entity tag\n  \
             the request: is too long"
        );
    }

    #[test]
    fn a_failure_of_the_service_names_the_request() {
        let body = json!({"title": "The service failed", "detail": "see the log", "instance": "https://a/1"});
        let problem = Problem::read(StatusCode::INTERNAL_SERVER_ERROR, &body.to_string());
        assert_eq!(problem.to_string(), "The service failed: see the log\n  the request was https://a/1");
    }

    #[test]
    fn answers_of_others_are_shown_as_far_as_they_can_be_read() {
        let gateway = Problem::read(StatusCode::UNAUTHORIZED, r#"{"message":"Unauthorized"}"#);
        assert_eq!(gateway.to_string(), "Unauthorized");
        let proxy = Problem::read(StatusCode::BAD_GATEWAY, "<html>");
        assert_eq!(proxy.to_string(), "the service answered 502 Bad Gateway");
    }
}
