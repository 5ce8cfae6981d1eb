//! A component of a key, with the source of its value.

use quote::ToTokens as _;
use syn::{Error, Expr, Ident, LitStr, Result, Type};

use super::component_type::{inside_option, is_std_component};
use super::fields_read::refuse_hidden_reads;
use crate::input::{DeclaredComponent, Field, MOST_COMPONENTS, TOO_MANY};

/// A component of a key.
#[derive(Clone)]
pub(crate) struct Component {
    /// The entity that has the key.
    pub(crate) entity: Ident,
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
    pub(super) fn resolve_all(
        entity: &Ident,
        declared: &[DeclaredComponent],
        fields: &[Field],
    ) -> Result<Vec<Self>> {
        if let Some(ninth) = declared.get(MOST_COMPONENTS) {
            return Err(Error::new(ninth.name.span(), TOO_MANY));
        }
        declared.iter().map(|component| Self::resolve(entity, component, fields)).collect()
    }

    fn resolve(entity: &Ident, declared: &DeclaredComponent, fields: &[Field]) -> Result<Self> {
        let resolved = Self::resolve_required(entity, declared, fields)?;
        if let Some(ty) = resolved.ty().filter(|ty| declared.optional && inside_option(ty).is_none()) {
            let (name, ty) = (&declared.name, ty.to_token_stream());
            let refused = format!(
                "`{name}` is not an `Option`, so it always has a value: remove the `?`, or write its type as `Option<{ty}>`"
            );
            return Err(Error::new(name.span(), refused));
        }
        Ok(Self { optional: declared.optional, except: declared.except.clone(), ..resolved })
    }

    /// Resolves a component as one that is not optional.
    fn resolve_required(entity: &Ident, declared: &DeclaredComponent, fields: &[Field]) -> Result<Self> {
        let Some((ty, expression)) = &declared.computed else {
            return Self::of_field(entity, &declared.name, fields);
        };
        refuse_name_of_field(&declared.name, fields)?;
        refuse_hidden_reads(expression, fields)?;
        Ok(Self {
            entity: entity.clone(),
            name: declared.name.clone(),
            optional: false,
            except: Vec::new(),
            source: Source::Computed { ty: ty.clone(), expression: expression.clone() },
        })
    }

    /// Returns the field `name` as a component that is not optional.
    pub(super) fn of_field(entity: &Ident, name: &Ident, fields: &[Field]) -> Result<Self> {
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
            entity: entity.clone(),
            name: name.clone(),
            optional: false,
            except: Vec::new(),
            source: Source::Field { attribute, ty: field.ty.clone(), unstored: field.is_unstored() },
        })
    }

    /// The type of the value. A shard has none of the entity's types.
    pub(crate) fn ty(&self) -> Option<&Type> {
        match &self.source {
            Source::Field { ty, .. } | Source::Computed { ty, .. } => Some(ty),
            Source::Shard { .. } => None,
        }
    }

    /// The type of the value in a key: of an optional component, the type inside the `Option`.
    pub(crate) fn ty_in_key(&self) -> Option<&Type> {
        let ty = self.ty()?;
        Some(inside_option(ty).filter(|_| self.optional).unwrap_or(ty))
    }

    /// Returns true if the compiler has to find out whether the type can be in a key.
    pub(crate) fn must_be_checked(&self) -> bool {
        self.ty_in_key().is_some_and(|ty| !is_std_component(ty))
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
