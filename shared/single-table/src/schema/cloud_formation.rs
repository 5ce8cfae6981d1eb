//! The schema as a `CloudFormation` resource.

use aws_sdk_dynamodb::types::{BillingMode, KeySchemaElement, Projection, ProjectionType, StreamViewType};
use serde_json::{Map, Value, json};

use super::{IndexList, Schema};
use crate::table::IndexSchema;

impl Schema {
    /// Returns the schema as an `AWS::DynamoDB::Table` with on-demand billing (see that page in the `CloudFormation` template
    /// reference).
    ///
    /// ```
    /// use serde_json::json;
    /// use single_table::{Schema, table};
    ///
    /// table! {
    ///     /// Games, with an index whose keys have several attributes.
    ///     pub struct GameTable {
    ///         key: (pk, sk),
    ///         global: [ByRound = byRound native ([game: S, season: N], [round: N])],
    ///         entities: [],
    ///     }
    /// }
    ///
    /// let resource = json!({
    ///     "Type": "AWS::DynamoDB::Table",
    ///     "Properties": Schema::of::<GameTable>().cloud_formation(),
    /// });
    /// assert_eq!(
    ///     resource["Properties"]["GlobalSecondaryIndexes"][0]["KeySchema"],
    ///     json!([
    ///         {"AttributeName": "game", "KeyType": "HASH"},
    ///         {"AttributeName": "season", "KeyType": "HASH"},
    ///         {"AttributeName": "round", "KeyType": "RANGE"},
    ///     ]),
    /// );
    /// ```
    #[must_use]
    pub fn cloud_formation(&self) -> Value {
        let definitions = self.attribute_definitions().map(|definition| {
            json!({
                "AttributeName": definition.attribute_name(),
                "AttributeType": definition.attribute_type().as_str(),
            })
        });
        let mut properties = Map::from_iter([
            ("BillingMode".to_owned(), BillingMode::PayPerRequest.as_str().into()),
            ("AttributeDefinitions".to_owned(), definitions.collect()),
            ("KeySchema".to_owned(), show_key(&self.key_schema())),
        ]);
        for list in IndexList::ALL {
            let indexes: Vec<_> = self.indexes_in(list).map(show_index).collect();
            if !indexes.is_empty() {
                properties.insert(list.property().to_owned(), indexes.into());
            }
        }
        if let Some(ttl) = self.ttl {
            let specification = json!({"AttributeName": ttl, "Enabled": true});
            properties.insert("TimeToLiveSpecification".to_owned(), specification);
        }
        if let Some(view) = self.stream {
            let specification = json!({"StreamViewType": StreamViewType::from(view).as_str()});
            properties.insert("StreamSpecification".to_owned(), specification);
        }
        Value::Object(properties)
    }
}

fn show_index(index: &IndexSchema) -> Value {
    json!({
        "IndexName": index.name,
        "KeySchema": show_key(&index.key_schema()),
        "Projection": show_projection(&index.projection.into()),
    })
}

fn show_projection(projection: &Projection) -> Value {
    let mut shown = json!({"ProjectionType": projection.projection_type().map(ProjectionType::as_str)});
    if let Some(attributes) = &projection.non_key_attributes {
        shown["NonKeyAttributes"] = json!(attributes);
    }
    shown
}

fn show_key(key: &[KeySchemaElement]) -> Value {
    let show = |element: &KeySchemaElement| json!({"AttributeName": element.attribute_name(), "KeyType": element.key_type().as_str()});
    key.iter().map(show).collect()
}
