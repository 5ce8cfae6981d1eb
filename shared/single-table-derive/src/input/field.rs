//! A field of the struct, with the name that serde gives it.

use syn::{Error, Ident, LitStr, Result, Type};

use super::serde_names::{RenameRule, serde_attributes, skip_value};

/// The ways to have serde leave out a field whatever its value is.
const SKIPS: [&str; 3] = ["skip", "skip_serializing", "skip_deserializing"];

/// A type of set of DynamoDB's.
#[derive(Clone, Copy)]
pub(crate) enum SetType {
    Strings,
    Numbers,
    Binaries,
}

impl SetType {
    /// The set that a module named in `#[serde(with = "...")]` stores; none if it is another module.
    fn of_module(module: &str) -> Option<Self> {
        match module.strip_prefix("::").unwrap_or(module) {
            "serde_dynamo::string_set" => Some(Self::Strings),
            "serde_dynamo::number_set" => Some(Self::Numbers),
            "serde_dynamo::binary_set" => Some(Self::Binaries),
            _ => None,
        }
    }
}

/// A field of an entity or of a document.
pub(crate) struct Field {
    pub(crate) ident: Ident,
    pub(crate) ty: Type,
    /// The name of the field's attribute. A flattened field has no attribute of its own.
    pub(crate) attribute: Option<String>,
    /// A function serializes the field, so its type doesn't determine the stored value.
    pub(crate) opaque: bool,
    /// The type of set that `serde_dynamo`'s function stores the field as.
    pub(crate) set: Option<SetType>,
    /// Serde doesn't write the field, or doesn't read it.
    pub(crate) skipped: bool,
    /// Serde reads the field, but doesn't write it.
    pub(crate) unstored: bool,
}

impl Field {
    pub(super) fn parse(field: &syn::Field, rename: RenameRule) -> Result<Self> {
        let ident = field.ident.clone().ok_or_else(|| Error::new_spanned(field, "name this field"))?;
        let mut attribute = Some(rename.attribute_name(&ident));
        let (mut opaque, mut skipped, mut set) = (false, false, None);
        let (mut unstored, mut unread) = (false, false);
        for serde in serde_attributes(&field.attrs) {
            serde.parse_nested_meta(|meta| {
                if meta.path.is_ident("rename") {
                    if meta.input.peek(syn::token::Paren) {
                        return Err(meta
                            .error("a field is written and read under one name: write `rename = \"...\"`"));
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
                if meta.path.is_ident("with") {
                    set = SetType::of_module(&meta.value()?.parse::<LitStr>()?.value());
                    return Ok(());
                }
                skip_value(&meta)
            })?;
        }
        let unstored = unstored && !unread;
        Ok(Self { ident, ty: field.ty.clone(), attribute, opaque, set, skipped, unstored })
    }
}
