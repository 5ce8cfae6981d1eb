//! The one path from the event of a route to its answer.

use favorites::{Favorites, Meter};
use lambda_http::aws_lambda_events::apigw::ApiGatewayV2httpResponse;
use tokio::time::{Instant, timeout_at};

use crate::base_path::BasePath;
use crate::call::Call;
use crate::event::Event;
use crate::problem::Problem;
use crate::request::Request;
use crate::request_line::RequestLine;
use crate::response::Response;
use crate::route::Route;

/// Answers one event before the call's deadline, and logs one line. A problem is an answer too, so a function fails only by a
/// panic. Neither event nor body is logged: they are the user's own.
pub(crate) async fn answer(
    route: &'static Route,
    favorites: &Favorites,
    event: Event,
    call: &Call<'_>,
) -> ApiGatewayV2httpResponse {
    let base_path = BasePath::of(&event);
    let request = Request::new(event, route.accepted());
    let mut line = RequestLine::begin(&request, call);
    let meter = Meter::new();
    let deadline = Instant::now() + call.deadline.time_to_answer();
    let favorites = favorites.clone().with_meter(meter.clone()).with_deadline(deadline);
    let answered = timeout_at(deadline, serve(route, &favorites, request)).await;
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

/// Serves a request, unless it would change something in an account that is being erased.
async fn serve(route: &'static Route, favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    if route.is_refused_during_erasure
        && let Ok(user) = request.user()
    {
        favorites.check_not_erased(&user).await?;
    }
    (route.handler)(favorites, request).await
}
