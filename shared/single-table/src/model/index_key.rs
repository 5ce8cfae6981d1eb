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
    /// The name that begins the partition key: the entity's, or that of an item collection. A native index joins no keys, so it
    /// has no such name.
    pub prefix: Option<EntityName>,
    /// The components of the partition key, without the shard. In a local index they are those of the table.
    pub partition: &'static [Component],
    /// The components of the sort key.
    pub sort: &'static [Component],
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
