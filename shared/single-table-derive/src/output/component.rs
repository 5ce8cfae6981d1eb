//! The names and types of key components in the emitted code.

use proc_macro2::TokenStream;
use quote::{ToTokens as _, format_ident, quote};
use syn::Ident;

use crate::model::{Component, Source};

/// The type of the component's value in the entity.
pub(super) fn value_type(component: &Component) -> TokenStream {
    match &component.source {
        Source::Field { ty, .. } | Source::Computed { ty, .. } => ty.to_token_stream(),
        Source::Shard { .. } => quote!(::single_table::private::Shard),
    }
}

/// The type of the component in a key: of an optional one, the type inside the `Option`.
pub(super) fn key_type(component: &Component) -> TokenStream {
    let ty = value_type(component);
    if component.optional { quote!(<#ty as ::single_table::private::Optional>::Value) } else { ty }
}

/// The types that these components have in a key, as a tuple.
pub(super) fn key_types(components: &[Component]) -> TokenStream {
    let types = components.iter().map(key_type);
    quote!((#(#types,)*))
}

pub(super) fn names(components: &[Component]) -> Vec<&Ident> {
    components.iter().map(|component| &component.name).collect()
}

/// The parameters of a function that takes these components.
pub(super) fn parameters(components: &[Component]) -> Vec<TokenStream> {
    let parameter = |component: &Component| {
        let (name, ty) = (&component.name, key_type(component));
        quote!(#name: #ty)
    };
    components.iter().map(parameter).collect()
}

/// References to the components as fields of `self`.
pub(super) fn own_fields(components: &[Component]) -> Vec<TokenStream> {
    components.iter().map(|Component { name, .. }| quote!(&self.#name)).collect()
}

/// The name of the variable that holds a component's value. The component's own name could hide a variable of the user's code.
pub(super) fn value_name(component: &Ident) -> Ident {
    format_ident!("component_{}", component)
}

/// The name of the variable that holds a component's new value in a move within an index.
pub(super) fn moved_name(component: &Ident) -> Ident {
    format_ident!("moved_{}", component)
}

/// The names of the variables that hold the values of these components.
pub(super) fn value_names(components: &[Component]) -> Vec<Ident> {
    components.iter().map(|component| value_name(&component.name)).collect()
}
