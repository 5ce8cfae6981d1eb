//! The definitions of tables as the engine stores them: in the JSON of DynamoDB's API.

use serde::Deserialize;

/// A key attribute, with its type.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(crate) struct Attribute {
    pub(crate) attribute_name: String,
    pub(crate) attribute_type: String,
}

/// A part of a primary key.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(crate) struct KeyElement {
    pub(crate) attribute_name: String,
    pub(crate) key_type: String,
}

/// A secondary index.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(crate) struct Index {
    #[serde(rename = "IndexName")]
    pub(crate) name: String,
    pub(crate) key_schema: Vec<KeyElement>,
    pub(crate) projection: Projected,
}

/// The attributes that an index contains.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(crate) struct Projected {
    pub(crate) projection_type: Option<String>,
    pub(crate) non_key_attributes: Option<Vec<String>>,
}
