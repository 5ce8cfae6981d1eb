//! A field with a task of its own: the expiry, or the version.

use syn::{Error, Ident, Result, Type};

use crate::input::Field;

/// A field that is stored as an attribute.
pub(crate) struct StoredField {
    pub(crate) ident: Ident,
    pub(crate) ty: Type,
    pub(crate) attribute: String,
}

impl StoredField {
    /// Resolves the field that an option names.
    pub(super) fn resolve(name: Option<&Ident>, fields: &[Field]) -> Result<Option<Self>> {
        let Some(name) = name else { return Ok(None) };
        let field = fields.iter().find(|field| field.ident == *name).ok_or_else(|| {
            Error::new(name.span(), format!("this entity has no field `{name}`: name one of its fields"))
        })?;
        let attribute = field.attribute.clone().ok_or_else(|| {
            let refused = format!(
                "the field `{name}` is flattened and has no attribute of its own: name another field"
            );
            Error::new(name.span(), refused)
        })?;
        Ok(Some(Self { ident: name.clone(), ty: field.ty.clone(), attribute }))
    }
}
