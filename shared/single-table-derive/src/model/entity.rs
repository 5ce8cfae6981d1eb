//! The description of an entity.

use quote::format_ident;
use syn::{Error, Ident, LitStr, Path, Result, Visibility};

use super::attribute_names::refuse_shared_names;
use super::component::{Component, distinct};
use super::format::Format;
use super::generated_names::refuse_repeated_types;
use super::joined_index::{JoinedIndex, refuse_second_view};
use super::joined_key::{JoinedKey, Owner};
use super::native_index::NativeIndex;
use super::stored_field::StoredField;
use super::unique_record::UniqueRecord;
use super::uses::{FieldUse, Uses, fields_used};
use crate::input::{Declaration, EntityAttribute, Field, SchemaAttribute};

/// An entity: its fields, keys, indexes, expiry, version and unique records.
pub(crate) struct EntityModel {
    pub(crate) vis: Visibility,
    pub(crate) ident: Ident,
    /// The type of the table.
    pub(crate) table: Path,
    /// The entity's name in the table.
    pub(crate) name: LitStr,
    pub(crate) fields: Vec<Field>,
    pub(crate) primary: JoinedKey,
    pub(crate) indexes: Vec<JoinedIndex>,
    pub(crate) native_indexes: Vec<NativeIndex>,
    /// The field with the time at which the item expires.
    pub(crate) expiry: Option<StoredField>,
    /// The field that counts the item's versions.
    pub(crate) version: Option<StoredField>,
    pub(crate) records: Vec<UniqueRecord>,
    /// The schema versions of the items.
    pub(crate) schema: Option<SchemaAttribute>,
    uses: Uses,
}

impl EntityModel {
    /// Resolves a declaration, and refuses one that contradicts itself.
    pub(crate) fn resolve(declaration: Declaration) -> Result<Self> {
        let (attributes, fields) = (&declaration.attributes, &declaration.fields);
        let entity = &attributes.entity;
        let primary = primary_key(&declaration.ident, entity, fields)?;
        refuse_shared_names(fields)?;
        refuse_second_view(&attributes.indexes)?;
        refuse_repeated_types(&declaration, &key_type(&declaration.ident), &table_view(&declaration.ident))?;
        let (native, joined): (Vec<_>, Vec<_>) =
            attributes.indexes.iter().partition(|index| index.native.is_some());
        let native_indexes = native
            .into_iter()
            .map(|index| NativeIndex::resolve(&declaration.ident, index, entity.ttl.as_ref(), fields))
            .collect::<Result<Vec<_>>>()?;
        let indexes = joined
            .into_iter()
            .map(|index| JoinedIndex::resolve(&declaration.ident, index, &primary, fields))
            .collect::<Result<Vec<_>>>()?;
        let records = attributes
            .uniques
            .iter()
            .map(|unique| UniqueRecord::resolve(unique, &declaration))
            .collect::<Result<Vec<_>>>()?;
        let expiry = StoredField::resolve(entity.ttl.as_ref(), fields)?;
        let version = StoredField::resolve(entity.version.as_ref(), fields)?;
        let uses = Uses::of(&primary, &indexes, &records, expiry.as_ref(), version.as_ref(), fields);
        uses.refuse_skipped(&held_by_raw_keys(&primary, &indexes), expiry.as_ref(), fields)?;
        uses.refuse_version(fields)?;
        let Declaration { vis, ident, attributes, fields, .. } = declaration;
        let schema = attributes.schema;
        let EntityAttribute { table, name, .. } = attributes.entity;
        Ok(Self {
            vis,
            ident,
            table,
            name,
            fields,
            primary,
            indexes,
            native_indexes,
            expiry,
            version,
            records,
            schema,
            uses,
        })
    }

    /// Returns true if a key of the entity is raw.
    pub(crate) fn has_raw_keys(&self) -> bool {
        self.primary.is_raw() || self.indexes.iter().any(|index| index.key.is_raw())
    }

    /// The joined and raw keys: of the table, of the indexes, and of the records.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &JoinedKey> {
        let indexes = self.indexes.iter().map(|index| &index.key);
        std::iter::once(&self.primary).chain(indexes).chain(self.records.iter().map(|unique| &unique.key))
    }

    /// The name of the type of the primary key.
    pub(crate) fn key_type(&self) -> Ident {
        key_type(&self.ident)
    }

    /// The name of the view of the table itself.
    pub(crate) fn table_view(&self) -> Ident {
        table_view(&self.ident)
    }

    /// The use of a field, which decides how an update may change it.
    pub(crate) fn use_of(&self, field: &Field) -> FieldUse {
        self.uses.of_field(&field.ident)
    }

    /// Returns true if the field holds the time of expiry, which is stored as the table's TTL attribute.
    pub(crate) fn is_expiry(&self, field: &Field) -> bool {
        self.expiry.as_ref().is_some_and(|expiry| expiry.ident == field.ident)
    }

    /// The components of the primary key, each once.
    pub(crate) fn primary_members(&self) -> Vec<&Component> {
        distinct(self.primary.components())
    }

    /// The components of the primary key that `components` also has.
    pub(crate) fn primary_in<'a>(&self, components: impl Iterator<Item = &'a Component>) -> Vec<&Component> {
        let names: Vec<&Ident> = components.map(|component| &component.name).collect();
        self.primary_members().into_iter().filter(|own| names.contains(&&own.name)).collect()
    }

    /// Returns the components by which an update may move an item within `index`: those outside the primary key.
    ///
    /// Returns `None` if the index has no such component, or if the update would also have to write a computed component,
    /// another index, a unique record or the version.
    pub(crate) fn movable<'a>(&self, index: &'a JoinedIndex) -> Option<Vec<&'a Component>> {
        let is_primary =
            |component: &&Component| self.primary.components().any(|own| own.name == component.name);
        let moved: Vec<&Component> =
            distinct(index.components()).into_iter().filter(|component| !is_primary(component)).collect();
        let others = self.indexes.iter().filter(|other| !std::ptr::eq(*other, index));
        let elsewhere = fields_used(others.flat_map(JoinedIndex::components), &self.fields);
        let is_free = |component: &&Component| {
            component.is_field()
                && !elsewhere.contains(&component.name)
                && self.uses.of_field(&component.name) == FieldUse::Keyed
        };
        (!moved.is_empty() && moved.iter().all(is_free)).then_some(moved)
    }
}

/// The fields whose values every item has in raw keys, so that serde need not store them.
fn held_by_raw_keys(primary: &JoinedKey, indexes: &[JoinedIndex]) -> Vec<Ident> {
    let keys = std::iter::once(primary).chain(indexes.iter().map(|index| &index.key));
    keys.filter(|key| !key.is_sparse())
        .flat_map(JoinedKey::raw_components)
        .filter(|component| component.is_field())
        .map(|component| component.name.clone())
        .collect()
}

fn key_type(entity: &Ident) -> Ident {
    format_ident!("{entity}Key")
}

fn table_view(entity: &Ident) -> Ident {
    format_ident!("{entity}Items")
}

fn primary_key(ident: &Ident, entity: &EntityAttribute, fields: &[Field]) -> Result<JoinedKey> {
    if let Some(ordered) = &entity.ordered {
        let refused = "a primary key can't be `ordered`, because two entities with equal components would have the same primary \
                       key: add `ordered` to an `#[index(...)]` instead";
        return Err(Error::new(ordered.span(), refused));
    }
    let key = JoinedKey {
        owner: Owner::Entity(ident.clone()),
        collection: entity.collection.clone(),
        partition: Component::resolve_all(ident, &entity.partition.components, fields)?,
        partition_format: Format::resolve(entity.raw.as_ref(), &entity.partition)?,
        sort: Component::resolve_all(ident, &entity.sort.components, fields)?,
        sort_format: Format::resolve(entity.raw.as_ref(), &entity.sort)?,
        is_ordered: false,
    };
    if let (Some(_), Some(collection)) = (&entity.raw, &entity.collection) {
        let refused = "a raw key has no names in it, so it can't name a collection: remove `collection`; the enum that derives \
                       `Collection` compares the literals";
        return Err(Error::new(collection.span(), refused));
    }
    for (at, component) in key.components().enumerate() {
        // A raw key of another program may say a value twice.
        if !key.is_raw() && key.components().take(at).any(|earlier| earlier.name == component.name) {
            let refused = format!("`{}` is already in the primary key: remove one of them", component.name);
            return Err(Error::new(component.name.span(), refused));
        }
        let refused = if !component.is_field() {
            "the primary key can't be computed, because an item must store the values that find it: name a field"
        } else if component.optional {
            "the primary key can't have an optional component, because every item has a primary key: remove the `?`"
        } else {
            continue;
        };
        return Err(Error::new(component.name.span(), refused));
    }
    Ok(key)
}
