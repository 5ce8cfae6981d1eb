//! A field of the struct, with the name that serde gives it.

use syn::{Error, Ident, LitStr, Result, Type};

use super::serde_names::{RenameRule, serde_attributes, skip_value};

/// The ways to have serde leave out a field whatever its value is.
const SKIPS: [&str; 3] = ["skip", "skip_serializing", "skip_deserializing"];

pub(crate) struct Field {
    pub(crate) ident: Ident,
    pub(crate) ty: Type,
    /// The name of the field's attribute. A flattened field has no attribute of its own.
    pub(crate) attribute: Option<String>,
    /// A function serializes the field, so its type doesn't determine the stored value.
    pub(crate) opaque: bool,
    /// Serde doesn't write the field, or doesn't read it.
    pub(crate) skipped: bool,
    /// Serde reads the field, but doesn't write it.
    pub(crate) unstored: bool,
}

impl Field {
    pub(super) fn parse(field: &syn::Field, rename: RenameRule) -> Result<Self> {
        let ident = field.ident.clone().ok_or_else(|| Error::new_spanned(field, "name this field"))?;
        let mut attribute = Some(rename.attribute_name(&ident));
        let (mut opaque, mut skipped, mut unstored, mut unread) = (false, false, false, false);
        for serde in serde_attributes(&field.attrs) {
            serde.parse_nested_meta(|meta| {
                if meta.path.is_ident("rename") {
                    if meta.input.peek(syn::token::Paren) {
                        return Err(meta.error(
                            "an entity's field is written and read under one name: write `rename = \"...\"`",
                        ));
                    }
                    attribute = Some(meta.value()?.parse::<LitStr>()?.value());
                    return Ok(());
                }
                if meta.path.is_ident("flatten") {
                    attribute = None;
                }
                unstored |= meta.path.is_ident("skip_serializing");
                unread |= meta.path.is_ident("skip_deserializing");
                skipped |= SKIPS.iter().any(|skip| meta.path.is_ident(skip));
                opaque |= meta.path.is_ident("with") || meta.path.is_ident("serialize_with");
                skip_value(&meta)
            })?;
        }
        Ok(Self { ident, ty: field.ty.clone(), attribute, opaque, skipped, unstored: unstored && !unread })
    }
}
