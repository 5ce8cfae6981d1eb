//! Serving the files as a Lambda function, and in this process.

use aws_lambda_events::apigw::ApiGatewayV2httpRequest;
use favorites_api::{ServeError, log_to_stdout};
use lambda_runtime::{LambdaEvent, service_fn};
use serde_json::Value;

use crate::answer::Web;
use crate::settings::Settings;

/// Serves the web app until Lambda ends the process.
///
/// # Errors
/// [`ServeError`], before the first request or when the runtime stops.
pub async fn serve() -> Result<(), ServeError> {
    log_to_stdout()?;
    let settings = Settings::from_environment().map_err(|error| ServeError::Environment(error.into()))?;
    let web = &Web::new(settings);
    let function = service_fn(move |event: LambdaEvent<ApiGatewayV2httpRequest>| async move {
        Ok::<_, lambda_runtime::Error>(web.answer(&event.payload))
    });
    lambda_runtime::run(function).await.map_err(ServeError::Runtime)
}

/// Returns a function that answers events of the two routes, both in JSON of API Gateway's payload format
/// 2.0.
pub fn in_process(
    settings: Settings,
) -> impl Fn(Value) -> std::future::Ready<Result<Value, serde_json::Error>> + Send + Sync + 'static {
    let web = Web::new(settings);
    move |event| {
        let request = serde_json::from_value::<ApiGatewayV2httpRequest>(event);
        std::future::ready(request.and_then(|request| serde_json::to_value(web.answer(&request))))
    }
}
