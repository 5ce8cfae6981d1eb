//! Errors that AWS services answer.

use std::fmt;

use reqwest::StatusCode;
use serde::Deserialize;

/// The members of an error, which differ a little between services.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct ErrorDocument {
    #[serde(rename = "__type")]
    error_type: Option<String>,
    #[serde(alias = "Message")]
    message: Option<String>,
}

/// An error that a service answered.
#[derive(Debug)]
pub(crate) struct Refusal {
    status: StatusCode,
    code: String,
    message: String,
}

/// Says what an error means for the caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RefusalKind {
    /// The credentials are not valid, or don't permit the call.
    Credentials,
    /// AWS does not know the resource.
    NotFound,
    /// A later call may succeed.
    Busy,
    Other,
}

impl Refusal {
    /// Reads an error. `header` is the value of `x-amzn-errortype`.
    pub(super) fn read(status: StatusCode, header: Option<&str>, body: &str) -> Self {
        let document: ErrorDocument = serde_json::from_str(body).unwrap_or_default();
        let code = header.map(str::to_owned).or(document.error_type).unwrap_or_default();
        // "com.amazonaws.states#ExecutionDoesNotExist" and "ExecutionDoesNotExist:http://…" are both in use.
        let code =
            code.rsplit('#').next().unwrap_or_default().split(':').next().unwrap_or_default().to_owned();
        Self { status, code, message: document.message.unwrap_or_default() }
    }

    pub(crate) fn kind(&self) -> RefusalKind {
        let code = self.code.as_str();
        let is_one_of = |parts: &[&str]| parts.iter().any(|part| code.contains(part));
        if self.status.is_server_error()
            || self.status == StatusCode::TOO_MANY_REQUESTS
            || is_one_of(&["Throttl", "TooManyRequests"])
        {
            RefusalKind::Busy
        } else if is_one_of(&["NotExist", "NotFound"]) {
            RefusalKind::NotFound
        } else if matches!(self.status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN)
            || is_one_of(&[
                "AccessDenied",
                "ExpiredToken",
                "UnrecognizedClient",
                "InvalidSignature",
                "MissingAuthentication",
            ])
        {
            RefusalKind::Credentials
        } else {
            RefusalKind::Other
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { status, code, message } = self;
        match (code.as_str(), message.as_str()) {
            ("", "") => write!(f, "AWS answered {status}"),
            ("", message) => f.write_str(message),
            (code, "") => f.write_str(code),
            (code, message) => write!(f, "{code}: {message}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(status: u16, header: Option<&str>, body: &str) -> (String, RefusalKind) {
        let refusal = Refusal::read(StatusCode::from_u16(status).unwrap(), header, body);
        (refusal.to_string(), refusal.kind())
    }

    #[test]
    fn an_error_is_shown_with_its_code_and_message_and_has_a_kind() {
        use RefusalKind::{Busy, Credentials, NotFound, Other};
        for (status, header, body, shown, kind) in [
            (
                400,
                None,
                r#"{"__type":"com.amazonaws.states#StateMachineDoesNotExist","message":"m"}"#,
                "StateMachineDoesNotExist: m",
                NotFound,
            ),
            (
                404,
                Some("ResourceNotFoundException:http://x"),
                r#"{"Type":"User","Message":"m"}"#,
                "ResourceNotFoundException: m",
                NotFound,
            ),
            (
                400,
                None,
                r#"{"__type":"AccessDeniedException","Message":"m"}"#,
                "AccessDeniedException: m",
                Credentials,
            ),
            (403, None, "<html>", "AWS answered 403 Forbidden", Credentials),
            (400, None, r#"{"__type":"ThrottlingException"}"#, "ThrottlingException", Busy),
            (429, None, r#"{"message":"m"}"#, "m", Busy),
            (500, None, "", "AWS answered 500 Internal Server Error", Busy),
            (400, None, r#"{"__type":"InvalidArn","message":"m"}"#, "InvalidArn: m", Other),
        ] {
            assert_eq!(refusal(status, header, body), (shown.to_owned(), kind));
        }
    }
}
