//! Differences between a schema and a table or template.

use aws_sdk_dynamodb::types::{
    KeySchemaElement, Projection, ProjectionType, ScalarAttributeType, StreamViewType,
};

use crate::table::{IndexKind, IndexSchema, StreamView};

/// A difference between a table or template and its [`table!`](crate::table!) declaration. The message names the part, the found
/// value and the declared value.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Difference {
    /// The table's key has other attributes, or the same ones in another order.
    #[error("the table's key is ({}), not ({})", show_key(found), show_key(declared))]
    Key {
        /// The declared value.
        declared: Vec<KeySchemaElement>,
        /// The found value.
        found: Vec<KeySchemaElement>,
    },
    /// The table has no index of that name. Missing definitions of the index's attributes are not reported separately.
    #[error("{} index {} ({}) is missing", show_kind(declared.kind), declared.name, show_key(&declared.key_schema()))]
    MissingIndex {
        /// The declared value.
        declared: IndexSchema,
    },
    /// The table has an index that is not declared, or two of the same name.
    #[error("index {index} is not declared")]
    ExtraIndex {
        /// The name of the index.
        index: String,
    },
    /// A global index is declared as local, or a local index as global.
    #[error("index {index} is {}, not {}", show_kind(*found), show_kind(*declared))]
    IndexKind {
        /// The name of the index.
        index: &'static str,
        /// The declared kind: global or local.
        declared: IndexKind,
        /// The found kind: global or local.
        found: IndexKind,
    },
    /// The index's key has other attributes, or the same ones in another order.
    #[error("the key of index {index} is ({}), not ({})", show_key(found), show_key(declared))]
    IndexKey {
        /// The name of the index.
        index: &'static str,
        /// The declared value.
        declared: Vec<KeySchemaElement>,
        /// The found value.
        found: Vec<KeySchemaElement>,
    },
    /// The index holds other attributes of the items.
    #[error("index {index} projects {}, not {}", show_projection(found.as_ref()), show_projection(Some(declared)))]
    Projection {
        /// The name of the index.
        index: &'static str,
        /// The declared value.
        declared: Projection,
        /// The found value.
        found: Option<Projection>,
    },
    /// A declared key attribute has no definition.
    #[error("key attribute {attribute} is not defined, but declared as {declared}")]
    MissingAttribute {
        /// The name of the attribute.
        attribute: &'static str,
        /// The declared type.
        declared: ScalarAttributeType,
    },
    /// The table defines an attribute that no key has, or the same attribute twice.
    #[error("attribute {attribute} is defined, but no key uses it")]
    ExtraAttribute {
        /// The name of the attribute.
        attribute: String,
    },
    /// A key attribute has another type.
    #[error("key attribute {attribute} has type {found}, not {declared}")]
    AttributeType {
        /// The name of the attribute.
        attribute: &'static str,
        /// The declared type.
        declared: ScalarAttributeType,
        /// The found type.
        found: ScalarAttributeType,
    },
    /// The table has another TTL attribute than the declared one, has none, or has one although none is declared.
    #[error("the TTL attribute is {}, not {}", found.as_deref().unwrap_or("off"), declared.unwrap_or("off"))]
    Ttl {
        /// The declared TTL attribute.
        declared: Option<&'static str>,
        /// The found TTL attribute.
        found: Option<String>,
    },
    /// The table has another stream view than the declared one, has no stream, or has one although none is declared.
    #[error("the stream is {}, not {}", show_stream(found.as_ref()), show_stream(declared.map(Into::into).as_ref()))]
    Stream {
        /// The declared stream view.
        declared: Option<StreamView>,
        /// The found stream view.
        found: Option<StreamViewType>,
    },
    /// A value in a template is decided by a function of `CloudFormation` or is malformed. The parts that depend on this value
    /// were not compared.
    #[error("{path} must be {expected}, not: {found}")]
    NotReadable {
        /// The path of the value, such as `GlobalSecondaryIndexes[0].IndexName`.
        path: String,
        /// The expected value.
        expected: &'static str,
        /// The found value.
        found: String,
    },
}

fn show_key(key: &[KeySchemaElement]) -> String {
    let show = |element: &KeySchemaElement| format!("{} {}", element.attribute_name(), element.key_type());
    key.iter().map(show).collect::<Vec<_>>().join(", ")
}

fn show_projection(projection: Option<&Projection>) -> String {
    let Some(projection) = projection else { return "nothing".to_owned() };
    let kind = projection.projection_type().map_or("of no type", ProjectionType::as_str);
    match projection.non_key_attributes() {
        [] => kind.to_owned(),
        attributes => format!("{kind} [{}]", attributes.join(", ")),
    }
}

fn show_kind(kind: IndexKind) -> &'static str {
    match kind {
        IndexKind::Global | IndexKind::Native => "global",
        IndexKind::Local => "local",
    }
}

fn show_stream(view: Option<&StreamViewType>) -> &str {
    view.map_or("off", StreamViewType::as_str)
}
