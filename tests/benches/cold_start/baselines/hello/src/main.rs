//! Answers every request with `hello`: the baseline for the functions' figures.

use lambda_http::{Body, Error, Request, Response, run, service_fn};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    run(service_fn(hello)).await
}

async fn hello(_: Request) -> Result<Response<Body>, Error> {
    Ok(Response::new(Body::from("hello")))
}
