//! The use of each field, which decides how an update may change it.

use syn::{Error, Ident, Result};

use super::component::{Component, Source};
use super::fields_read::fields_read;
use super::joined_index::JoinedIndex;
use super::joined_key::JoinedKey;
use super::stored_field::StoredField;
use super::unique_record::UniqueRecord;
use crate::input::Field;

/// The use of a field.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum FieldUse {
    /// No key is made from the field.
    Plain,
    /// The key of the table or of an index is made from the field.
    Keyed,
    /// The record of a unique constraint is made from the field.
    Unique,
    /// The field counts the item's versions.
    Version,
}

/// The fields that have a use of their own.
pub(super) struct Uses {
    keyed: Vec<Ident>,
    unique: Vec<Ident>,
    version: Option<Ident>,
}

impl Uses {
    pub(super) fn of(
        primary: &JoinedKey,
        indexes: &[JoinedIndex],
        records: &[UniqueRecord],
        expiry: Option<&StoredField>,
        version: Option<&StoredField>,
        fields: &[Field],
    ) -> Self {
        let of_indexes = indexes.iter().flat_map(JoinedIndex::components);
        let of_records = records.iter().flat_map(|record| record.key.components());
        let mut unique = fields_used(of_records, fields);
        // A record expires when its owner does.
        unique.extend(expiry.filter(|_| !records.is_empty()).map(|expiry| expiry.ident.clone()));
        Self {
            keyed: fields_used(of_indexes.chain(primary.components()), fields),
            unique,
            version: version.map(|version| version.ident.clone()),
        }
    }

    pub(super) fn of_field(&self, field: &Ident) -> FieldUse {
        if self.version.as_ref() == Some(field) {
            FieldUse::Version
        } else if self.unique.contains(field) {
            FieldUse::Unique
        } else if self.keyed.contains(field) {
            FieldUse::Keyed
        } else {
            FieldUse::Plain
        }
    }

    /// Refuses a version that a key is made from, or that may be absent for another value than 0.
    pub(super) fn refuse_version(&self, fields: &[Field]) -> Result<()> {
        let Some(version) = &self.version else { return Ok(()) };
        let refused = if self.keyed.contains(version) || self.unique.contains(version) {
            "each update increments the version without writing keys, so no key can be made from it: use separate \
             fields for the key and the version"
        } else if fields.iter().any(|field| field.ident == *version && field.has_own_default) {
            "an item without the version has version 0: give the field `#[serde(default)]` without a function, and no \
             `skip_serializing_if`"
        } else {
            return Ok(());
        };
        Err(Error::new(version.span(), refused))
    }

    /// Refuses a field that the library reads and that serde leaves out. A field that is `held` by a raw key need not be written.
    pub(super) fn refuse_skipped(
        &self,
        held: &[Ident],
        expiry: Option<&StoredField>,
        fields: &[Field],
    ) -> Result<()> {
        let expiry = expiry.map(|expiry| &expiry.ident);
        for name in self.keyed.iter().chain(&self.unique).chain(expiry).chain(&self.version) {
            let is_held = |field: &Field| field.is_unstored() && held.contains(name);
            if fields.iter().any(|field| field.ident == *name && field.is_skipped() && !is_held(field)) {
                let refused = format!(
                    "serde skips `{name}`, but a key, the expiry or the version is made from this field: remove serde's `skip`"
                );
                return Err(Error::new(name.span(), refused));
            }
        }
        Ok(())
    }
}

/// Returns the fields that components are made from, including those that a computed component reads.
pub(super) fn fields_used<'a>(
    components: impl Iterator<Item = &'a Component>,
    fields: &[Field],
) -> Vec<Ident> {
    components
        .flat_map(|component| match &component.source {
            Source::Field { .. } => vec![component.name.clone()],
            Source::Computed { expression, .. } => fields_read(expression, fields),
            Source::Shard { by, .. } => by.iter().cloned().collect(),
        })
        .collect()
}
