//! Defects of the consumer and of reconciliation, to test whether the model finds them. A defect changes the requests and answers around
//! the code, so the code itself is not weakened.

use std::borrow::Cow;
use std::collections::BTreeSet;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use favorites_tests::count_tree::{head_with_recent, leaf_without_last};
use serde_json::{Value, json};

use crate::broken_pass::{forget_to_wait, skip_some, take_notes};
use crate::table::Table;

/// A defect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Breakage {
    /// No defect.
    None,
    /// The consumer does not recognize a record that it has seen: the second time the record has another event id and later versions.
    NewRecords,
    /// The consumer does not see that favorites expire.
    NoExpiry,
    /// The consumer loses the changes of counters that are in no node yet, whenever it puts a head.
    LostRecent,
    /// The consumer loses a change whenever it puts a leaf.
    LostCell,
    /// The consumer subtracts a favorite when it expires, and again when DynamoDB removes it.
    ExpiredTwice,
    /// The consumer puts the rows of the change feed where nobody finds them.
    LostRows,
    /// The consumer's writes have no conditions.
    NoConditions,
    /// A pass of reconciliation does not wait before it confirms a difference.
    NoWait,
    /// The writes of reconciliation have no conditions, so its repairs overwrite the writes of consumers.
    BlindRepairs,
    /// A pass that continues in the middle of a user skips some favorites.
    SkippedRange,
    /// Users are taken off the list of due users when the list is read, and not at the end of the pass.
    NotesTaken,
}

impl Breakage {
    /// Returns the part that breaks the consumer.
    pub(crate) fn of_consumer(self) -> Self {
        if self.is_of_reconciliation() { Self::None } else { self }
    }

    /// Returns the part that breaks reconciliation.
    pub(crate) fn of_reconciliation(self) -> Self {
        if self.is_of_reconciliation() { self } else { Self::None }
    }

    fn is_of_reconciliation(self) -> bool {
        matches!(self, Self::NoWait | Self::BlindRepairs | Self::SkippedRange | Self::NotesTaken)
    }

    /// Returns the request as it reaches DynamoDB.
    pub(crate) fn request(self, body: &[u8]) -> Cow<'_, [u8]> {
        if matches!(
            self,
            Self::None | Self::NewRecords | Self::NoExpiry | Self::SkippedRange | Self::NotesTaken
        ) {
            return Cow::Borrowed(body);
        }
        let mut body = serde_json::from_slice(body).expect("the SDK writes JSON");
        match self {
            Self::NoConditions | Self::BlindRepairs => drop_conditions(&mut body),
            Self::NoWait => forget_to_wait(&mut body),
            Self::LostRows => lose_rows(&mut body),
            _ => self.break_counts(&mut body),
        }
        Cow::Owned(body.to_string().into_bytes())
    }

    /// Returns the answer as it reaches its caller.
    pub(crate) fn answer(self, table: &Table, json: String) -> String {
        if !matches!(self, Self::SkippedRange | Self::NotesTaken) {
            return json;
        }
        let mut answer = serde_json::from_str(&json).expect("the engine answers in JSON");
        if self == Self::SkippedRange {
            skip_some(&mut answer);
        } else {
            take_notes(table, &answer);
        }
        answer.to_string()
    }

    /// Returns the records as they reach the consumer. `seen` holds the sequence numbers of earlier records.
    pub(crate) fn records(self, mut records: Vec<Value>, seen: &mut BTreeSet<String>) -> Vec<Value> {
        if self == Self::NewRecords {
            for record in &mut records {
                let number = record["dynamodb"]["SequenceNumber"].to_string();
                if !seen.insert(number) {
                    let times = seen.len();
                    record["eventID"] = format!("{}-{times}", record["eventID"]).into();
                    seen.insert(record["eventID"].to_string());
                    raise_versions(&mut record["dynamodb"]);
                }
            }
        }
        if self == Self::NoExpiry {
            for record in &mut records {
                for image in ["OldImage", "NewImage"] {
                    // An item in the trash always expires: without the attribute, it can't be read.
                    let image = record["dynamodb"].get_mut(image).and_then(Value::as_object_mut);
                    if let Some(image) = image.filter(|image| image["type"]["S"] != "Trash") {
                        image.remove("ttl");
                    }
                }
            }
        }
        records
    }

    /// Breaks the counts in each put of a head or node.
    fn break_counts(self, part: &mut Value) {
        match part {
            Value::Object(members) if members.contains_key("counts") => {
                let Some(counts) = members.get_mut("counts").and_then(|counts| counts.get_mut("B")) else {
                    return;
                };
                let bytes = STANDARD.decode(counts.as_str().expect("bytes are text")).expect("it is base64");
                let is_node = members["type"]["S"] == "CatalogueCounts";
                let broken = match self {
                    Self::LostCell if is_node => leaf_without_last(&bytes),
                    Self::LostRecent if !is_node => head_with_recent(&bytes, |_, _| false),
                    Self::ExpiredTwice if !is_node => {
                        head_with_recent(&bytes, |cell, change| cell.second == 0 || change < 0)
                    }
                    _ => bytes,
                };
                members["counts"] = json!({ "B": STANDARD.encode(broken) });
            }
            Value::Object(members) => members.values_mut().for_each(|member| self.break_counts(member)),
            Value::Array(elements) => elements.iter_mut().for_each(|element| self.break_counts(element)),
            _ => {}
        }
    }
}

/// Gives a row of the change feed another partition.
fn lose_rows(body: &mut Value) {
    if body["Item"]["type"]["S"] == "CatalogueChange" {
        body["Item"]["pk"] = json!({ "S": "CatalogueChange#nobody" });
    }
}

/// Makes every condition hold. The condition still names its placeholders: DynamoDB refuses unused ones.
fn drop_conditions(part: &mut Value) {
    match part {
        Value::Object(members) => {
            for (name, member) in members {
                match member {
                    Value::String(condition) if name == "ConditionExpression" => {
                        // Without parentheses: DynamoDB refuses those that change nothing, and OR binds least.
                        *condition =
                            format!("attribute_exists(pk) OR attribute_not_exists(pk) OR {condition}");
                    }
                    member => drop_conditions(member),
                }
            }
        }
        Value::Array(elements) => elements.iter_mut().for_each(drop_conditions),
        _ => {}
    }
}

fn raise_versions(part: &mut Value) {
    if let Value::Object(members) = part {
        for (name, member) in members {
            let version = member["N"].as_str().and_then(|number| number.parse::<u64>().ok());
            match version.filter(|_| name == "version") {
                Some(version) => member["N"] = (version + 1_000).to_string().into(),
                None => raise_versions(member),
            }
        }
    }
}
