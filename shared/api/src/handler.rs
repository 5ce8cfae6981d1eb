//! A function's handler, and the one path from event to answer.

use std::error::Error;

use favorites::Favorites;
use futures::FutureExt as _;

use crate::event::{HttpAnswer, HttpEvent};
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

/// Answers one event. A problem is an answer too, so a function never fails but by a panic.
///
/// Neither event nor body is logged: they are the person's own.
pub(crate) async fn answer<H>(handler: &H, favorites: &Favorites, event: HttpEvent) -> HttpAnswer
where
    H: for<'a> Handler<'a>,
{
    let request = Request::new(event);
    let instance = request.instance();
    // Boxed: what a handler waits for reaches down into the SDK, too deep a type for the compiler's recursion limit.
    let response = match handler(favorites, request).boxed().await {
        Ok(response) => response,
        Err(problem) => {
            log(&problem, &instance);
            Response::problem(&problem, &instance)
        }
    };
    tracing::debug!(instance, status = response.status().as_u16(), "answered");
    response.into_answer()
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
