//! The names and types of key components in the emitted code.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Ident, Type};

use super::own_span::own_span;
use crate::model::{Component, is_std_component};

/// The type of the component's value in the entity.
pub(super) fn value_type(component: &Component) -> TokenStream {
    component.ty().map_or_else(|| quote!(::single_table::private::Shard), ToTokens::to_token_stream)
}

/// The type of the component in a key: of an optional one, the type inside the `Option`.
pub(super) fn key_type(component: &Component) -> TokenStream {
    component.ty_in_key().map_or_else(|| value_type(component), ToTokens::to_token_stream)
}

/// The types that these components have in a key, as a tuple.
pub(super) fn key_types(components: &[Component]) -> TokenStream {
    let types = components.iter().map(checked_type);
    quote!((#(#types,)*))
}

/// The type of the component in a key, once the entity's components have passed their checks. A type that can't be in a key is
/// unknown here, so the compiler reports the failed check and no use of the type.
pub(super) fn checked_type(component: &Component) -> TokenStream {
    component.ty_in_key().map_or_else(|| value_type(component), |ty| checked(component, ty))
}

fn checked(component: &Component, ty: &Type) -> TokenStream {
    if is_std_component(ty) {
        return ty.to_token_stream();
    }
    let entity = &component.entity;
    // With one span, the compiler notes once that the checks failed.
    quote_spanned! {ty.span()=>
        ::single_table::private::Checked<#ty, { <#entity as ::single_table::private::CheckedComponents>::PASSED }>
    }
}

/// A reference to a component's value in the entity, whose type is known once it has passed the checks.
pub(super) fn checked_value(component: &Component, value: &TokenStream) -> TokenStream {
    match component.ty() {
        Some(ty) if component.must_be_checked() => typed(&checked(component, ty), value),
        _ => value.clone(),
    }
}

/// A reference to the component as a field of `self`, where `self` is a key.
fn checked_field(component: &Component) -> TokenStream {
    let name = &component.name;
    let field = quote!(&self.#name);
    if component.must_be_checked() { typed(&checked_type(component), &field) } else { field }
}

fn typed(ty: &TokenStream, value: &TokenStream) -> TokenStream {
    quote!(::single_table::private::typed::<#ty>(#value))
}

/// The fields of a key that is made of these fields of `self`.
pub(super) fn cloned_fields(components: &[&Component]) -> Vec<TokenStream> {
    let cloned = |component: &&Component| {
        let (name, ty, field) = (&component.name, checked_type(component), checked_field(component));
        quote!(#name: <#ty as ::core::clone::Clone>::clone(#field))
    };
    components.iter().map(cloned).collect()
}

/// The implementation of `Clone` of a struct with these components. The code of `derive(Clone)` would not know the checks.
pub(super) fn clone_impl(ident: &Ident, components: &[&Component]) -> TokenStream {
    let fields = cloned_fields(components);
    quote! {
        #[automatically_derived]
        impl ::core::clone::Clone for #ident {
            fn clone(&self) -> Self {
                Self { #(#fields,)* }
            }
        }
    }
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
    components.iter().map(checked_field).collect()
}

/// The name of the variable that holds a component's value. The component's own name could hide a variable of the user's code.
pub(super) fn value_name(component: &Ident) -> Ident {
    format_ident!("component_{}", component, span = own_span(component.span()))
}

/// The name of the variable that holds a component's new value in a move within an index.
pub(super) fn moved_name(component: &Ident) -> Ident {
    format_ident!("moved_{}", component, span = own_span(component.span()))
}

/// The names of the variables that hold the values of these components.
pub(super) fn value_names(components: &[Component]) -> Vec<Ident> {
    components.iter().map(|component| value_name(&component.name)).collect()
}
