//! A function's handler, and the one path from event to answer.

use std::convert::Infallible;
use std::error::Error;

use favorites::Favorites;
use futures::FutureExt as _;
use futures::future::BoxFuture;
use lambda_http::{Adapter, Body, LambdaEvent, Service as _, service_fn};
use serde::Serialize;
use serde_json::Value;

use crate::event::{self, Event};
use crate::problem::Problem;
use crate::request::Request;
use crate::response::Response;

/// What serves one route: `async fn(&Favorites, Request) -> Result<Response, Problem>`. Every such function is one.
pub trait Handler<'a>: Fn(&'a Favorites, Request) -> Self::Future {
    /// The answer to come.
    type Future: Future<Output = Result<Response, Problem>> + Send + 'a;
}

impl<'a, H, F> Handler<'a> for H
where
    H: Fn(&'a Favorites, Request) -> F,
    F: Future<Output = Result<Response, Problem>> + Send + 'a,
{
    type Future = F;
}

/// Answers one event. A problem is an answer too, so a function fails only by a panic, or by an event that is none of
/// API Gateway's.
///
/// `lambda_http` makes the request of the event and the answer of the response. Neither event nor body is logged: they are
/// the person's own.
pub(crate) async fn answer<H>(
    handler: &H,
    favorites: &Favorites,
    event: LambdaEvent<Value>,
) -> Result<impl Serialize, serde_json::Error>
where
    H: for<'a> Handler<'a>,
{
    let Event { request, broken_body } = event::read(event.payload)?;
    let mut function = Adapter::from(service_fn(|request| {
        respond(handler, favorites, Request::new(request, broken_body.clone()))
    }));
    let Ok(answer) = function.call(LambdaEvent::new(request, event.context)).await;
    Ok(answer)
}

// Boxed: what a handler waits for reaches down into the SDK, too deep a type for the compiler's recursion limit.
fn respond<'a, H>(
    handler: &H,
    favorites: &'a Favorites,
    request: Request,
) -> BoxFuture<'a, Result<http::Response<Body>, Infallible>>
where
    H: Handler<'a>,
{
    let instance = request.instance();
    let answer = handler(favorites, request);
    async move {
        let response = answer.await.unwrap_or_else(|problem| {
            log(&problem, &instance);
            Response::problem(&problem, &instance)
        });
        tracing::debug!(instance, status = response.status().as_u16(), "answered");
        Ok(response.into_http())
    }
    .boxed()
}

fn log(problem: &Problem, instance: &str) {
    let name = problem.problem_type().name();
    if problem.problem_type().status().is_server_error() {
        tracing::error!(instance, problem = name, cause = causes(problem), "failed");
    } else {
        tracing::info!(instance, problem = name, "refused");
    }
}

/// What the problem came from, outermost first. Many errors repeat their source's text in their own; it is not said twice.
fn causes(problem: &Problem) -> String {
    let mut text = String::new();
    let mut next = problem.source();
    while let Some(cause) = next {
        let line = cause.to_string();
        if !text.contains(&line) {
            text = if text.is_empty() { line } else { format!("{text}: {line}") };
        }
        next = cause.source();
    }
    text
}
