//! Takes orders from the commands of this program.
//!
//! The port is on the loopback interface, and asks for a secret that only the owner of the data folder can read.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Json, Request, State};
use axum::http::StatusCode;
use axum::http::header::AUTHORIZATION;
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use axum::routing::post;
use futures::future::BoxFuture;
use serde_json::Value;
use subtle::ConstantTimeEq as _;
use tokio::net::TcpListener;

use super::error::ControlError;
use super::order::Order;
use super::place::Place;
use crate::guard::Guard;

/// Carries out an order. Returns the answer, or the text of the error.
pub(crate) type Carry = Arc<dyn Fn(Order) -> BoxFuture<'static, Result<Value, String>> + Send + Sync>;

/// Opens the control port and writes down its address and a new secret in the data folder. Returns what serves it.
pub(crate) async fn open(folder: &Path, carry: Carry) -> Result<(TcpListener, Router), ControlError> {
    let unbound = |source| ControlError::Write { path: "the address of the control port".to_owned(), source };
    let any_port = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    let listener = TcpListener::bind(any_port).await.map_err(unbound)?;
    let address = listener.local_addr().map_err(unbound)?;
    let place = Place::at(address)?;
    place.write(folder)?;
    let secret: Arc<str> = format!("Bearer {}", place.secret).into();
    let router = Router::new()
        .route("/", post(answer))
        .with_state(carry)
        .layer(from_fn_with_state(secret, check_secret))
        .layer(Guard::loopback(address.port()).layer());
    Ok((listener, router))
}

async fn check_secret(State(secret): State<Arc<str>>, request: Request, next: Next) -> Response {
    let given = request.headers().get(AUTHORIZATION);
    if given.is_some_and(|given| given.as_bytes().ct_eq(secret.as_bytes()).into()) {
        next.run(request).await
    } else {
        (StatusCode::UNAUTHORIZED, "the secret is not the one in the data folder; try again").into_response()
    }
}

async fn answer(State(carry): State<Carry>, Json(order): Json<Order>) -> Response {
    // In a task of its own, so that a command that is interrupted does not stop the work half-way.
    match tokio::spawn(carry(order)).await {
        Ok(Ok(answer)) => Json(answer).into_response(),
        Ok(Err(error)) => (StatusCode::CONFLICT, error).into_response(),
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
    }
}
