//! Compares a `CloudFormation` template with a schema.

use aws_sdk_dynamodb::types::{
    KeySchemaElement, KeyType, Projection, ProjectionType, ScalarAttributeType, StreamViewType,
};
use serde_json::Value;

use super::found::{Found, FoundAttribute, FoundIndex, NotReadable, Part};
use super::node::Node;
use super::{Difference, IndexList, Schema, key_element};
use crate::table::IndexKind;

impl Schema {
    /// Returns the differences between this schema and an `AWS::DynamoDB::Table` of a template. `resource` is the whole resource
    /// or only its properties.
    ///
    /// Values that `CloudFormation` decides when it deploys (`Ref`, `Fn::If` and the like) are
    /// [`NotReadable`](Difference::NotReadable) if the schema needs a plain value.
    ///
    /// ```
    /// use serde_json::json;
    /// use single_table::{Schema, table};
    ///
    /// table! {
    ///     /// All that the music library keeps.
    ///     pub struct MusicTable { key: (pk, sk), entities: [] }
    /// }
    ///
    /// let differences = Schema::of::<MusicTable>().differences_to_template(&json!({
    ///     "Type": "AWS::DynamoDB::Table",
    ///     "Properties": {
    ///         "AttributeDefinitions": [
    ///             {"AttributeName": "pk", "AttributeType": "S"},
    ///             {"AttributeName": "sk", "AttributeType": {"Ref": "SortKeyType"}},
    ///         ],
    ///         "KeySchema": [
    ///             {"AttributeName": "pk", "KeyType": "HASH"},
    ///             {"AttributeName": "sk", "KeyType": "RANGE"},
    ///         ],
    ///     },
    /// }));
    /// assert_eq!(
    ///     differences[0].to_string(),
    ///     r#"Properties.AttributeDefinitions[1].AttributeType must be S, N or B, not: {"Ref":"SortKeyType"}"#,
    /// );
    /// assert_eq!(differences.len(), 1);
    /// ```
    #[must_use]
    pub fn differences_to_template(&self, resource: &Value) -> Vec<Difference> {
        self.differences(read(resource))
    }
}

fn read(resource: &Value) -> Found {
    let mut unreadable = Vec::new();
    let found = read_properties(resource, &mut unreadable).unwrap_or_else(|NotReadable| Found {
        key: Err(NotReadable),
        attributes: vec![FoundAttribute::unreadable()],
        indexes: [IndexKind::Global, IndexKind::Local].map(FoundIndex::unreadable).into(),
        ttl: Err(NotReadable),
        stream: Err(NotReadable),
        unreadable: Vec::new(),
    });
    Found { unreadable, ..found }
}

fn read_properties(resource: &Value, unreadable: &mut Vec<Difference>) -> Part<Found> {
    let root = Node::root(resource);
    let properties = match root.get("Properties").present() {
        Some(properties) => {
            let is_table = |kind: &str| (kind == "AWS::DynamoDB::Table").then_some(());
            root.get("Type").word("AWS::DynamoDB::Table", is_table, unreadable)?;
            properties
        }
        None => root,
    };
    properties.check_mapping(unreadable)?;
    let mut indexes = read_indexes(&properties, IndexKind::Global, unreadable);
    indexes.extend(read_indexes(&properties, IndexKind::Local, unreadable));
    Ok(Found {
        key: read_key(&properties, unreadable),
        attributes: read_attributes(&properties, unreadable),
        indexes,
        ttl: read_ttl(&properties, unreadable),
        stream: read_stream(&properties, unreadable),
        unreadable: Vec::new(),
    })
}

fn read_key(owner: &Node<'_>, unreadable: &mut Vec<Difference>) -> Part<Vec<KeySchemaElement>> {
    let elements = owner.get("KeySchema").items(unreadable)?;
    let elements: Vec<_> = elements.iter().map(|element| read_element(element, unreadable)).collect();
    // Collects only after reading all elements, so that each one that can't be read is noted.
    elements.into_iter().collect()
}

fn read_element(element: &Node<'_>, unreadable: &mut Vec<Difference>) -> Part<KeySchemaElement> {
    element.check_mapping(unreadable)?;
    let name = element.get("AttributeName").text(unreadable);
    let parse = |text: &str| KeyType::try_parse(text).ok();
    let key_type = element.get("KeyType").word("HASH or RANGE", parse, unreadable);
    Ok(key_element(&name?, key_type?))
}

fn read_attributes(properties: &Node<'_>, unreadable: &mut Vec<Difference>) -> Vec<FoundAttribute> {
    match properties.get("AttributeDefinitions").items(unreadable) {
        Ok(items) => items.iter().map(|definition| read_attribute(definition, unreadable)).collect(),
        Err(NotReadable) => vec![FoundAttribute::unreadable()],
    }
}

fn read_attribute(definition: &Node<'_>, unreadable: &mut Vec<Difference>) -> FoundAttribute {
    if definition.check_mapping(unreadable).is_err() {
        return FoundAttribute::unreadable();
    }
    let parse = |text: &str| ScalarAttributeType::try_parse(text).ok();
    FoundAttribute {
        name: definition.get("AttributeName").text(unreadable),
        scalar: definition.get("AttributeType").word("S, N or B", parse, unreadable),
    }
}

fn read_indexes(properties: &Node<'_>, kind: IndexKind, unreadable: &mut Vec<Difference>) -> Vec<FoundIndex> {
    match properties.get(IndexList::of(kind).property()).items(unreadable) {
        Ok(items) => items.iter().map(|index| read_index(index, kind, unreadable)).collect(),
        Err(NotReadable) => vec![FoundIndex::unreadable(kind)],
    }
}

fn read_index(index: &Node<'_>, kind: IndexKind, unreadable: &mut Vec<Difference>) -> FoundIndex {
    if index.check_mapping(unreadable).is_err() {
        return FoundIndex::unreadable(kind);
    }
    FoundIndex {
        kind,
        name: index.get("IndexName").text(unreadable),
        key: read_key(index, unreadable),
        projection: read_projection(index, unreadable),
    }
}

fn read_projection(index: &Node<'_>, unreadable: &mut Vec<Difference>) -> Part<Option<Projection>> {
    let Some(projection) = index.get("Projection").present() else { return Ok(None) };
    projection.check_mapping(unreadable)?;
    let parse = |text: &str| ProjectionType::try_parse(text).ok();
    let kind = projection.get("ProjectionType").word("ALL, KEYS_ONLY or INCLUDE", parse, unreadable)?;
    let attributes = projection.get("NonKeyAttributes").present().map(|list| {
        let names = list.items(unreadable)?;
        names.iter().map(|name| name.text(unreadable)).collect()
    });
    let projection = Projection::builder().projection_type(kind);
    Ok(Some(projection.set_non_key_attributes(attributes.transpose()?).build()))
}

fn read_ttl(properties: &Node<'_>, unreadable: &mut Vec<Difference>) -> Part<Option<String>> {
    let Some(ttl) = properties.get("TimeToLiveSpecification").present() else { return Ok(None) };
    ttl.check_mapping(unreadable)?;
    if !ttl.get("Enabled").flag(unreadable)? {
        return Ok(None);
    }
    ttl.get("AttributeName").text(unreadable).map(Some)
}

fn read_stream(properties: &Node<'_>, unreadable: &mut Vec<Difference>) -> Part<Option<StreamViewType>> {
    let Some(stream) = properties.get("StreamSpecification").present() else { return Ok(None) };
    stream.check_mapping(unreadable)?;
    let parse = |text: &str| StreamViewType::try_parse(text).ok();
    let view = stream.get("StreamViewType");
    view.word("KEYS_ONLY, NEW_IMAGE, OLD_IMAGE or NEW_AND_OLD_IMAGES", parse, unreadable).map(Some)
}
