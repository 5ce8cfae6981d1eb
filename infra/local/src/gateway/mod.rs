//! The gateway: serves the HTTP API as API Gateway does.
//!
//! It follows these pages of the API Gateway developer guide: "Create routes for HTTP APIs", "Create AWS Lambda proxy
//! integrations for HTTP APIs" (payload format 2.0), "Control access to HTTP APIs with JWT authorizers" and "Quotas for HTTP
//! APIs".

mod cors;
mod event;
mod refusal;
mod response;
pub(crate) mod routes;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::HeaderValue;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value};

use self::refusal::Refusal;
use self::routes::{Match, Routes};
use crate::admitted::Admitted;
use crate::guard::Guard;
use crate::invoke::{self, Functions};
use crate::issuer::{self, Issuer};
use crate::template::Authorizer;
use crate::token::{TokenError, Tokens};

/// The largest body that API Gateway accepts, in bytes (see "Quotas for HTTP APIs").
const MAX_BODY_BYTES: usize = 10 * 1024 * 1024;

/// The largest event that Lambda accepts, in bytes (see "Lambda quotas", invocation payload). If an event is larger, API Gateway
/// answers as if the body were too large.
const MAX_EVENT_BYTES: usize = 6 * 1024 * 1024;

/// The routes, functions and tokens with which the gateway answers requests.
pub(crate) struct Gateway {
    pub(crate) routes: Routes,
    pub(crate) functions: Functions,
    pub(crate) tokens: Arc<Tokens>,
    pub(crate) integration_timeout: Duration,
    pub(crate) port: u16,
}

/// Returns the gateway as a router, with the endpoints of `issuer`.
pub(crate) fn router(gateway: Gateway, issuer: Issuer, admitted: &Arc<Admitted>) -> Router {
    let guard = Guard::loopback(gateway.port).with_app().and(admitted).layer();
    let api = Router::new().fallback(answer).with_state(Arc::new(gateway));
    issuer::router(issuer).fallback_service(cors::admit(api, admitted)).layer(guard)
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
        // Read the body before any answer: if a body is left unread, the server closes the connection, perhaps just when the
        // client reuses it.
        let body = read_body(body).await?;
        let found = self.routes.find(&head.method, head.uri.path())?;
        let claims = self.authorize(&found, &head)?;
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
            tracing::error!(route = found.route.key(), %fault, "the function's response can't be sent");
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
    // The read fails either at the limit, or if the client went away, which then does not read the answer.
    axum::body::to_bytes(body, MAX_BODY_BYTES).await.map_err(|_| Refusal::TooLarge)
}
