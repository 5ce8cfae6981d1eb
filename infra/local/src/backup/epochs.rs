//! The numbering of changes in a backup, which clients of the change feed must not take for the one that they know.

use dynoxide::Database;
use serde_json::{Value, json};

use super::error::BackupError;
use crate::dynamodb;

/// Takes the epochs off all items that number changes. The next change of a user gives them new ones, so that cursors from before the restore
/// are refused: their numbers may be those of changes that the restore undoes.
pub(super) fn forget(database: &Database, table: &str) -> Result<(), BackupError> {
    let mut start = Value::Null;
    loop {
        let mut scan = json!({
            "TableName": table,
            "FilterExpression": "attribute_exists(epoch)",
            "ProjectionExpression": "pk, sk",
        });
        if !start.is_null() {
            scan["ExclusiveStartKey"] = start;
        }
        let page = ask(database, "Scan", &scan)?;
        for item in page["Items"].as_array().into_iter().flatten() {
            let update = json!({ "TableName": table, "Key": item, "UpdateExpression": "REMOVE epoch" });
            ask(database, "UpdateItem", &update)?;
        }
        start = page["LastEvaluatedKey"].clone();
        if start.is_null() {
            return Ok(());
        }
    }
}

fn ask(database: &Database, operation: &str, body: &Value) -> Result<Value, BackupError> {
    let target = format!("DynamoDB_20120810.{operation}");
    let (status, answer) = dynamodb::ask(database, &target, body.to_string().as_bytes());
    let read = serde_json::from_str(&answer).ok().filter(|_| status.is_success());
    read.ok_or(BackupError::Epochs { operation: operation.to_owned(), answer })
}
