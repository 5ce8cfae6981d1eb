//! Prepared answers.

use aws_smithy_runtime_api::client::orchestrator::HttpResponse;
use aws_smithy_runtime_api::http::StatusCode;
use aws_smithy_types::body::SdkBody;
use serde_json::{Value, json};

/// The message of every prepared exception.
const MESSAGE: &str = "injected by the test";

/// An answer of DynamoDB.
#[derive(Debug, Clone)]
pub struct Answer {
    status: u16,
    body: String,
}

impl Answer {
    /// Returns an answer that succeeds with this result, in DynamoDB's JSON.
    #[must_use]
    pub fn ok(body: impl Into<String>) -> Self {
        Self { status: 200, body: body.into() }
    }

    /// Returns an exception by its name, such as `ResourceNotFoundException` (see "Error handling with DynamoDB" in the developer
    /// guide).
    #[must_use]
    pub fn exception(name: &str) -> Self {
        Self::refused(name, json!({}))
    }

    /// Returns a `ConditionalCheckFailedException` with the item in place, in DynamoDB's JSON.
    #[must_use]
    pub fn condition_failed(item: &Value) -> Self {
        Self::refused("ConditionalCheckFailedException", json!({ "Item": item }))
    }

    /// Returns a `ProvisionedThroughputExceededException`, which says that the table has no capacity left for the request.
    #[must_use]
    pub fn throttled() -> Self {
        Self::exception("ProvisionedThroughputExceededException")
    }

    /// Returns a `TransactionCanceledException` with one code for each operation, in their order: `TransactionConflict`, for
    /// example, or `None` for an operation that did not cause the cancellation.
    #[must_use]
    pub fn cancelled(codes: &[&str]) -> Self {
        let reasons: Vec<_> = codes.iter().map(|code| reason(code)).collect();
        Self::refused("TransactionCanceledException", json!({ "CancellationReasons": reasons }))
    }

    /// Returns the HTML page of a proxy that does not reach DynamoDB. The page is not one of DynamoDB's exceptions.
    #[must_use]
    pub fn bad_gateway() -> Self {
        Self { status: 502, body: "<html>Bad Gateway: my secret</html>".to_owned() }
    }

    fn refused(name: &str, mut body: Value) -> Self {
        body["__type"] = format!("com.amazonaws.dynamodb.v20120810#{name}").into();
        body["message"] = MESSAGE.into();
        let status = match name {
            "InternalServerError" => 500,
            "ServiceUnavailable" => 503,
            _ => 400,
        };
        Self { status, body: body.to_string() }
    }

    pub(super) fn into_response(self) -> HttpResponse {
        let status = StatusCode::try_from(self.status).expect("each status here is one of HTTP");
        HttpResponse::new(status, SdkBody::from(self.body))
    }
}

fn reason(code: &str) -> Value {
    match code {
        "None" => json!({ "Code": code }),
        code => json!({ "Code": code, "Message": MESSAGE }),
    }
}
