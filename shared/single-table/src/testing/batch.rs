//! Batches with unprocessed parts.

use std::num::NonZeroUsize;

use aws_smithy_runtime_api::client::orchestrator::HttpResponse;
use aws_smithy_runtime_api::client::result::ConnectorError;
use serde_json::{Map, Value, json};

use super::answer::Answer;
use super::engine::{Engine, Outcome};

/// The parts of a batch by the name of their table.
type Tables = Map<String, Value>;

/// Sends the batch without every `every`-th part to the engine, and adds those parts to the answer as `unprocessed`.
pub(super) async fn hand_back(
    engine: &Engine,
    mut request: Value,
    every: NonZeroUsize,
    unprocessed: &str,
) -> Result<HttpResponse, ConnectorError> {
    let mut held = Tables::new();
    if let Some(asked) = request["RequestItems"].as_object_mut() {
        held = part(asked, |position| position % every == 0);
        *asked = part(asked, |position| position % every != 0);
    }
    let nothing_left = request["RequestItems"].as_object().is_some_and(Map::is_empty);
    let mut result = if nothing_left {
        json!({})
    } else {
        match Outcome::of(engine.ask(&request).await?).await? {
            Outcome::Done(result) => result,
            Outcome::Refused(response) => return Ok(response),
        }
    };
    join(&mut result[unprocessed], held);
    Ok(Answer::ok(result.to_string()).into_response())
}

/// Returns the parts whose position in the batch is chosen, by table. Positions begin at 1. Leaves out a table without chosen
/// parts.
fn part(tables: &Tables, chosen: impl Fn(usize) -> bool) -> Tables {
    let mut position = 0;
    let mut tables = tables.clone();
    tables.retain(|_, asked| {
        list(asked).is_some_and(|list| {
            list.retain(|_| {
                position += 1;
                chosen(position)
            });
            !list.is_empty()
        })
    });
    tables
}

/// Adds the held parts to those that the engine itself returned as unprocessed.
fn join(unprocessed: &mut Value, held: Tables) {
    for (table, mut asked) in held {
        let there = &mut unprocessed[table];
        match (list(there), list(&mut asked)) {
            (Some(there), Some(held)) => there.append(held),
            _ => *there = asked,
        }
    }
}

/// Returns the list of a table's parts. `BatchGetItem` puts the keys of a table into an object; `BatchWriteItem` has a plain
/// list.
fn list(asked: &mut Value) -> Option<&mut Vec<Value>> {
    match asked {
        Value::Array(writes) => Some(writes),
        Value::Object(read) => read.get_mut("Keys")?.as_array_mut(),
        _ => None,
    }
}
