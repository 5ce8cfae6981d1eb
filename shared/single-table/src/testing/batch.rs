//! Batches of which a part comes back undone.

use std::num::NonZeroUsize;

use aws_smithy_runtime_api::client::orchestrator::HttpResponse;
use aws_smithy_runtime_api::client::result::ConnectorError;
use serde_json::{Map, Value, json};

use super::answer::Answer;
use super::engine::{Engine, Outcome};

/// What a batch asks of each table, by the table's name.
type Tables = Map<String, Value>;

/// Lets the engine do the batch without each `every`-th part, and adds those to its answer as `unprocessed`.
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

/// The tables with the parts whose position in the batch, counted from 1, is chosen; a table without any is left out.
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

/// Adds to what the engine itself handed back.
fn join(unprocessed: &mut Value, held: Tables) {
    for (table, mut asked) in held {
        let there = &mut unprocessed[table];
        match (list(there), list(&mut asked)) {
            (Some(there), Some(held)) => there.append(held),
            _ => *there = asked,
        }
    }
}

/// `BatchGetItem` has a table's keys within an object, `BatchWriteItem` has its puts and deletes as they are.
fn list(asked: &mut Value) -> Option<&mut Vec<Value>> {
    match asked {
        Value::Array(writes) => Some(writes),
        Value::Object(read) => read.get_mut("Keys")?.as_array_mut(),
        _ => None,
    }
}
