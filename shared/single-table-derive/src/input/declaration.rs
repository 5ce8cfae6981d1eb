//! A struct that derives `Entity`, parsed.

use syn::meta::ParseNestedMeta;
use syn::punctuated::Punctuated;
use syn::{Data, DeriveInput, Error, Fields, Ident, Result, Token, Visibility};

use super::attributes::Attributes;
use super::field::Field;
use super::serde_names::{RenameRule, has_default, replaces_fields};

/// The fields of a struct, as they are written.
type NamedFields = Punctuated<syn::Field, Token![,]>;

/// Everything that a struct and its attributes say about an entity.
pub(crate) struct Declaration {
    pub(crate) vis: Visibility,
    pub(crate) ident: Ident,
    pub(crate) attributes: Attributes,
    pub(crate) fields: Vec<Field>,
    /// The struct's rule for attribute names.
    pub(crate) rename: RenameRule,
}

impl Declaration {
    pub(crate) fn parse(input: &DeriveInput) -> Result<Self> {
        let attributes = Attributes::parse(input)?;
        let named = named_fields(input, "an entity")?;
        let rename = RenameRule::of(&input.attrs, refuse_unstorable)?;
        let mut fields: Vec<_> =
            named.iter().map(|field| Field::parse(field, rename)).collect::<Result<_>>()?;
        let has_default = has_default(&input.attrs)?;
        for field in &mut fields {
            field.may_be_absent |= has_default;
            field.refuse_set_without_default()?;
        }
        Ok(Self { vis: input.vis.clone(), ident: input.ident.clone(), attributes, fields, rename })
    }
}

/// Returns the named fields of a struct without generic parameters. An error says that nothing else can be `thing`.
pub(super) fn named_fields<'a>(input: &'a DeriveInput, thing: &str) -> Result<&'a NamedFields> {
    let unsupported = || {
        let refused = format!("only a struct with named fields can be {thing}: name its fields");
        Error::new(input.ident.span(), refused)
    };
    let Data::Struct(data) = &input.data else { return Err(unsupported()) };
    let Fields::Named(named) = &data.fields else { return Err(unsupported()) };
    if !input.generics.params.is_empty() {
        let refused = format!("{thing} can't have generic parameters: remove them");
        return Err(Error::new_spanned(&input.generics, refused));
    }
    Ok(&named.named)
}

/// Refuses the options with which serde could not read or write an item.
pub(super) fn refuse_unstorable(meta: &ParseNestedMeta<'_>) -> Result<()> {
    if meta.path.is_ident("deny_unknown_fields") {
        return Err(meta.error(
            "remove `deny_unknown_fields`: besides its fields an item holds its keys and its type, so serde would refuse \
             every item",
        ));
    }
    if replaces_fields(meta) {
        return Err(meta.error(
            "remove this option: an item has an attribute for each field of the struct, and with this option serde writes or \
             reads something else",
        ));
    }
    Ok(())
}
