//! The schema of a table, and its comparison with a deployed table or a template.

mod cloud_formation;
mod compare;
mod create;
mod described;
mod difference;
mod found;
mod node;
mod template;

use std::collections::BTreeMap;

use aws_sdk_dynamodb::types::{
    AttributeDefinition, KeySchemaElement, KeyType, Projection, ProjectionType, ScalarAttributeType,
    StreamViewType,
};

use crate::table::{IndexKind, IndexProjection, IndexSchema, KeyAttribute, Scalar, StreamView, Table};

pub use self::create::CreateError;
pub use self::difference::Difference;

/// The keys, attribute types, indexes, TTL attribute and stream of a table, as its [`table!`](crate::table!) declares them.
///
/// A schema creates the table ([`create`](Self::create), [`create_table`](Self::create_table)) or returns its `CloudFormation`
/// resource ([`cloud_formation`](Self::cloud_formation)). If another tool creates the table, the schema lists each difference to
/// the table ([`check`](Self::check)) or to the template ([`differences_to_template`](Self::differences_to_template)). Billing,
/// encryption, backups and tags are not part of the schema, and are not compared.
///
/// ```
/// use single_table::{Schema, table};
///
/// table! {
///     /// All that the music library keeps.
///     pub struct MusicTable {
///         key: (pk, sk),
///         ttl: ttl,
///         global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)],
///         entities: [],
///     }
/// }
///
/// let schema = Schema::of::<MusicTable>();
/// let mut template = schema.cloud_formation();
/// assert_eq!(schema.differences_to_template(&template), []);
///
/// template["TimeToLiveSpecification"]["AttributeName"] = "expires".into();
/// template["GlobalSecondaryIndexes"][0]["Projection"]["ProjectionType"] = "KEYS_ONLY".into();
/// let differences: Vec<_> =
///     schema.differences_to_template(&template).iter().map(ToString::to_string).collect();
/// assert_eq!(
///     differences,
///     ["index gsiOne projects KEYS_ONLY, not ALL", "the TTL attribute is expires, not ttl"],
/// );
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Schema {
    key: &'static [KeyAttribute],
    indexes: &'static [IndexSchema],
    ttl: Option<&'static str>,
    stream: Option<StreamView>,
}

impl Schema {
    /// Returns the schema of the table `T`.
    #[must_use]
    pub fn of<T: Table>() -> Self {
        Self { key: T::KEY, indexes: T::INDEXES, ttl: T::TTL, stream: T::STREAM }
    }

    /// Returns the attributes of all keys, each once. DynamoDB refuses definitions of other attributes.
    fn attributes(&self) -> BTreeMap<&'static str, Scalar> {
        let of_indexes =
            self.indexes.iter().flat_map(|index| index.partition_key.iter().chain(index.sort_key));
        let all = self.key.iter().chain(of_indexes);
        all.map(|attribute| (attribute.name, attribute.scalar)).collect()
    }

    fn attribute_definitions(&self) -> impl Iterator<Item = AttributeDefinition> {
        self.attributes().into_iter().map(|(name, scalar)| {
            let definition =
                AttributeDefinition::builder().attribute_name(name).attribute_type(scalar.into());
            definition.build().expect("both members are set")
        })
    }

    fn key_schema(&self) -> Vec<KeySchemaElement> {
        let (partition, sort) = self.key.split_at(1);
        key_schema(partition, sort)
    }

    fn indexes_in(&self, list: IndexList) -> impl Iterator<Item = &'static IndexSchema> {
        self.indexes.iter().filter(move |index| IndexList::of(index.kind) == list)
    }
}

/// The two lists of indexes in DynamoDB's API and in `CloudFormation`. Native indexes are in the global list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum IndexList {
    Global,
    Local,
}

impl IndexList {
    const ALL: [Self; 2] = [Self::Global, Self::Local];

    fn of(kind: IndexKind) -> Self {
        match kind {
            IndexKind::Global | IndexKind::Native => Self::Global,
            IndexKind::Local => Self::Local,
        }
    }

    fn property(self) -> &'static str {
        match self {
            Self::Global => "GlobalSecondaryIndexes",
            Self::Local => "LocalSecondaryIndexes",
        }
    }
}

fn key_schema(partition: &[KeyAttribute], sort: &[KeyAttribute]) -> Vec<KeySchemaElement> {
    let partition = partition.iter().map(|attribute| key_element(attribute.name, KeyType::Hash));
    partition.chain(sort.iter().map(|attribute| key_element(attribute.name, KeyType::Range))).collect()
}

fn key_element(name: &str, key_type: KeyType) -> KeySchemaElement {
    let element = KeySchemaElement::builder().attribute_name(name).key_type(key_type);
    element.build().expect("both members are set")
}

impl IndexSchema {
    fn key_schema(&self) -> Vec<KeySchemaElement> {
        key_schema(self.partition_key, self.sort_key)
    }
}

impl From<Scalar> for ScalarAttributeType {
    fn from(scalar: Scalar) -> Self {
        match scalar {
            Scalar::S => Self::S,
            Scalar::N => Self::N,
            Scalar::B => Self::B,
        }
    }
}

impl From<IndexProjection> for Projection {
    fn from(projection: IndexProjection) -> Self {
        let (kind, attributes) = match projection {
            IndexProjection::All => (ProjectionType::All, None),
            IndexProjection::KeysOnly => (ProjectionType::KeysOnly, None),
            IndexProjection::Include(attributes) => (ProjectionType::Include, Some(attributes)),
        };
        let attributes = attributes.map(|names| names.iter().map(|name| (*name).to_owned()).collect());
        Self::builder().projection_type(kind).set_non_key_attributes(attributes).build()
    }
}

impl From<StreamView> for StreamViewType {
    fn from(view: StreamView) -> Self {
        match view {
            StreamView::KeysOnly => Self::KeysOnly,
            StreamView::NewImage => Self::NewImage,
            StreamView::OldImage => Self::OldImage,
            StreamView::NewAndOldImages => Self::NewAndOldImages,
        }
    }
}
