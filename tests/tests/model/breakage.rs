//! Consumers that are broken on purpose, to see whether the test finds it. What is broken stands around the consumer, so
//! that nothing of it is weakened.

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde_json::Value;

/// What is broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Breakage {
    /// Nothing.
    None,
    /// It does not see that a record came before: the second time it has another event id, and versions that were never
    /// there.
    NewRecords,
    /// Its writes happen whatever was written meanwhile: none of their conditions counts.
    NoConditions,
}

impl Breakage {
    /// The request as it reaches DynamoDB.
    pub(crate) fn request(self, body: &[u8]) -> Cow<'_, [u8]> {
        if self != Self::NoConditions {
            return Cow::Borrowed(body);
        }
        let mut body = serde_json::from_slice(body).expect("the SDK writes JSON");
        drop_conditions(&mut body);
        Cow::Owned(body.to_string().into_bytes())
    }

    /// The records as they reach the consumer. `seen` are the sequence numbers of those that came before.
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
        records
    }
}

/// Makes every condition hold. It still names what it named: DynamoDB refuses placeholders that nothing uses.
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
