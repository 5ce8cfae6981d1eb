//! An entity's key in a secondary index.

use table_keys::EntityName;

use super::component::Component;

/// The key of an entity's items in a secondary index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IndexKey {
    /// The name of the index.
    pub index: &'static str,
    /// The name of the view type.
    pub view: &'static str,
    /// The name that begins the partition key: the entity's, or an item collection's. A native index has no such name, because
    /// its keys are not joined.
    pub prefix: Option<EntityName>,
    /// True if the entity is in an item collection of the index, whose name is the prefix.
    pub is_in_collection: bool,
    /// The components of the partition key, without the shard. In a local index they are those of the table's partition key.
    pub partition: &'static [Component],
    /// The components of the sort key.
    pub sort: &'static [Component],
    /// True in a collection that is ordered by the shared components of its entities. The entity's name does not begin the
    /// sort key there.
    pub is_ordered: bool,
    /// The shards of each partition.
    pub sharding: Option<Sharding>,
    /// True if the primary key alone determines the keys in the index.
    pub is_determined: bool,
}

/// The shards of each partition of an index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sharding {
    /// The number of shards.
    pub count: u16,
    /// The field whose value chooses the shard. Without one, each write chooses a shard at random.
    pub by: Option<&'static str>,
}

impl IndexKey {
    /// A key of an entity that the derive refused.
    #[doc(hidden)]
    pub const REFUSED: Self = Self {
        index: "",
        view: "",
        prefix: None,
        is_in_collection: false,
        partition: &[],
        sort: &[],
        sharding: None,
        is_determined: false,
        is_ordered: false,
    };

    /// Returns true if the index holds only some of the entity's items.
    #[must_use]
    pub fn is_sparse(&self) -> bool {
        self.partition.iter().chain(self.sort).any(|component| component.is_optional)
    }

    /// Returns the number of shards of each partition if each write chooses one at random.
    #[must_use]
    pub const fn random_shards(&self) -> Option<u16> {
        match self.sharding {
            Some(Sharding { count, by: None }) => Some(count),
            _ => None,
        }
    }
}
