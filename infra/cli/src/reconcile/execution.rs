//! The reconciliation of many users, by an execution of the state machine.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use uuid::Uuid;

use super::error::ReconcileError;
use crate::aws::{Arn, Aws, Call};

/// The users whom an execution reconciles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    /// The users who are due.
    Due,
    /// All users.
    All,
}

/// An execution of the state machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Execution {
    execution_arn: String,
    #[serde(default)]
    status: Option<String>,
}

impl Execution {
    /// Starts an execution.
    pub(crate) async fn start(
        aws: &Aws,
        state_machine: &Arn,
        scope: Scope,
        at_once: bool,
    ) -> Result<Self, ReconcileError> {
        let mut input = json!({});
        if scope == Scope::All {
            input["full"] = Value::from(true);
        }
        if at_once {
            input["repairs"] = Value::from("atOnce");
        }
        let body = json!({
            "stateMachineArn": state_machine.as_str(),
            "input": input.to_string(),
            // A repeat of a call with the same name and input starts no second execution.
            "name": Uuid::new_v4().to_string(),
        });
        call(aws, state_machine, "AWSStepFunctions.StartExecution", &body).await
    }

    /// Looks at the execution every `interval`, until it has ended. `report` is called after each look.
    pub(crate) async fn wait(
        self,
        aws: &Aws,
        state_machine: &Arn,
        interval: Duration,
        mut report: impl FnMut(),
    ) -> Result<Self, ReconcileError> {
        let body = json!({"executionArn": self.execution_arn});
        loop {
            let now: Self = call(aws, state_machine, "AWSStepFunctions.DescribeExecution", &body).await?;
            match now.status.as_deref() {
                Some("SUCCEEDED") => return Ok(now),
                Some("RUNNING" | "PENDING_REDRIVE") => {}
                other => {
                    let status = other.unwrap_or("unknown").to_owned();
                    return Err(ReconcileError::Execution { execution: now.execution_arn, status });
                }
            }
            tokio::time::sleep(interval).await;
            report();
        }
    }

    pub(crate) fn arn(&self) -> &str {
        &self.execution_arn
    }
}

/// Calls an operation of Step Functions, whose protocol is AWS JSON 1.0.
async fn call(
    aws: &Aws,
    state_machine: &Arn,
    operation: &'static str,
    body: &Value,
) -> Result<Execution, ReconcileError> {
    let headers = [("content-type", "application/x-amz-json-1.0"), ("x-amz-target", operation)];
    let call =
        Call { resource: state_machine, path: "/".to_owned(), headers: &headers, body: body.to_string() };
    Ok(serde_json::from_str(&aws.send(&call).await?.body)?)
}
