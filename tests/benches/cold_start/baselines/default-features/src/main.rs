//! The create-favorite function with the AWS SDK's default client: `aws-config`, its HTTP client on AWS-LC, and the system's root
//! certificates. The handler and everything below it are the project's.

use anyhow::Context as _;
use aws_config::BehaviorVersion;
use aws_sdk_dynamodb::Client;
use favorites_api::{Deadline, Favorites, TABLE_NAME, in_process, log_to_stdout};
use functions::routes;
use lambda_runtime::{LambdaEvent, service_fn};
use serde_json::Value;

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    log_to_stdout()?;
    let table = std::env::var(TABLE_NAME).context("no table is named")?;
    let config = aws_config::load_defaults(BehaviorVersion::latest()).await;
    let function = &in_process(&routes::CREATE_FAVORITE, Favorites::new(Client::new(&config), table));
    let serve = service_fn(|LambdaEvent { payload, context }: LambdaEvent<Value>| async move {
        // The runtime accepts a type that implements `std::error::Error` only in a box.
        function(payload, Deadline::at(context.deadline())).await.map_err(lambda_runtime::Error::from)
    });
    lambda_runtime::run(serve).await.map_err(anyhow::Error::from_boxed)
}
