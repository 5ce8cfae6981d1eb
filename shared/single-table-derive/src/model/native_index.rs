//! An index whose key attributes are attributes of the entity.

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Error, Ident, LitStr, Path, Result};

use super::component::Component;
use super::format::refuse_raw_pieces;
use crate::input::{Field, IndexAttribute};

/// The entity's key in a native index. Every component is a field.
pub(crate) struct NativeIndex {
    /// The type of the index.
    pub(crate) on: Path,
    pub(crate) view: Ident,
    /// The projection that the view reads.
    pub(crate) project: Option<Path>,
    pub(crate) partition: Vec<Component>,
    pub(crate) sort: Vec<Component>,
}

impl NativeIndex {
    /// Resolves an index of the entity `entity`, whose expiry is in the field `ttl`.
    pub(super) fn resolve(
        entity: &Ident,
        index: &IndexAttribute,
        ttl: Option<&Ident>,
        fields: &[Field],
    ) -> Result<Self> {
        refuse_options_of_joined_keys(index)?;
        let partition = index.partition.as_ref().ok_or_else(|| {
            Error::new(index.view.span(), "a native index is always a global index: add `partition(...)`")
        })?;
        refuse_raw_pieces(partition)?;
        refuse_raw_pieces(&index.sort)?;
        let native = Self {
            on: index.on.clone(),
            view: index.view.clone(),
            project: index.project.clone(),
            partition: Component::resolve_all(entity, &partition.components, fields)?,
            sort: Component::resolve_all(entity, &index.sort.components, fields)?,
        };
        for component in native.partition.iter().chain(&native.sort) {
            let refused = if !component.is_field() {
                "the keys of a native index are attributes of the entity, so they can't be computed: name a field"
            } else if ttl == Some(&component.name) {
                "the field of `ttl(...)` is stored as the table's TTL attribute, so it can't be a key of a native index: \
                 name another field"
            } else {
                continue;
            };
            return Err(Error::new(component.name.span(), refused));
        }
        Ok(native)
    }
}

/// Refuses the options that only an index with joined keys can have.
fn refuse_options_of_joined_keys(index: &IndexAttribute) -> Result<()> {
    let options: [(Option<Span>, &str); 5] = [
        (index.raw.as_ref().map(Ident::span), "raw"),
        (index.collection.as_ref().map(LitStr::span), "collection"),
        (index.shards.as_ref().map(Spanned::span), "shards"),
        (index.ordered.as_ref().map(Ident::span), "ordered"),
        (index.by.as_ref().map(Ident::span), "by"),
    ];
    for (span, option) in options {
        if let Some(span) = span {
            let message =
                format!("`{option}` changes a joined key, and a native index has none: remove `{option}`");
            return Err(Error::new(span, message));
        }
    }
    Ok(())
}
