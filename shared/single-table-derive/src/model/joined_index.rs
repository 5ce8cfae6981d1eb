//! An index whose keys are made of components, like the table's.

use syn::{Error, Ident, Path, Result};

use super::component::{Component, Source};
use super::format::Format;
use super::joined_key::{JoinedKey, Owner};
use super::sharding::Sharding;
use crate::input::{Field, IndexAttribute, MOST_COMPONENTS};

/// The entity's key in a joined index.
pub(crate) struct JoinedIndex {
    /// The type of the index.
    pub(crate) on: Path,
    pub(crate) view: Ident,
    /// The projection that the view reads.
    pub(crate) project: Option<Path>,
    /// The index is a global one, with a partition key of its own.
    pub(crate) global: bool,
    /// The key. In a local index, its partition is the table's. In a sharded one, the shard is the partition's last component.
    pub(crate) key: JoinedKey,
    pub(crate) sharding: Option<Sharding>,
}

impl JoinedIndex {
    /// Resolves an index of the entity `entity`, whose primary key is `primary`.
    pub(super) fn resolve(
        entity: &Ident,
        index: &IndexAttribute,
        primary: &JoinedKey,
        fields: &[Field],
    ) -> Result<Self> {
        let sort = Component::resolve_all(entity, &index.sort.components, fields)?;
        let sort_format = Format::resolve(index.raw.as_ref(), &index.sort)?;
        refuse_mixed_formats(index, primary)?;
        let sharding = Sharding::of(entity, index, fields)?;
        let (mut partition, partition_format, collection) = match (&index.partition, &index.collection) {
            (Some(partition), collection) => (
                Component::resolve_all(entity, &partition.components, fields)?,
                Format::resolve(index.raw.as_ref(), partition)?,
                collection.as_ref(),
            ),
            (None, None) => {
                (primary.partition.clone(), primary.partition_format.clone(), primary.collection.as_ref())
            }
            (None, Some(collection)) => {
                let refused = "a local index lists the collection of the entity itself: remove `collection` from this index";
                return Err(Error::new(collection.span(), refused));
            }
        };
        if let (Some(ordered), None) = (&index.ordered, collection) {
            let refused = "`ordered` leaves the entity's name out of the sort key, and only an item collection has it there: add \
                           `collection = \"...\"` (of a local index, to `#[entity(...)]`), or remove `ordered`";
            return Err(Error::new(ordered.span(), refused));
        }
        if sharding.is_some() && partition.len() == MOST_COMPONENTS {
            let refused = "a partition key has at most 8 components, and the shard is one of them: remove a component, \
                           or `shards`";
            return Err(Error::new_spanned(&index.shards, refused));
        }
        partition.extend(sharding.as_ref().map(|sharding| sharding.component(entity, &index.view)));
        let owner = Owner::Entity(entity.clone());
        Ok(Self {
            on: index.on.clone(),
            view: index.view.clone(),
            project: index.project.clone(),
            global: index.partition.is_some(),
            key: JoinedKey {
                owner,
                collection: collection.cloned(),
                partition,
                partition_format,
                sort,
                sort_format,
                is_ordered: index.ordered.is_some(),
            },
            sharding,
        })
    }

    /// The components that are declared, and the field that chooses the shard.
    pub(crate) fn components(&self) -> impl Iterator<Item = &Component> {
        self.unsharded().iter().chain(self.by()).chain(&self.key.sort)
    }

    /// The components of the partition key without the shard.
    pub(crate) fn unsharded(&self) -> &[Component] {
        match self.key.partition.split_last() {
            Some((Component { source: Source::Shard { .. }, .. }, unsharded)) => unsharded,
            _ => &self.key.partition,
        }
    }

    /// The field that chooses the shard.
    pub(crate) fn by(&self) -> Option<&Component> {
        self.sharding.as_ref()?.by.as_ref()
    }

    /// The components of the key attributes that an item carries for this index alone.
    pub(crate) fn written(&self) -> impl Iterator<Item = &Component> {
        let partition: &[Component] = if self.global { &self.key.partition } else { &[] };
        partition.iter().chain(&self.key.sort)
    }

    /// Returns true if the primary key alone determines the item's key in this index.
    pub(crate) fn follows_from(&self, primary: &JoinedKey) -> bool {
        self.sharding.is_none()
            && self.written().all(|component| {
                component.is_field() && primary.components().any(|own| own.name == component.name)
            })
    }
}

/// Refuses options that contradict `raw`, or its absence.
fn refuse_mixed_formats(index: &IndexAttribute, primary: &JoinedKey) -> Result<()> {
    if index.raw.is_none() {
        if index.sort.components.is_empty() {
            let refused = "the sort key of an index needs a component: name a field in `sort(...)`; only an index with `raw` can \
                           have no sort key";
            return Err(Error::new(index.view.span(), refused));
        }
        if index.partition.is_none() && primary.partition_format.is_raw() {
            let refused =
                "a local index has the entity's own partition key, which is raw: add `raw` to this attribute";
            return Err(Error::new(index.view.span(), refused));
        }
        return Ok(());
    }
    if let Some(ordered) = &index.ordered {
        let refused = "a raw key has no name that `ordered` could leave out: remove `ordered`";
        return Err(Error::new(ordered.span(), refused));
    }
    if let Some(collection) = &index.collection {
        let refused = "a raw key has no names in it, so it can't name a collection: remove `collection`; the enum that derives \
                       `Collection` compares the literals";
        return Err(Error::new(collection.span(), refused));
    }
    match (&index.shards, &index.partition) {
        (Some(shards), Some(partition))
            if !(partition.components.is_empty() && partition.literals.is_empty()) =>
        {
            let refused = "the partition key of a sharded raw index is the number of the shard alone: write `partition()`";
            Err(Error::new_spanned(shards, refused))
        }
        _ => Ok(()),
    }
}

/// An item has one key in an index, so an entity can have one view of it.
pub(super) fn refuse_second_view(indexes: &[IndexAttribute]) -> Result<()> {
    let name = |index: &IndexAttribute| index.on.segments.last().map(|segment| segment.ident.clone());
    for (at, index) in indexes.iter().enumerate() {
        if let Some(first) = indexes[..at].iter().find(|first| name(first) == name(index)) {
            let refused = format!(
                "`{}` is already this entity's view of this index, and an item has one key in each index: use another index",
                first.view
            );
            return Err(Error::new_spanned(&index.on, refused));
        }
    }
    Ok(())
}
