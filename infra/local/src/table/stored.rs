//! The description of a table in the embedded engine, without its figures.
//!
//! `DescribeTable` counts the items of the table and of each index, so with 50,000 favorites it reads more than a gigabyte. This
//! reads the definition only, which is one row.

use aws_sdk_dynamodb::error::BuildError;
use aws_sdk_dynamodb::types::builders::StreamSpecificationBuilder;
use aws_sdk_dynamodb::types::{
    AttributeDefinition, GlobalSecondaryIndexDescription, KeySchemaElement, KeyType,
    LocalSecondaryIndexDescription, Projection, ProjectionType, ScalarAttributeType, StreamSpecification,
    StreamViewType, TableDescription, TableStatus,
};
use dynoxide::{Database, DynoxideError, TableMetadata};
use serde::de::DeserializeOwned;

use crate::stored_definitions::{Attribute, Index, KeyElement, Projected};

/// The definition of a table can't be read.
#[derive(Debug, thiserror::Error)]
pub(super) enum StoredError {
    #[error(transparent)]
    Engine(#[from] DynoxideError),
    #[error("its definition is not in DynamoDB's form: {0}")]
    Json(#[from] serde_json::Error),
    #[error("its definition is incomplete: {0}")]
    Incomplete(#[from] BuildError),
}

/// Returns the description of the table `name`, or `None` if that table does not exist.
pub(super) fn describe(database: &Database, name: &str) -> Result<Option<TableDescription>, StoredError> {
    database.get_table_metadata(name)?.map(|stored| description(&stored)).transpose()
}

fn description(stored: &TableMetadata) -> Result<TableDescription, StoredError> {
    let view = stored.stream_view_type.as_deref().filter(|_| stored.stream_enabled);
    let stream = view.map(|view| {
        StreamSpecification::builder().stream_enabled(true).stream_view_type(StreamViewType::from(view))
    });
    Ok(TableDescription::builder()
        .table_name(&stored.table_name)
        .table_status(TableStatus::from(stored.table_status.as_str()))
        .set_key_schema(Some(key_schema(serde_json::from_str(&stored.key_schema)?)?))
        .set_attribute_definitions(Some(attributes(serde_json::from_str(&stored.attribute_definitions)?)?))
        .set_global_secondary_indexes(Some(
            list::<Index>(stored.gsi_definitions.as_deref())?
                .into_iter()
                .map(global)
                .collect::<Result<_, _>>()?,
        ))
        .set_local_secondary_indexes(Some(
            list::<Index>(stored.lsi_definitions.as_deref())?
                .into_iter()
                .map(local)
                .collect::<Result<_, _>>()?,
        ))
        .set_stream_specification(stream.map(StreamSpecificationBuilder::build).transpose()?)
        .build())
}

fn list<T: DeserializeOwned>(json: Option<&str>) -> serde_json::Result<Vec<T>> {
    json.map_or_else(|| Ok(Vec::new()), serde_json::from_str)
}

fn global(index: Index) -> Result<GlobalSecondaryIndexDescription, BuildError> {
    Ok(GlobalSecondaryIndexDescription::builder()
        .index_name(index.name)
        .set_key_schema(Some(key_schema(index.key_schema)?))
        .projection(index.projection.into())
        .build())
}

fn local(index: Index) -> Result<LocalSecondaryIndexDescription, BuildError> {
    Ok(LocalSecondaryIndexDescription::builder()
        .index_name(index.name)
        .set_key_schema(Some(key_schema(index.key_schema)?))
        .projection(index.projection.into())
        .build())
}

impl From<Projected> for Projection {
    fn from(stored: Projected) -> Self {
        Self::builder()
            .set_projection_type(stored.projection_type.as_deref().map(ProjectionType::from))
            .set_non_key_attributes(stored.non_key_attributes)
            .build()
    }
}

fn key_schema(elements: Vec<KeyElement>) -> Result<Vec<KeySchemaElement>, BuildError> {
    let element = |stored: KeyElement| {
        KeySchemaElement::builder()
            .attribute_name(stored.attribute_name)
            .key_type(KeyType::from(stored.key_type.as_str()))
            .build()
    };
    elements.into_iter().map(element).collect()
}

fn attributes(attributes: Vec<Attribute>) -> Result<Vec<AttributeDefinition>, BuildError> {
    let definition = |stored: Attribute| {
        AttributeDefinition::builder()
            .attribute_name(stored.attribute_name)
            .attribute_type(ScalarAttributeType::from(stored.attribute_type.as_str()))
            .build()
    };
    attributes.into_iter().map(definition).collect()
}
