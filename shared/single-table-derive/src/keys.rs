//! Components of keys, resolved against the struct's fields.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Error, Expr, Ident, Result, Type};

use crate::attributes::Component;
use crate::fields::Field;

/// A component with its type and where its value comes from.
#[derive(Clone)]
pub(crate) struct Resolved {
    pub(crate) name: Ident,
    pub(crate) ty: Type,
    pub(crate) computed: Option<Expr>,
    /// The attribute of the field; none for a computed component.
    pub(crate) attribute: Option<String>,
}

impl Resolved {
    /// A reference to its value in `self`.
    fn borrowed(&self) -> TokenStream {
        let name = &self.name;
        if self.computed.is_some() {
            let local = format_ident!("computed_{}", name);
            quote!(&#local)
        } else {
            quote!(&self.#name)
        }
    }

    /// The statement that computes it, before its use.
    fn binding(&self) -> Option<TokenStream> {
        let (ty, computed) = (&self.ty, self.computed.as_ref()?);
        let local = format_ident!("computed_{}", self.name);
        Some(quote!(let #local: #ty = #computed;))
    }
}

pub(crate) fn resolve(components: &[Component], fields: &[Field]) -> Result<Vec<Resolved>> {
    components
        .iter()
        .map(|component| {
            if let Some((ty, computed)) = &component.computed {
                return Ok(Resolved {
                    name: component.name.clone(),
                    ty: ty.clone(),
                    computed: Some(computed.clone()),
                    attribute: None,
                });
            }
            let field = fields.iter().find(|field| field.ident == component.name).ok_or_else(|| {
                Error::new(component.name.span(), format!("`{}` is no field of this entity", component.name))
            })?;
            let attribute = field.attribute.clone().ok_or_else(|| {
                Error::new(
                    component.name.span(),
                    "a flattened field can't be a key component; compute one from it",
                )
            })?;
            Ok(Resolved {
                name: component.name.clone(),
                ty: field.ty.clone(),
                computed: None,
                attribute: Some(attribute),
            })
        })
        .collect()
}

/// `let` statements for the computed ones.
pub(crate) fn bindings(components: &[Resolved]) -> TokenStream {
    let bindings = components.iter().filter_map(Resolved::binding);
    quote!(#(#bindings)*)
}

/// A tuple of references to the values in `self`.
pub(crate) fn borrowed_tuple(components: &[Resolved]) -> TokenStream {
    let values = components.iter().map(Resolved::borrowed);
    quote!((#(#values,)*))
}

pub(crate) fn types(components: &[Resolved]) -> TokenStream {
    let types = components.iter().map(|component| &component.ty);
    quote!((#(#types,)*))
}

pub(crate) fn names(components: &[Resolved]) -> Vec<&Ident> {
    components.iter().map(|component| &component.name).collect()
}
