//! Compares an existing table with the template's.

use std::collections::BTreeMap;

use aws_sdk_dynamodb::types::{
    self, KeySchemaElement, KeyType, ProjectionType, StreamSpecification, TableDescription,
};

use super::convert::{attribute_type, projection, stream_view_type};
use crate::template::{Index, Key, StreamView, Table};

/// Returns a sentence for each difference. The list is empty if the tables are the same.
pub(super) fn find(table: &Table, found: &TableDescription) -> Vec<String> {
    let mut differences = Vec::new();
    let mut check = |what: &str, wanted: String, found: String| {
        if wanted != found {
            differences.push(format!("{what} is {found}, not {wanted}"));
        }
    };
    check("its key", show_key(&table.key), show_schema(found.key_schema()));
    check("its stream", show_stream(table.stream), show_found_stream(found));
    let attributes = found.attribute_definitions();
    for (attribute, kind) in &table.attributes {
        let found = attributes.iter().find(|definition| definition.attribute_name() == attribute);
        let found = found.map_or("missing", |definition| definition.attribute_type().as_str());
        check(&format!("attribute {attribute}"), attribute_type(*kind).as_str().to_owned(), found.to_owned());
    }
    check("the global indexes", show_indexes(&table.global_indexes), show_global_indexes(found));
    check("the local indexes", show_indexes(&table.local_indexes), show_local_indexes(found));
    differences
}

fn show_key(key: &Key) -> String {
    key.sort.as_ref().map_or_else(|| key.partition.clone(), |sort| format!("{} / {sort}", key.partition))
}

fn show_schema(schema: &[KeySchemaElement]) -> String {
    let name = |kind: KeyType| {
        schema
            .iter()
            .find(|element| *element.key_type() == kind)
            .map(|element| element.attribute_name().to_owned())
    };
    show_key(&Key { partition: name(KeyType::Hash).unwrap_or_default(), sort: name(KeyType::Range) })
}

fn show_stream(view: Option<StreamView>) -> String {
    view.map_or_else(|| "off".to_owned(), |view| stream_view_type(view).as_str().to_owned())
}

fn show_found_stream(found: &TableDescription) -> String {
    let stream = found.stream_specification().filter(|stream| stream.stream_enabled());
    let view = stream.and_then(StreamSpecification::stream_view_type);
    view.map_or_else(|| "off".to_owned(), |view| view.as_str().to_owned())
}

fn show_indexes(indexes: &BTreeMap<String, Index>) -> String {
    let show = |(name, index): (&String, &Index)| {
        show_index(name, &show_key(&index.key), &projection(&index.projection))
    };
    show_all(indexes.iter().map(show).collect())
}

fn show_global_indexes(found: &TableDescription) -> String {
    let indexes = found.global_secondary_indexes().iter();
    show_all(
        indexes
            .map(|index| show_found_index(index.index_name(), index.key_schema(), index.projection()))
            .collect(),
    )
}

fn show_local_indexes(found: &TableDescription) -> String {
    let indexes = found.local_secondary_indexes().iter();
    show_all(
        indexes
            .map(|index| show_found_index(index.index_name(), index.key_schema(), index.projection()))
            .collect(),
    )
}

fn show_found_index(
    name: Option<&str>,
    schema: &[KeySchemaElement],
    projection: Option<&types::Projection>,
) -> String {
    let none = types::Projection::builder().build();
    show_index(name.unwrap_or_default(), &show_schema(schema), projection.unwrap_or(&none))
}

fn show_index(name: &str, key: &str, projection: &types::Projection) -> String {
    let kind = projection.projection_type().map_or("", ProjectionType::as_str);
    let mut attributes = projection.non_key_attributes().to_vec();
    attributes.sort_unstable();
    format!("{name} ({key}, {kind} {})", attributes.join(" "))
}

fn show_all(mut indexes: Vec<String>) -> String {
    indexes.sort();
    if indexes.is_empty() { "none".to_owned() } else { indexes.join(", ") }
}
