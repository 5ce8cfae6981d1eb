//! A struct that derives `PastVersion`, parsed.

use syn::{DeriveInput, Ident, Result};

use super::declaration::{named_fields, refuse_unstorable};
use super::field::Field;
use super::serde_names::RenameRule;

/// Everything that a struct says about a past version of an entity.
pub(crate) struct PastVersionDeclaration {
    pub(crate) ident: Ident,
    pub(crate) fields: Vec<Field>,
}

impl PastVersionDeclaration {
    pub(crate) fn parse(input: &DeriveInput) -> Result<Self> {
        let named = named_fields(input, "a past version")?;
        let rename = RenameRule::of(&input.attrs, refuse_unstorable)?;
        let fields = named.iter().map(|field| Field::parse(field, rename)).collect::<Result<_>>()?;
        Ok(Self { ident: input.ident.clone(), fields })
    }
}
