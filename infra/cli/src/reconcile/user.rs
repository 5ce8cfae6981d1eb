//! The reconciliation of one user, by the function.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::error::ReconcileError;
use crate::aws::{Arn, Aws, Call, Reply};

/// The characters to encode: all but the unreserved ones of RFC 3986. The signature is of the path in this form ("Create a signed AWS API
/// request" in the IAM user guide).
const ENCODED: AsciiSet = NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The results of all calls for a user.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Totals {
    /// Favorites that were read.
    pub(crate) favorites: u64,
    /// Differences that were repaired.
    pub(crate) repaired: u64,
    /// The repaired differences that no record explains.
    pub(crate) drift: u64,
    /// Differences that wait for a second sight.
    pub(crate) suspects: u64,
    /// True if the pass has reached its end.
    pub(crate) finished: bool,
}

impl Totals {
    fn followed_by(self, next: Self) -> Self {
        Self {
            favorites: self.favorites + next.favorites,
            repaired: self.repaired + next.repaired,
            drift: self.drift + next.drift,
            ..next
        }
    }
}

/// Reconciles a user: calls the function until it has reached the end. `report` gets the totals after each call.
pub(crate) async fn reconcile_user(
    aws: &Aws,
    function: &Arn,
    user: &str,
    at_once: bool,
    mut report: impl FnMut(&Totals),
) -> Result<Totals, ReconcileError> {
    let mut event = json!({"userId": user});
    if at_once {
        event["repairs"] = Value::from("atOnce");
    }
    let mut totals = Totals::default();
    while !totals.finished {
        totals = totals.followed_by(invoke(aws, function, &event).await?);
        report(&totals);
    }
    Ok(totals)
}

/// Invokes the function ("Invoke" in the Lambda API reference).
async fn invoke(aws: &Aws, function: &Arn, event: &Value) -> Result<Totals, ReconcileError> {
    let name = utf8_percent_encode(function.as_str(), &ENCODED);
    let call = Call {
        resource: function,
        path: format!("/2015-03-31/functions/{name}/invocations"),
        headers: &[("content-type", "application/json")],
        body: event.to_string(),
    };
    match aws.send(&call).await? {
        Reply { body, is_function_error: true } => Err(ReconcileError::Function { answer: body }),
        Reply { body, .. } => Ok(serde_json::from_str(&body)?),
    }
}
