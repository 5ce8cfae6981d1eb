//! The gateway's own error answers.

use axum::http::header::{CONNECTION, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// An error that the gateway answers without invoking a function. Status and body are the same as API Gateway's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refusal {
    BadRequest,
    Unauthorized,
    NotFound,
    TooLarge,
    FunctionFailed,
    TimedOut,
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let (status, message) = match self {
            Self::BadRequest => (StatusCode::BAD_REQUEST, "Bad Request"),
            Self::Unauthorized => (StatusCode::UNAUTHORIZED, "Unauthorized"),
            Self::NotFound => (StatusCode::NOT_FOUND, "Not Found"),
            Self::TooLarge => (StatusCode::PAYLOAD_TOO_LARGE, "Request Entity Too Large"),
            Self::FunctionFailed => (StatusCode::INTERNAL_SERVER_ERROR, "Internal Server Error"),
            Self::TimedOut => (StatusCode::SERVICE_UNAVAILABLE, "Service Unavailable"),
        };
        let mut response = (status, axum::Json(json!({"message": message}))).into_response();
        let header = match self {
            Self::Unauthorized => Some((WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"))),
            // The rest of the body is not read.
            Self::TooLarge => Some((CONNECTION, HeaderValue::from_static("close"))),
            _ => None,
        };
        response.headers_mut().extend(header);
        response
    }
}
