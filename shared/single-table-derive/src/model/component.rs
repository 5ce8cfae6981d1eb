//! A component of a key, with the source of its value.

use syn::{Error, Expr, Ident, LitStr, Result, Type};

use super::fields_read::refuse_hidden_reads;
use crate::input::{DeclaredComponent, Field};

/// One component of a key.
#[derive(Clone)]
pub(crate) struct Component {
    pub(crate) name: Ident,
    /// The value is an `Option`, and an item without it is not in the index.
    pub(crate) optional: bool,
    /// The texts that no value in a raw key begins with.
    pub(crate) except: Vec<LitStr>,
    pub(crate) source: Source,
}

/// The source of a component's value.
#[derive(Clone)]
pub(crate) enum Source {
    /// A field of the entity, stored as an attribute.
    Field { attribute: String, ty: Type, unstored: bool },
    /// An expression over fields of the entity.
    Computed { ty: Type, expression: Expr },
    /// The shard of a sharded view: chosen by the field `by`, or at random.
    Shard { view: Ident, by: Option<Ident> },
}

impl Component {
    /// Resolves the components of one key.
    pub(super) fn resolve_all(declared: &[DeclaredComponent], fields: &[Field]) -> Result<Vec<Self>> {
        declared.iter().map(|component| Self::resolve(component, fields)).collect()
    }

    fn resolve(declared: &DeclaredComponent, fields: &[Field]) -> Result<Self> {
        let Some((ty, expression)) = &declared.computed else {
            let (optional, except) = (declared.optional, declared.except.clone());
            return Ok(Self { optional, except, ..Self::of_field(&declared.name, fields)? });
        };
        refuse_name_of_field(&declared.name, fields)?;
        refuse_hidden_reads(expression, fields)?;
        Ok(Self {
            name: declared.name.clone(),
            optional: declared.optional,
            except: declared.except.clone(),
            source: Source::Computed { ty: ty.clone(), expression: expression.clone() },
        })
    }

    /// Returns the field `name` as a component that is not optional.
    pub(super) fn of_field(name: &Ident, fields: &[Field]) -> Result<Self> {
        let refuse = |message: String| Err(Error::new(name.span(), message));
        let Some(field) = fields.iter().find(|field| field.ident == *name) else {
            return refuse(format!("this entity has no field `{name}`: name one of its fields"));
        };
        let Some(attribute) = field.attribute.clone() else {
            return refuse(
                "a flattened field can't be a key component: compute a component from it".to_owned(),
            );
        };
        if field.opaque {
            return refuse(
                "serde writes this field with a function, so a key made from its type could differ from the stored \
                 value: give the field a newtype with its own serde implementation instead"
                    .to_owned(),
            );
        }
        Ok(Self {
            name: name.clone(),
            optional: false,
            except: Vec::new(),
            source: Source::Field { attribute, ty: field.ty.clone(), unstored: field.is_unstored() },
        })
    }

    /// The name of the attribute that stores the value. Only a field has one.
    pub(crate) fn attribute(&self) -> Option<&str> {
        match &self.source {
            Source::Field { attribute, .. } => Some(attribute),
            Source::Computed { .. } | Source::Shard { .. } => None,
        }
    }

    /// Returns true if serde writes no attribute for the field: only a raw key holds it.
    pub(crate) fn is_unstored(&self) -> bool {
        matches!(self.source, Source::Field { unstored: true, .. })
    }

    pub(crate) fn is_field(&self) -> bool {
        matches!(self.source, Source::Field { .. })
    }
}

/// A page continues from the values of an item's attributes, so the name of a field must always mean that field.
fn refuse_name_of_field(name: &Ident, fields: &[Field]) -> Result<()> {
    if fields.iter().any(|field| field.ident == *name) {
        let refused = format!("`{name}` is already a field of this entity: rename the computed component");
        return Err(Error::new(name.span(), refused));
    }
    Ok(())
}

/// Returns each component once, although a key may use it several times.
pub(crate) fn distinct<'a>(components: impl IntoIterator<Item = &'a Component>) -> Vec<&'a Component> {
    let mut once: Vec<&Component> = Vec::new();
    for component in components {
        if once.iter().all(|known| known.name != component.name) {
            once.push(component);
        }
    }
    once
}
