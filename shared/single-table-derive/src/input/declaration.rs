//! A struct that derives `Entity`, parsed.

use syn::{Data, DeriveInput, Error, Fields, Ident, Result, Visibility};

use super::attributes::Attributes;
use super::field::Field;
use super::serde_names::RenameRule;

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
        let unsupported = || {
            Error::new(
                input.ident.span(),
                "only a struct with named fields can be an entity: name its fields",
            )
        };
        let Data::Struct(data) = &input.data else { return Err(unsupported()) };
        let Fields::Named(named) = &data.fields else { return Err(unsupported()) };
        if !input.generics.params.is_empty() {
            return Err(Error::new_spanned(
                &input.generics,
                "an entity can't have generic parameters: remove them",
            ));
        }
        let rename = RenameRule::of(&input.attrs)?;
        Ok(Self {
            vis: input.vis.clone(),
            ident: input.ident.clone(),
            attributes,
            fields: named.named.iter().map(|field| Field::parse(field, rename)).collect::<Result<_>>()?,
            rename,
        })
    }
}
