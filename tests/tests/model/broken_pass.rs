//! Passes of reconciliation that are broken on purpose, by what they store and read.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use favorites_api::favorites::limits::DRIFT_AFTER;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::record::Writer;
use crate::table::{TABLE_NAME, Table};

/// The time of ids that a pass skips, in milliseconds.
const SKIPPED_MILLIS: u128 = 2_000;
/// The bits of an id below its time.
const BELOW_TIME: u32 = 80;

/// The stored state of a user's reconciliation.
#[derive(Debug, Serialize, Deserialize)]
struct State {
    pass: Option<Pass>,
    suspects: BTreeMap<(Uuid, ItemKind), Suspect>,
    dead_tags: BTreeMap<Uuid, DeadTag>,
    rebuild_after: Option<u64>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Pass {
    next: Option<Uuid>,
    at_once: bool,
    dead_tags: BTreeMap<Uuid, DeadTag>,
    checks_index: bool,
    reindexes: Option<u64>,
    since: u64,
}

#[derive(Debug, Serialize, Deserialize)]
struct DeadTag {
    seen: u64,
    is_confirmed: bool,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
enum ItemKind {
    Live,
    Trash,
}

#[derive(Debug, Serialize, Deserialize)]
struct Suspect {
    /// The hashes of what the catalogue knew and of the item.
    states: (Option<u64>, u64),
    seen: u64,
}

/// Has each difference that a request stores be seen long before, so that the next sight confirms it.
pub(crate) fn forget_to_wait(request: &mut Value) {
    change_states(request, &mut |state| {
        state.suspects.values_mut().for_each(|suspect| suspect.seen -= DRIFT_AFTER.as_secs());
    });
}

/// Has a pass that an answer shows under way go on some ids later than it came.
pub(crate) fn skip_some(answer: &mut Value) {
    change_states(answer, &mut |state| {
        if let Some(Pass { next: Some(next), .. }) = &mut state.pass {
            *next = Uuid::from_u128(next.as_u128() + (SKIPPED_MILLIS << BELOW_TIME));
        }
    });
}

/// Takes the notes off the list that an answer shows.
pub(crate) fn take_notes(table: &Table, answer: &Value) {
    let items = answer["Items"].as_array().into_iter().flatten();
    for note in items.filter(|item| item["type"]["S"] == "ReconciliationDue") {
        let key = json!({ "pk": note["pk"], "sk": note["sk"] });
        let body = json!({ "TableName": TABLE_NAME, "Key": key }).to_string();
        table.ask_as(Writer::Anybody, "DynamoDB_20120810.DeleteItem", body.as_bytes());
    }
}

/// Changes each state within a request or an answer.
fn change_states(part: &mut Value, change: &mut impl FnMut(&mut State)) {
    match part {
        Value::Object(members) if members.get("type").is_some_and(|name| name["S"] == "Reconciliation") => {
            let text = members["state"]["B"].as_str().expect("bytes are text");
            let bytes = STANDARD.decode(text).expect("it is base64");
            let mut state = postcard::from_bytes(&bytes).expect("it is a state");
            change(&mut state);
            let bytes = postcard::to_allocvec(&state).expect("it can be stored");
            members["state"] = json!({ "B": STANDARD.encode(bytes) });
        }
        Value::Object(members) => members.values_mut().for_each(|member| change_states(member, change)),
        Value::Array(elements) => elements.iter_mut().for_each(|element| change_states(element, change)),
        _ => {}
    }
}
