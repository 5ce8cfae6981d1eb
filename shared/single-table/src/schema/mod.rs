//! What DynamoDB has to know of a table, and whether a table or a template says the same.

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
    AttributeDefinition, KeySchemaElement, KeyType, ScalarAttributeType, StreamViewType,
};

use crate::const_str::equal;
use crate::table::{IndexKind, IndexSchema, KeyAttribute, Scalar, StreamView, Table};

pub use self::create::CreateError;
pub use self::difference::Difference;

/// The keys, attribute types, indexes, TTL attribute and stream of a table, from its [`table!`](crate::table!).
///
/// It makes the table ([`create`](Self::create), [`create_table`](Self::create_table)) or its `CloudFormation` resource
/// ([`cloud_formation`](Self::cloud_formation)). Where those are kept elsewhere, it names each difference to a table
/// ([`check`](Self::check)) or to a template ([`differences_to_template`](Self::differences_to_template)). Billing,
/// encryption, backups and tags are not part of it, and are not compared.
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
    /// That of `T`. An attribute has one type in all keys; a table where it has two does not compile here.
    ///
    /// ```compile_fail
    /// single_table::table! {
    ///     /// `state` is a text here and a number there.
    ///     pub struct Torn {
    ///         key: (pk, sk),
    ///         global: [A = byTextState native ([state: S], []), B = byNumericState native ([state: N], [])],
    ///         entities: [],
    ///     }
    /// }
    /// single_table::Schema::of::<Torn>();
    /// ```
    #[must_use]
    pub fn of<T: Table>() -> Self {
        const { check_types::<T>() };
        Self { key: T::KEY, indexes: T::INDEXES, ttl: T::TTL, stream: T::STREAM }
    }

    /// The attributes of every key, each once. DynamoDB refuses definitions of others.
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

/// The two lists of indexes that DynamoDB's API and `CloudFormation` have. Native indexes are among the global ones.
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

/// That no key attribute has two types.
const fn check_types<T: Table>() {
    check_against_indexes(T::KEY, T::INDEXES);
    let mut at = 0;
    while at < T::INDEXES.len() {
        let index = &T::INDEXES[at];
        check_against_indexes(index.partition_key, T::INDEXES);
        check_against_indexes(index.sort_key, T::INDEXES);
        at += 1;
    }
}

const fn check_against_indexes(attributes: &[KeyAttribute], indexes: &[IndexSchema]) {
    if let ([first, rest @ ..], [index, others @ ..]) = (attributes, indexes) {
        check_same_type(first, index.partition_key);
        check_same_type(first, index.sort_key);
        check_against_indexes(rest, indexes);
        check_against_indexes(&[*first], others);
    }
}

const fn check_same_type(attribute: &KeyAttribute, others: &[KeyAttribute]) {
    if let [first, rest @ ..] = others {
        assert!(
            !equal(attribute.name, first.name) || attribute.scalar as u8 == first.scalar as u8,
            "an attribute has one type in one key of the table, and another type in another key"
        );
        check_same_type(attribute, rest);
    }
}
