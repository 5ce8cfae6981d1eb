//! The names that the code of the derive macros uses. Don't use them in other code.

pub use crate::Item;
pub use crate::const_str::first;
pub use crate::entity::{Checked, CheckedComponents, Choose, Proof, Unproven, check_component, typed};
pub use crate::entity::{Constraint, Entity, IsEntity, Key, Record, Unconstrained, Upsertable, Versioned};
pub use crate::entity::{
    ExpiryField, RefusedKey, RefusedTable, Stored, VersionField, checked_name, name_or_stand_in,
};
pub use crate::entity::{UpgradeError, no_past_version};
pub use crate::error::Error;
pub use crate::expression::{
    Binaries, Document, Field, KeyOnly, Keyed, Numbers, Opaque, Plain, Set, Strings, Unique, Version,
};
pub use crate::item::KeyAttributes;
pub use crate::item::native_attributes::{
    check_view as check_native_view, is_mixed, partition as native_partition, push as push_native, push_rest,
    rest_text, text as native_text,
};
pub use crate::item::{
    StreamItem, attribute, check_key, collect, decode, entity_name, field, is_a, raw_text, restore,
};
pub use crate::migration::{PastVersion, next_version, read_past};
pub use crate::model::{Attribute, Component, FieldUse, IndexKey, Model, RecordKey, Sharding, StoredAs};
pub use crate::model::{KeyFormat, Piece, StoredKey};
pub use crate::model::{PastAttributes, SchemaVersions};
pub use crate::query::{AnySortKey, OnePartition, Query, ShardedQuery};
pub use crate::query::{SortCondition, query_shard};
pub use crate::raw::{RawComponent, parse_raw_key, raw_key, same_keys};
pub use crate::read::{Projected, Projection, projected, read_projection};
pub use crate::scan::Scan;
pub use crate::stream::{TableItem, UniqueRecord, check_coverage, is_record, not_in_table_item};
pub use crate::table::{ConsistentIndex, on_global, on_local, on_native, ttl_attribute};
pub use crate::table::{Index, IndexSchema, Table};
pub use crate::table::{KeyAttribute, RawIndex, Scalar, key_attribute};
pub use crate::table::{check_entity, check_table};
pub use crate::table::{check_raw_index, on_raw_global, on_raw_local};
pub use crate::table::{holds_all, holds_projection};
pub use crate::time::EpochSeconds;
pub use crate::view::{
    CollectionView, IndexPlace, Indexed, MemberOf, Members, NamedMembers, PartitionedBy,
    check_index_member_types, check_member_types, check_shared, push_index_place, read_index_place,
};
pub use crate::view::{
    ConsistentView, JoinedView, Listed, NativeView, RawView, Rekey, Shard, ShardedView, View,
};
pub use crate::view::{
    Moves, check_index_member, check_member, check_raw_index_member, check_raw_member, check_shards, expires,
    joined_partition, key_text, not_in_collection, own_partition_key, parse_own_partition_key,
    push_table_place, raw_partition, read_sort_place, shards_or_one,
};
pub use aws_sdk_dynamodb::types::AttributeValue;
pub use serde_dynamo::{AttributeValue as Value, Result as ValueResult};
pub use table_keys::{
    EntityName, KeyError, KeyKind, named_sort_key, parse_named_sort_key, parse_partition_key, parse_sort_key,
    partition_key, sort_key,
};

pub type Attributes = Vec<(&'static str, AttributeValue)>;
pub type Fallible<T> = Result<T, Error>;
pub type KeyResult<T> = Result<T, KeyError>;
