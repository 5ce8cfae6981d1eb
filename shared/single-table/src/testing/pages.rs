//! Short and empty pages.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use aws_smithy_runtime_api::client::orchestrator::HttpResponse;
use aws_smithy_runtime_api::client::result::ConnectorError;
use serde_json::{Value, json};

use super::answer::Answer;
use super::engine::{Engine, Outcome};

const LIMIT: &str = "Limit";
const START: &str = "ExclusiveStartKey";
const LAST: &str = "LastEvaluatedKey";

/// Lowers the limit of a request to at most `items`. DynamoDB stops at a limit in the same way as at 1 MB.
pub(super) fn limited(mut request: Value, items: u64) -> Value {
    let items = request[LIMIT].as_u64().map_or(items, |asked| asked.min(items));
    request[LIMIT] = items.into();
    request
}

/// Returns a page without items whose last evaluated key is that of the first item, and notes that the page after that key
/// must start where this page did.
pub(super) async fn empty(
    engine: &Engine,
    mut request: Value,
    rewinds: &Rewinds,
) -> Result<HttpResponse, ConnectorError> {
    let passed = rewinds.apply(&mut request) + 1;
    let mut ahead = request.clone();
    ahead[LIMIT] = passed.into();
    let mut page = match Outcome::of(engine.ask(&ahead).await?).await? {
        Outcome::Done(page) => page,
        Outcome::Refused(response) => return Ok(response),
    };
    if page[LAST].is_null() {
        return engine.ask(&request).await;
    }
    rewinds.plan().push(Rewind {
        question: question(&request),
        from: page[LAST].clone(),
        to: request[START].take(),
        passed,
    });
    page["Items"] = json!([]);
    page["Count"] = 0.into();
    page["ScannedCount"] = 1.into();
    Ok(Answer::ok(page.to_string()).into_response())
}

/// The starting points of the pages that follow empty pages. Clones share one list.
#[derive(Debug, Clone, Default)]
pub(super) struct Rewinds(Arc<Mutex<Vec<Rewind>>>);

#[derive(Debug)]
struct Rewind {
    question: Value,
    /// The last key of the empty page.
    from: Value,
    /// The exclusive start key of the empty page; null at the beginning.
    to: Value,
    /// The number of items between the two keys.
    passed: u64,
}

impl Rewinds {
    /// Moves the start of a request that follows an empty page back to the start of that page. Returns the number of items that
    /// the empty page had passed.
    pub(super) fn apply(&self, request: &mut Value) -> u64 {
        let Some(start) = request.get(START).cloned() else { return 0 };
        let question = question(request);
        let mut plan = self.plan();
        let found = plan.iter().position(|rewind| rewind.from == start && rewind.question == question);
        let Some(Rewind { to, passed, .. }) = found.map(|position| plan.remove(position)) else { return 0 };
        request[START] = to;
        passed
    }

    fn plan(&self) -> MutexGuard<'_, Vec<Rewind>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the members of a request that are the same for every page.
fn question(request: &Value) -> Value {
    let mut question = request.clone();
    if let Some(members) = question.as_object_mut() {
        members.remove(LIMIT);
        members.remove(START);
    }
    question
}
