//! Pages of `Query` and `Scan`.
//!
//! For a request without `Limit`, or with a high one, the engine reads all remaining items of the partition or table before it cuts
//! the page at 1 MB. For a user with 20,000 favorites, each page of a reconciliation took up to 800 MB of memory. This gives the
//! engine a limit of its own, and a higher one only if that many items are less than a page. The answer is the same.

use dynoxide::actions::query::{QueryRequest, QueryResponse};
use dynoxide::actions::scan::{ScanRequest, ScanResponse};
use dynoxide::{Database, DynoxideError};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::json;

/// The first limit. Most partitions have fewer items, and are read once. A favorite has at most 64 KB, so this
/// many take at most 64 MB; items of DynamoDB's largest size would take 400 MB.
const FIRST: usize = 1_000;

/// The factor from a limit to the next one.
const GROWTH: usize = 4;

/// Runs `Query`.
pub(super) fn query(database: &Database, body: &[u8]) -> Result<String, DynoxideError> {
    page(body, |request| database.query(request))
}

/// Runs `Scan`.
pub(super) fn scan(database: &Database, body: &[u8]) -> Result<String, DynoxideError> {
    page(body, |request| database.scan(request))
}

trait Limited: DeserializeOwned {
    fn limit(&mut self) -> &mut Option<usize>;
}

impl Limited for QueryRequest {
    fn limit(&mut self) -> &mut Option<usize> {
        &mut self.limit
    }
}

impl Limited for ScanRequest {
    fn limit(&mut self) -> &mut Option<usize> {
        &mut self.limit
    }
}

trait Page: Serialize {
    /// Returns the number of items that the engine has read for the page.
    fn read(&self) -> usize;
}

impl Page for QueryResponse {
    fn read(&self) -> usize {
        self.scanned_count
    }
}

impl Page for ScanResponse {
    fn read(&self) -> usize {
        self.scanned_count
    }
}

fn page<R: Limited, P: Page>(
    body: &[u8],
    run: impl Fn(R) -> Result<P, DynoxideError>,
) -> Result<String, DynoxideError> {
    let mut cap = FIRST;
    loop {
        let mut request: R = json::read(body)?;
        let limit = request.limit();
        let is_capped = limit.is_none_or(|limit| limit > cap);
        if is_capped {
            *limit = Some(cap);
        }
        let page = run(request)?;
        // With fewer items than the cap, the page ended for another reason: its size, or the last item.
        if !is_capped || page.read() < cap {
            return json::write(&page);
        }
        cap = cap.saturating_mul(GROWTH);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// Returns a database with a partition of `count` items that have a text of `size` bytes.
    fn database(count: usize, size: usize) -> Database {
        let database = Database::memory().unwrap();
        let table = json!({
            "TableName": "things",
            "KeySchema": [
                {"AttributeName": "pk", "KeyType": "HASH"},
                {"AttributeName": "sk", "KeyType": "RANGE"},
            ],
            "AttributeDefinitions": [
                {"AttributeName": "pk", "AttributeType": "S"},
                {"AttributeName": "sk", "AttributeType": "S"},
            ],
            "BillingMode": "PAY_PER_REQUEST",
        });
        database.create_table(serde_json::from_value(table).unwrap()).unwrap();
        let text = "x".repeat(size);
        for number in 0..count {
            let item = json!({"pk": {"S": "a"}, "sk": {"S": format!("{number:05}")}, "text": {"S": text}});
            let request = json!({"TableName": "things", "Item": item});
            database.put_item(serde_json::from_value(request).unwrap()).unwrap();
        }
        database
    }

    fn request(more: &Value) -> Vec<u8> {
        let mut request = json!({
            "TableName": "things",
            "ReturnConsumedCapacity": "TOTAL",
        });
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        request.to_string().into_bytes()
    }

    fn query_of(more: Value) -> Vec<u8> {
        let mut more = more;
        more["KeyConditionExpression"] = json!("pk = :pk");
        more["ExpressionAttributeValues"] = json!({":pk": {"S": "a"}});
        request(&more)
    }

    /// Asserts that answers are those of the engine alone, and returns the number of items on the page of a query.
    fn compared(database: &Database, more: &Value) -> usize {
        let body = query_of(more.clone());
        let ours: Value = serde_json::from_str(&query(database, &body).unwrap()).unwrap();
        let alone = database.query(json::read(&body).unwrap()).unwrap();
        assert_eq!(ours, serde_json::to_value(&alone).unwrap(), "query {more}");
        let body = request(more);
        let scanned: Value = serde_json::from_str(&scan(database, &body).unwrap()).unwrap();
        let alone = database.scan(json::read(&body).unwrap()).unwrap();
        assert_eq!(scanned, serde_json::to_value(&alone).unwrap(), "scan {more}");
        usize::try_from(ours["Count"].as_u64().unwrap()).unwrap()
    }

    #[test]
    fn pages_are_those_of_the_engine_alone() {
        for (count, size, of_page) in [
            (3, 10, 3),
            (FIRST - 1, 10, FIRST - 1),
            (FIRST, 10, FIRST),
            (FIRST + 1, 10, FIRST + 1),
            (FIRST * GROWTH + 1, 10, FIRST * GROWTH + 1),
            (300, 20_000, 52),
            (600, 3_000, 347),
        ] {
            let database = database(count, size);
            for more in [json!({}), json!({"Limit": 1_000_000}), json!({"Select": "COUNT"})] {
                assert_eq!(compared(&database, &more), of_page, "{count} {size} {more}");
            }
            for limit in [1, 2, FIRST - 1, FIRST, FIRST + 1] {
                assert_eq!(compared(&database, &json!({"Limit": limit})), of_page.min(limit));
            }
        }
    }

    #[test]
    fn a_bad_request_is_refused_as_by_the_engine() {
        let database = database(1, 1);
        for more in [json!({"Limit": 0}), json!({"TableName": "elsewhere"})] {
            let body = query_of(more);
            let alone = json::read(&body).and_then(|request| database.query(request)).unwrap_err();
            assert_eq!(query(&database, &body).unwrap_err().to_json(), alone.to_json());
        }
    }
}
