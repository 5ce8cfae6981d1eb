//! The write sharding of an index: `shards = 15`, at random or `by(field)`.

use quote::format_ident;
use syn::{Error, Expr, Ident, Result};

use super::component::{Component, Source};
use crate::input::{Field, IndexAttribute};

/// The name of the component that a sharded index adds to its partition key.
const SHARD: &str = "key_shard";

/// The shards of an index.
pub(crate) struct Sharding {
    pub(crate) count: Expr,
    /// The field whose value chooses the shard. Without one, each write chooses a shard at random.
    pub(crate) by: Option<Component>,
}

impl Sharding {
    pub(super) fn of(entity: &Ident, index: &IndexAttribute, fields: &[Field]) -> Result<Option<Self>> {
        let Some(count) = &index.shards else {
            return match &index.by {
                Some(by) => refuse(
                    by,
                    "`by(...)` chooses the shard of a sharded index: add `shards = ...` or remove `by`",
                ),
                None => Ok(None),
            };
        };
        let Some(partition) = &index.partition else {
            return Err(Error::new_spanned(
                count,
                "a local index can't be sharded, because its partitions are the table's: use a global index and add \
                 `partition(...)`",
            ));
        };
        if let Some(by) =
            index.by.as_ref().filter(|by| partition.components.iter().any(|known| known.name == **by))
        {
            return refuse(
                by,
                "a component of the partition key can't choose the shard, because all items of a partition would be in \
                 the same shard: name another field",
            );
        }
        if let Some(field) = fields.iter().find(|field| field.ident == SHARD) {
            return refuse(
                &field.ident,
                "a sharded index names its shard `key_shard`, so no field can have this name: rename this field",
            );
        }
        let by = index.by.as_ref().map(|by| Component::of_field(entity, by, fields)).transpose()?;
        Ok(Some(Self { count: count.clone(), by }))
    }

    /// Returns the last component of the partition key of `view`.
    pub(super) fn component(&self, entity: &Ident, view: &Ident) -> Component {
        let by = self.by.as_ref().map(|by| by.name.clone());
        Component {
            entity: entity.clone(),
            name: format_ident!("{SHARD}"),
            optional: false,
            except: Vec::new(),
            source: Source::Shard { view: view.clone(), by },
        }
    }
}

fn refuse<T>(at: &Ident, message: &str) -> Result<T> {
    Err(Error::new(at.span(), message))
}
