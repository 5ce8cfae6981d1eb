//! Differences between a schema and a table or template.

use aws_sdk_dynamodb::types::{KeySchemaElement, ProjectionType, ScalarAttributeType, StreamViewType};

use crate::table::{IndexKind, IndexSchema, StreamView};

/// A difference between a table or template and its [`table!`](crate::table!) declaration. The message names the part, the found
/// value and the declared value.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Difference {
    /// The table has another key, or its attributes in another order.
    #[error("the table's key is ({}), not ({})", show_key(found), show_key(declared))]
    Key {
        /// The declared value.
        declared: Vec<KeySchemaElement>,
        /// The found value.
        found: Vec<KeySchemaElement>,
    },
    /// There is no index of that name. Its attributes' definitions go with it; they are not listed too.
    #[error("{} index {} ({}) is missing", show_kind(declared.kind), declared.name, show_key(&declared.key_schema()))]
    MissingIndex {
        /// The declared value.
        declared: IndexSchema,
    },
    /// There is an index that is not declared, or a second one of the same name.
    #[error("index {index} is not declared")]
    ExtraIndex {
        /// Its name.
        index: String,
    },
    /// A global index is local, or the other way round.
    #[error("index {index} is {}, not {}", show_kind(*found), show_kind(*declared))]
    IndexKind {
        /// Its name.
        index: &'static str,
        /// The declared value.
        declared: IndexKind,
        /// The found kind: global or local.
        found: IndexKind,
    },
    /// An index has another key, or its attributes in another order.
    #[error("the key of index {index} is ({}), not ({})", show_key(found), show_key(declared))]
    IndexKey {
        /// Its name.
        index: &'static str,
        /// The declared value.
        declared: Vec<KeySchemaElement>,
        /// The found value.
        found: Vec<KeySchemaElement>,
    },
    /// An index does not have whole items; views decode whole ones.
    #[error("index {index} projects {}, not ALL", found.as_ref().map_or("nothing", ProjectionType::as_str))]
    Projection {
        /// Its name.
        index: &'static str,
        /// The found value.
        found: Option<ProjectionType>,
    },
    /// A key has an attribute that is declared and has no definition.
    #[error("key attribute {attribute} is not defined, but declared as {declared}")]
    MissingAttribute {
        /// Its name.
        attribute: &'static str,
        /// The declared value.
        declared: ScalarAttributeType,
    },
    /// An attribute is defined that no key has, or one a second time.
    #[error("attribute {attribute} is defined, but needed by no key")]
    ExtraAttribute {
        /// Its name.
        attribute: String,
    },
    /// A key attribute has another type.
    #[error("key attribute {attribute} has type {found}, not {declared}")]
    AttributeType {
        /// Its name.
        attribute: &'static str,
        /// The declared value.
        declared: ScalarAttributeType,
        /// The found value.
        found: ScalarAttributeType,
    },
    /// Items expire by another attribute, or not at all, or although none is declared.
    #[error("the TTL attribute is {}, not {}", found.as_deref().unwrap_or("off"), declared.unwrap_or("off"))]
    Ttl {
        /// The declared value.
        declared: Option<&'static str>,
        /// The found value.
        found: Option<String>,
    },
    /// The stream shows something else, or is on or off and should not be.
    #[error("the stream is {}, not {}", show_stream(found.as_ref()), show_stream(declared.map(Into::into).as_ref()))]
    Stream {
        /// The declared value.
        declared: Option<StreamView>,
        /// The found value.
        found: Option<StreamViewType>,
    },
    /// A template does not say there what is in the table: a function of `CloudFormation` decides it, or it is malformed.
    /// The parts that depend on that value were not compared.
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

fn show_kind(kind: IndexKind) -> &'static str {
    match kind {
        IndexKind::Global | IndexKind::Native => "global",
        IndexKind::Local => "local",
    }
}

fn show_stream(view: Option<&StreamViewType>) -> &str {
    view.map_or("off", StreamViewType::as_str)
}
