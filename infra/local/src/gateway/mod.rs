//! The HTTP API, as API Gateway would serve it.
//!
//! The rules are those of the API Gateway developer guide: "Create routes for HTTP APIs", "Create AWS Lambda proxy
//! integrations for HTTP APIs" (payload format 2.0), "Control access to HTTP APIs with JWT authorizers" and "Quotas for
//! HTTP APIs".

mod event;
mod response;
pub(crate) mod routes;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::header::{AUTHORIZATION, WWW_AUTHENTICATE};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};

use self::routes::{Match, Routes};
use crate::guard::Guard;
use crate::invoke::{self, Functions};
use crate::template::Authorizer;
use crate::token::{TokenError, Tokens};

/// The largest body that API Gateway takes ("Quotas for HTTP APIs").
const MAX_BODY_BYTES: usize = 10 * 1024 * 1024;

/// The largest event that Lambda takes ("Lambda quotas", invocation payload). API Gateway answers as if the body were
/// too large.
const MAX_EVENT_BYTES: usize = 6 * 1024 * 1024;

/// What the gateway needs to answer a request.
pub(crate) struct Gateway {
    pub(crate) routes: Routes,
    pub(crate) functions: Functions,
    pub(crate) tokens: Arc<Tokens>,
    pub(crate) integration_timeout: Duration,
    pub(crate) port: u16,
}

/// The gateway as a router for the port it is served on.
pub(crate) fn router(gateway: Gateway) -> Router {
    let guard = Guard::loopback(gateway.port).layer();
    Router::new().fallback(answer).layer(guard).with_state(Arc::new(gateway))
}

/// What the gateway answers by itself, with the bodies that API Gateway has for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Refusal {
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
        if self == Self::Unauthorized {
            response.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

async fn answer(State(gateway): State<Arc<Gateway>>, request: Request) -> Response {
    let request_id = uuid::Uuid::new_v4().to_string();
    let result = gateway.handle(request, &request_id).await;
    let mut response = result.unwrap_or_else(IntoResponse::into_response);
    if let Ok(id) = HeaderValue::from_str(&request_id) {
        response.headers_mut().insert("apigw-requestid", id);
    }
    response
}

impl Gateway {
    async fn handle(&self, request: Request, request_id: &str) -> Result<Response, Refusal> {
        let (head, body) = request.into_parts();
        let found = self.routes.find(&head.method, head.uri.path())?;
        let claims = self.authorize(&found, &head)?;
        let body = read_body(body).await?;
        let event = event::build(&event::Request {
            id: request_id,
            head: &head,
            body: &body,
            route: &found,
            claims: claims.as_ref(),
            now: time::OffsetDateTime::now_utc(),
            port: self.port,
        });
        if event["body"].as_str().is_some_and(|body| body.len() > MAX_EVENT_BYTES) {
            return Err(Refusal::TooLarge);
        }
        let answer = self.invoke(&found, event).await?;
        response::read(answer).map_err(|fault| {
            tracing::error!(route = found.route.key(), %fault, "the function's response cannot be sent");
            Refusal::FunctionFailed
        })
    }

    fn authorize(&self, found: &Match<'_>, head: &Parts) -> Result<Option<Map<String, Value>>, Refusal> {
        if found.route.authorizer == Authorizer::None {
            return Ok(None);
        }
        let header =
            head.headers.get(AUTHORIZATION).map(|value| value.to_str().map_err(|_| TokenError::NotBearer));
        let claims = header.transpose().and_then(|header| self.tokens.verify(header));
        claims.map(Some).map_err(|reason| {
            tracing::debug!(route = found.route.key(), %reason, "unauthorized");
            Refusal::Unauthorized
        })
    }

    async fn invoke(&self, found: &Match<'_>, event: Value) -> Result<Value, Refusal> {
        let called = &found.route.function;
        let function = self.functions.get(&called.name).ok_or(Refusal::FunctionFailed)?;
        let invocation = invoke::call(&*function, event, called.timeout);
        match tokio::time::timeout(self.integration_timeout, invocation).await {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(error)) => {
                tracing::error!(function = called.name, %error, "the function failed");
                Err(Refusal::FunctionFailed)
            }
            Err(_) => Err(Refusal::TimedOut),
        }
    }
}

async fn read_body(body: Body) -> Result<Bytes, Refusal> {
    // The error is either the limit or a client that went away, which does not read the answer.
    axum::body::to_bytes(body, MAX_BODY_BYTES).await.map_err(|_| Refusal::TooLarge)
}
