//! A struct that derives `Document`, parsed.

use syn::meta::ParseNestedMeta;
use syn::{DeriveInput, Ident, Result, Visibility};

use super::declaration::named_fields;
use super::field::Field;
use super::serde_names::{RenameRule, has_default, replaces_fields};

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
        let mut fields: Vec<_> =
            named.iter().map(|field| Field::parse(field, rename)).collect::<Result<_>>()?;
        let has_default = has_default(&input.attrs)?;
        for field in &mut fields {
            field.may_be_absent |= has_default;
            field.refuse_set_without_default()?;
        }
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
