//! A struct that derives `Document`, parsed.

use syn::meta::ParseNestedMeta;
use syn::{DeriveInput, Ident, Result, Visibility};

use super::declaration::named_fields;
use super::field::Field;
use super::serde_names::{RenameRule, replaces_fields};

/// A struct that is stored as a map within an item.
pub(crate) struct DocumentDeclaration {
    pub(crate) vis: Visibility,
    pub(crate) ident: Ident,
    pub(crate) fields: Vec<Field>,
}

impl DocumentDeclaration {
    pub(crate) fn parse(input: &DeriveInput) -> Result<Self> {
        let named = named_fields(input, "a document")?;
        let rename = RenameRule::of(&input.attrs, refuse_other_shape)?;
        let fields = named.iter().map(|field| Field::parse(field, rename)).collect::<Result<_>>()?;
        Ok(Self { vis: input.vis.clone(), ident: input.ident.clone(), fields })
    }
}

fn refuse_other_shape(meta: &ParseNestedMeta<'_>) -> Result<()> {
    if replaces_fields(meta) {
        return Err(meta.error(
            "remove this option or the derive: a path into a document needs a map of the struct's own fields, and with this \
             option serde writes or reads something else",
        ));
    }
    Ok(())
}
