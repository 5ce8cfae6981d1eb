//! The description of an entity as one constant: its attributes, keys, indexes, expiry, version and unique constraints.
//!
//! The derive writes the constant, [`Entity::MODEL`](crate::Entity::MODEL). Everything that the library does with an entity
//! follows from it, and [`table!`](crate::table!) compares the descriptions of all entities of a table while the crate compiles.

mod attribute;
mod component;
mod format;
mod index_key;
mod key_attribute;
mod record_key;
mod schema_versions;

use table_keys::EntityName;

use crate::const_str::equal;

pub use attribute::{Attribute, FieldUse, StoredAs};
pub use component::Component;
#[doc(hidden)]
pub use format::{KeyFormat, Piece, StoredKey};
pub(crate) use format::{check_disjoint, same_format};
pub use index_key::{IndexKey, Sharding};
pub use key_attribute::{KeyAttribute, Scalar};
pub use record_key::RecordKey;
pub use schema_versions::{PastAttributes, SchemaVersions};

/// The description of an entity.
///
/// ```
/// use serde::{Deserialize, Serialize};
/// use single_table::{Entity, table};
///
/// table! {
///     /// The music library.
///     pub struct MusicTable {
///         key: (pk, sk),
///         global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)],
///         entities: [Track],
///     }
/// }
///
/// /// A track of an album.
/// #[derive(Serialize, Deserialize, Entity)]
/// #[entity(table = MusicTable, name = "Track", partition(album), sort(number))]
/// #[index(on = GsiOne, view = TracksByGenre, partition(genre?), sort(title))]
/// pub struct Track {
///     album: String,
///     number: u16,
///     title: String,
///     genre: Option<String>,
/// }
///
/// let model = Track::MODEL;
/// assert_eq!((model.type_name, model.name.as_str()), ("Track", "Track"));
/// assert!(model.attribute_names().eq(["album", "number", "title", "genre"]));
/// let index = &model.indexes[0];
/// assert_eq!((index.index, index.view), ("gsiOne", "TracksByGenre"));
/// assert!(index.is_sparse() && !index.is_determined);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Model {
    /// The name of the Rust type.
    pub type_name: &'static str,
    /// The path of the module that declares the type.
    pub module: &'static str,
    /// The name that an item's `type` attribute holds. The name also begins the partition key of an entity without a collection.
    pub name: EntityName,
    /// The item collection of the entity, whose name begins the partition key.
    pub collection: Option<EntityName>,
    /// The attributes that hold the fields, in the order of their declaration. A flattened field is not among them.
    pub attributes: &'static [Attribute],
    /// True if a field is flattened. That field reads every attribute that belongs to no other field and no key.
    pub is_open: bool,
    /// The components of the primary key's partition key.
    pub partition: &'static [Component],
    /// The components of the primary key's sort key.
    pub sort: &'static [Component],
    /// The entity's keys in secondary indexes.
    pub indexes: &'static [IndexKey],
    /// Serde's name for the field with the time of expiry. The value is stored in the table's TTL attribute instead.
    pub expiry: Option<&'static str>,
    /// The attribute that counts the item's versions. An entity with unique constraints always has one.
    pub version: Option<&'static str>,
    /// The schema versions in which the program reads items; none if the entity declares no `#[schema(...)]`.
    pub schema: Option<SchemaVersions>,
    /// The records that reserve the values of unique constraints.
    pub records: &'static [RecordKey],
    /// The formats of the primary keys of the entity and of its records.
    #[doc(hidden)]
    pub key_formats: &'static [KeyFormat],
    /// A hash of the name: two names with different hashes differ. The compiler interprets the comparisons of a table's entities, and
    /// compares two numbers much faster than two texts.
    #[doc(hidden)]
    pub name_hash: u64,
    /// True if keys of the entity begin with another name than its own, or with no name: in a collection, for the record of a unique
    /// constraint, or in a raw key.
    #[doc(hidden)]
    pub has_other_names: bool,
    /// Every key attribute of the items, if a key is raw.
    #[doc(hidden)]
    pub stored_keys: &'static [StoredKey],
    /// True if the derive refused the entity. The compiler has then reported the mistake already.
    #[doc(hidden)]
    pub is_refused: bool,
}

impl Model {
    /// Describes an entity that the derive refused.
    #[doc(hidden)]
    #[must_use]
    pub const fn refused(type_name: &'static str, module: &'static str, name: EntityName) -> Self {
        Self {
            type_name,
            module,
            name,
            collection: None,
            attributes: &[],
            is_open: false,
            partition: &[],
            sort: &[],
            indexes: &[],
            expiry: None,
            version: None,
            schema: None,
            records: &[],
            key_formats: &[],
            name_hash: 0,
            has_other_names: false,
            stored_keys: &[],
            is_refused: true,
        }
    }

    /// Returns true if the primary key consists of the declared literals and values alone.
    #[must_use]
    pub const fn has_raw_key(&self) -> bool {
        match self.key_formats {
            [own, ..] => own.is_raw,
            [] => false,
        }
    }

    /// Returns true if the raw key in `attribute` has the value of the field that serde names `field`.
    pub(crate) const fn has_in_key(&self, attribute: &str, field: &str) -> bool {
        let mut at = 0;
        while at < self.stored_keys.len() {
            let key = &self.stored_keys[at];
            if equal(key.attribute.name, attribute) && key.has(field) {
                return true;
            }
            at += 1;
        }
        false
    }

    /// Returns true if a field has an alias.
    pub(crate) const fn has_aliases(&self) -> bool {
        let mut at = 0;
        while at < self.attributes.len() {
            if !self.attributes[at].aliases.is_empty() {
                return true;
            }
            at += 1;
        }
        false
    }

    /// Returns the names under which serde reads the fields and does not write them.
    pub(crate) fn aliases(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.attributes.iter().flat_map(|attribute| attribute.aliases.iter().copied())
    }

    /// Returns the names under which serde reads or writes the fields, including their aliases.
    pub fn attribute_names(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.attributes
            .iter()
            .flat_map(|attribute| std::iter::once(attribute.name).chain(attribute.aliases.iter().copied()))
    }

    /// Returns the name that begins the partition keys of the entity's items: the collection's, or the entity's own.
    #[must_use]
    pub const fn partition_name(&self) -> EntityName {
        match self.collection {
            Some(collection) => collection,
            None => self.name,
        }
    }

    /// Returns the entity's key in the index with this name, if its partition keys begin with `prefix` there.
    pub(crate) const fn key_in(&self, index: &str, prefix: &str) -> Option<&IndexKey> {
        let mut at = 0;
        while at < self.indexes.len() {
            let key = &self.indexes[at];
            if let Some(found) = key.prefix
                && equal(found.as_str(), prefix)
                && equal(key.index, index)
            {
                return Some(key);
            }
            at += 1;
        }
        None
    }
}
