//! A function's handler, and the one path from event to answer.

use favorites::{Favorites, Meter};
use futures::FutureExt as _;
use futures::future::BoxFuture;
use lambda_http::aws_lambda_events::apigw::ApiGatewayV2httpResponse;
use tokio::time::{Instant, timeout_at};

use crate::base_path::BasePath;
use crate::call::Call;
use crate::event::Event;
use crate::problem::Problem;
use crate::request::Request;
use crate::request_line::RequestLine;
use crate::response::Response;

/// A handler of one route: `async fn(&Favorites, Request) -> Result<Response, Problem>`. Every such function is one.
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

/// Answers one event before the call's deadline, and logs one line. A problem is an answer too, so a function fails only by a
/// panic. Neither event nor body is logged: they are the user's own.
pub(crate) async fn answer<H>(
    handler: &H,
    favorites: &Favorites,
    event: Event,
    call: &Call<'_>,
) -> ApiGatewayV2httpResponse
where
    H: for<'a> Handler<'a>,
{
    let base_path = BasePath::of(&event);
    let request = Request::new(event);
    let mut line = RequestLine::begin(&request, call);
    let meter = Meter::new();
    let deadline = Instant::now() + call.deadline.time_to_answer();
    let favorites = favorites.clone().with_meter(meter.clone()).with_deadline(deadline);
    let answered = timeout_at(deadline, respond(handler, &favorites, request)).await;
    let response = answered.unwrap_or_else(|_| Err(Problem::late())).unwrap_or_else(|problem| {
        line.note(&problem);
        Response::problem(&problem, line.request_id())
    });
    if let Some(failure) = response.failure() {
        line.note(failure);
    }
    line.write(response.status(), &meter.take());
    response.into_event(&base_path)
}

// Boxed: what a handler waits for reaches down into the SDK, too deep a type for the compiler's recursion limit.
fn respond<'a, H>(
    handler: &H,
    favorites: &'a Favorites,
    request: Request,
) -> BoxFuture<'a, Result<Response, Problem>>
where
    H: Handler<'a>,
{
    handler(favorites, request).boxed()
}
