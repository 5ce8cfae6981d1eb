//! The permissions that a request of the DynamoDB API needs. See the page "Actions, resources, and condition keys for Amazon
//! DynamoDB" of the Service Authorization Reference for the actions.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::access::Access;
use crate::template::{Resource, Table};

/// The table that requests are about.
#[derive(Debug)]
pub(super) struct Schema {
    pub(super) table: Table,
    /// The name of the table in the engine.
    pub(super) name: String,
}

impl Schema {
    /// Returns the permissions that a request for `operation` with this body needs.
    pub(super) fn accesses(&self, operation: &str, body: &Value) -> Vec<Access> {
        let action = format!("dynamodb:{operation}");
        match operation {
            "GetItem" | "UpdateItem" | "DeleteItem" => vec![self.on_item(action, body, &body["Key"])],
            "PutItem" => vec![self.on_item(action, body, &body["Item"])],
            "BatchGetItem" => self.batch(&action, body, |entries| items(&entries["Keys"]).collect()),
            "BatchWriteItem" => self.batch(&action, body, |entries| {
                items(entries)
                    .flat_map(|entry| [&entry["PutRequest"]["Item"], &entry["DeleteRequest"]["Key"]])
                    .collect()
            }),
            "TransactGetItems" | "TransactWriteItems" => self.transaction(body),
            _ => {
                let leading_keys = self.queried_key(body).into_iter().collect();
                vec![Access { action, resource: self.resource(body), leading_keys }]
            }
        }
    }

    fn on_item(&self, action: String, body: &Value, item: &Value) -> Access {
        let leading_keys = self.partition_key(item).into_iter().collect();
        Access { action, resource: self.resource(body), leading_keys }
    }

    fn batch(&self, action: &str, body: &Value, keys: fn(&Value) -> Vec<&Value>) -> Vec<Access> {
        let tables = body["RequestItems"].as_object().into_iter().flatten();
        tables
            .map(|(table, entries)| Access {
                action: action.to_owned(),
                resource: self.table_named(table),
                leading_keys: keys(entries).into_iter().filter_map(|key| self.partition_key(key)).collect(),
            })
            .collect()
    }

    /// Returns the accesses of a transaction: the permissions for its actions "are governed by the permissions used for the
    /// underlying" operations ("Using IAM with DynamoDB transactions" in the developer guide). Operations of the same kind make
    /// one access.
    fn transaction(&self, body: &Value) -> Vec<Access> {
        let mut keys: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
        for (operation, request) in items(&body["TransactItems"]).filter_map(Value::as_object).flatten() {
            let (action, item) = match operation.as_str() {
                "Put" => ("dynamodb:PutItem", &request["Item"]),
                "ConditionCheck" => ("dynamodb:ConditionCheckItem", &request["Key"]),
                "Get" => ("dynamodb:GetItem", &request["Key"]),
                "Update" => ("dynamodb:UpdateItem", &request["Key"]),
                "Delete" => ("dynamodb:DeleteItem", &request["Key"]),
                unknown => (unknown, &request["Key"]),
            };
            keys.entry((action.to_owned(), self.resource(request)))
                .or_default()
                .extend(self.partition_key(item));
        }
        let accesses = keys.into_iter();
        accesses.map(|((action, resource), leading_keys)| Access { action, resource, leading_keys }).collect()
    }

    fn resource(&self, request: &Value) -> Resource {
        let table = request["TableName"].as_str().unwrap_or_default();
        match (self.table_named(table), request["IndexName"].as_str()) {
            (Resource::Table, Some(index)) => Resource::Index(index.to_owned()),
            (resource, _) => resource,
        }
    }

    /// Finds the table by its name or its ARN.
    fn table_named(&self, name: &str) -> Resource {
        let name = name.rsplit_once(":table/").map_or(name, |(_, name)| name);
        if name == self.name { Resource::Table } else { Resource::Other(format!("the table {name:?}")) }
    }

    fn partition_key(&self, item: &Value) -> Option<String> {
        text(&item[&self.table.key.partition])
    }

    /// Returns the partition key of a query on the table or an index. Returns `None` if the request has no key, or if its
    /// expression does not have the form `name = :value AND ...`. Statements with a condition on the key don't allow such a
    /// request.
    fn queried_key(&self, body: &Value) -> Option<String> {
        let key = match body["IndexName"].as_str() {
            None => &self.table.key,
            Some(index) => {
                &self.table.global_indexes.get(index).or_else(|| self.table.local_indexes.get(index))?.key
            }
        };
        let value = body["KeyConditionExpression"].as_str()?.split(" AND ").find_map(|clause| {
            let (name, value) = clause.split_once('=')?;
            let name = name.trim();
            let name = body["ExpressionAttributeNames"][name].as_str().unwrap_or(name);
            (name == key.partition).then_some(value.trim())
        })?;
        text(&body["ExpressionAttributeValues"][value])
    }
}

fn items(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

fn text(value: &Value) -> Option<String> {
    value["S"].as_str().map(str::to_owned)
}
