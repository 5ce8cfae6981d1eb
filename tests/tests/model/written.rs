//! The items that a request writes.

use serde_json::{Value, json};

/// Returns true if a request with this `X-Amz-Target` writes.
pub(crate) fn is_write(target: &str) -> bool {
    let operation = target.rsplit('.').next().unwrap_or_default();
    ["PutItem", "UpdateItem", "DeleteItem", "TransactWriteItems", "BatchWriteItem"].contains(&operation)
}

/// Returns the primary keys of the items that a request with this `X-Amz-Target` and body writes, in its order.
pub(crate) fn written_keys(target: &str, body: &[u8]) -> Vec<Value> {
    let operation = target.rsplit('.').next().unwrap_or_default();
    let body = || serde_json::from_slice::<Value>(body).expect("the SDK writes JSON");
    match operation {
        "PutItem" | "UpdateItem" | "DeleteItem" => key_of(&body()).into_iter().collect(),
        "TransactWriteItems" => {
            let body = body();
            let operations = body["TransactItems"].as_array().into_iter().flatten();
            operations
                .filter_map(|operation| {
                    ["Put", "Update", "Delete"].iter().find_map(|kind| key_of(&operation[kind]))
                })
                .collect()
        }
        "BatchWriteItem" => {
            let body = body();
            let tables = body["RequestItems"].as_object().into_iter().flat_map(serde_json::Map::values);
            let writes = tables.filter_map(Value::as_array).flatten();
            writes
                .filter_map(|write| {
                    ["PutRequest", "DeleteRequest"].iter().find_map(|kind| key_of(&write[kind]))
                })
                .collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the key of one write, from its key or its item.
fn key_of(write: &Value) -> Option<Value> {
    let attributes = write.get("Key").or_else(|| write.get("Item"))?;
    Some(json!({ "pk": attributes["pk"], "sk": attributes["sk"] }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(operation: &str, body: &Value) -> Vec<String> {
        let keys = written_keys(&format!("DynamoDB_20120810.{operation}"), body.to_string().as_bytes());
        keys.iter().map(|key| key["sk"]["S"].as_str().unwrap().to_owned()).collect()
    }

    fn item(sk: &str) -> Value {
        json!({ "pk": { "S": "p" }, "sk": { "S": sk }, "more": { "N": "1" } })
    }

    #[test]
    fn each_kind_of_write_names_its_items() {
        assert_eq!(keys("PutItem", &json!({ "Item": item("a") })), ["a"]);
        for operation in ["UpdateItem", "DeleteItem"] {
            assert_eq!(keys(operation, &json!({ "Key": item("a") })), ["a"]);
        }
        assert!(is_write("DynamoDB_20120810.PutItem") && !is_write("DynamoDB_20120810.GetItem"));
        let transaction = json!({ "TransactItems": [
            { "Put": { "Item": item("a") } }, { "ConditionCheck": { "Key": item("b") } },
            { "Update": { "Key": item("c") } }, { "Delete": { "Key": item("d") } },
        ] });
        assert_eq!(keys("TransactWriteItems", &transaction), ["a", "c", "d"]);
        let batch = json!({ "RequestItems": { "t": [
            { "PutRequest": { "Item": item("a") } }, { "DeleteRequest": { "Key": item("b") } },
        ] } });
        assert_eq!(keys("BatchWriteItem", &batch), ["a", "b"]);
        assert_eq!(keys("GetItem", &json!({ "Key": item("a") })), Vec::<String>::new());
    }
}
