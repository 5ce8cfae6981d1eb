mod object;

use axum::http::HeaderMap;
use serde_json::{Value, json};

use super::Authorizer;
use crate::template::Template;

const TEMPLATE: &str = r#"
Resources:
  Favorites:
    Type: AWS::DynamoDB::Table
    Properties:
      AttributeDefinitions: [{AttributeName: pk, AttributeType: S}, {AttributeName: gpk, AttributeType: S}]
      KeySchema: [{AttributeName: pk, KeyType: HASH}]
      GlobalSecondaryIndexes:
        - IndexName: byTime
          KeySchema: [{AttributeName: gpk, KeyType: HASH}]
          Projection: {ProjectionType: ALL}
  Writer:
    Type: AWS::Serverless::Function
    Properties:
      Handler: writer
      Policies:
        - Statement:
            - Effect: Allow
              Action: [dynamodb:GetItem, dynamodb:PutItem, dynamodb:UpdateItem, dynamodb:DeleteItem,
                       dynamodb:ConditionCheckItem, dynamodb:BatchGetItem, dynamodb:BatchWriteItem]
              Resource: !GetAtt Favorites.Arn
              Condition: &tags
                "Null": { "dynamodb:LeadingKeys": "false" }
                "ForAllValues:StringLike": { "dynamodb:LeadingKeys": ["Tag#*", "Note#*"] }
            - Effect: Allow
              Action: dynamodb:Query
              Resource: [!GetAtt Favorites.Arn, !Sub "${Favorites.Arn}/index/byTime"]
              Condition: *tags
"#;

fn authorizer() -> Authorizer {
    Authorizer::new(&Template::parse(TEMPLATE).unwrap(), "favorites")
}

fn signed_by(key: &str) -> HeaderMap {
    let value =
        format!("AWS4-HMAC-SHA256 Credential={key}/20260101/us-east-1/dynamodb/aws4_request, Signature=0");
    HeaderMap::from_iter([(axum::http::header::AUTHORIZATION, value.parse().unwrap())])
}

/// Checks a request against the role of `writer`. Adds the name of the table to the request.
fn ask(operation: &str, mut body: Value) -> Result<(), String> {
    if body.get("RequestItems").is_none() && body.get("TransactItems").is_none() {
        body["TableName"] = "favorites".into();
    }
    let answer = authorizer().check(&signed_by("writer"), operation, body.to_string().as_bytes());
    answer.map_err(|refusal| refusal.to_string())
}

fn key(pk: &str) -> Value {
    json!({ "pk": { "S": pk } })
}

/// Returns a request of each kind for these partition keys.
fn requests(one: &str, other: &str) -> Vec<(&'static str, Value)> {
    let query = |name: &str, more: Value| {
        let mut body = json!({
            "KeyConditionExpression": "#k0 = :v0 AND #k1 > :v1",
            "ExpressionAttributeNames": { "#k0": name, "#k1": "sk" },
            "ExpressionAttributeValues": { ":v0": { "S": one }, ":v1": { "S": "Tag#" } },
        });
        body["IndexName"] = more;
        body
    };
    let transaction = |operation: &str, item: &str| {
        let member = |pk| json!({ operation: { "TableName": "favorites", item: key(pk) } });
        json!({ "TransactItems": [member(other), member(one)] })
    };
    vec![
        ("GetItem", json!({ "Key": key(one) })),
        ("PutItem", json!({ "Item": key(one) })),
        ("UpdateItem", json!({ "Key": key(one) })),
        ("DeleteItem", json!({ "Key": key(one) })),
        ("Query", query("pk", Value::Null)),
        ("Query", query("gpk", "byTime".into())),
        ("BatchGetItem", json!({ "RequestItems": { "favorites": { "Keys": [key(other), key(one)] } } })),
        (
            "BatchWriteItem",
            json!({ "RequestItems": { "favorites": [{ "PutRequest": { "Item": key(one) } }] } }),
        ),
        (
            "BatchWriteItem",
            json!({ "RequestItems": { "favorites": [{ "DeleteRequest": { "Key": key(one) } }] } }),
        ),
        ("TransactWriteItems", transaction("Put", "Item")),
        ("TransactWriteItems", transaction("Update", "Key")),
        ("TransactWriteItems", transaction("Delete", "Key")),
        ("TransactWriteItems", transaction("ConditionCheck", "Key")),
        ("TransactGetItems", transaction("Get", "Key")),
    ]
}

#[test]
fn requests_that_a_role_allows_pass() {
    for (operation, body) in requests("Tag#ann", "Note#ann") {
        assert_eq!(ask(operation, body.clone()), Ok(()), "{operation} {body}");
    }
}

#[test]
fn another_partition_key_is_refused_in_every_kind_of_request() {
    for (operation, body) in requests("Tags#ann", "Note#ann") {
        let refused = ask(operation, body.clone()).unwrap_err();
        assert!(
            refused.contains("does not allow dynamodb:") && refused.contains("Tags#*"),
            "{operation}: {refused}"
        );
    }
}

#[test]
fn a_request_that_hides_its_partition_key_is_refused() {
    let mut without = requests("Tag#ann", "Note#ann").remove(4).1;
    without["KeyConditionExpression"] = "#k1 > :v1".into();
    let requests = [
        ("GetItem", json!({ "Key": { "sk": { "S": "Tag#ann" } } })),
        ("GetItem", json!({ "Key": { "pk": { "B": "Tag#" } } })),
        ("Query", without),
        ("Query", json!({ "IndexName": "unknown" })),
    ];
    for (operation, body) in requests {
        assert!(ask(operation, body.clone()).is_err(), "{operation} {body}");
    }
}

#[test]
fn another_action_index_or_table_is_refused() {
    assert_eq!(
        ask("Scan", json!({})).unwrap_err(),
        "the role of writer in template.yaml does not allow dynamodb:Scan on the table without a partition key"
    );
    assert!(ask("DeleteTable", json!({})).is_err());
    assert!(ask("ExecuteStatement", json!({ "Statement": "SELECT * FROM favorites" })).is_err());
    let mut query = requests("Tag#ann", "Note#ann").remove(4).1;
    query["IndexName"] = "byName".into();
    assert!(ask("Query", query).unwrap_err().contains("on the index byName"));
    let elsewhere = json!({ "RequestItems": { "another": { "Keys": [key("Tag#ann")] } } });
    assert!(ask("BatchGetItem", elsewhere).unwrap_err().contains("on the table \"another\""));
}

#[test]
fn the_table_may_be_named_by_its_arn() {
    let arn = "arn:aws:dynamodb:us-east-1:000000000000:table/favorites";
    let keys = json!({ "RequestItems": { arn: { "Keys": [key("Tag#ann")] } } });
    assert_eq!(ask("BatchGetItem", keys), Ok(()));
}

#[test]
fn a_caller_that_is_not_a_function_may_do_everything() {
    let body = json!({ "TableName": "favorites" }).to_string();
    for headers in [signed_by("local"), signed_by("AKIAIOSFODNN7EXAMPLE"), HeaderMap::new()] {
        let authorizer = authorizer();
        assert_eq!(authorizer.check(&headers, "Scan", body.as_bytes()), Ok(()));
        assert!(authorizer.requested().is_empty() && authorizer.refused().is_empty());
    }
}

#[test]
fn requested_and_refused_actions_are_recorded() {
    let authorizer = authorizer();
    let get = |pk| json!({ "TableName": "favorites", "Key": key(pk) }).to_string();
    assert!(authorizer.check(&signed_by("writer"), "GetItem", get("Tag#ann").as_bytes()).is_ok());
    assert!(authorizer.check(&signed_by("writer"), "GetItem", get("Trash#ann").as_bytes()).is_err());
    let requested = authorizer.requested()["writer"].iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(
        requested,
        ["dynamodb:GetItem on the table with Tag#*", "dynamodb:GetItem on the table with Trash#*"]
    );
    let refused = authorizer.refused();
    assert_eq!((refused.len(), &*refused[0].action), (1, "dynamodb:GetItem"));
}
