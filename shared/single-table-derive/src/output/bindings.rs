//! Variables that hold the values of an entity's components.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;

use super::component::{checked_value, value_name, value_type};
use super::own_span::{own_span, with_own_self};
use super::shard::{random_shard, shard_of};
use crate::model::{Component, Source};

/// Runs `body` with the value of each component in the variable `component_NAME`, borrowed from `self`.
///
/// Skips `body` if an optional component is absent.
pub(super) fn with_values(components: &[&Component], body: &TokenStream) -> TokenStream {
    let computations = components.iter().filter_map(|component| computation(component));
    let (optional, always): (Vec<&Component>, Vec<&Component>) =
        components.iter().partition(|component| component.optional);
    let bindings = always.iter().map(|component| {
        let (local, value) = (value_name(&component.name), reference(component));
        quote!(let #local = #value;)
    });
    let body = quote!(#(#bindings)* #body);
    let body = if optional.is_empty() {
        body
    } else {
        let locals = optional.iter().map(|component| value_name(&component.name));
        let values = optional.iter().map(|component| reference(component));
        quote! {
            if let (#(Some(#locals),)*) = (#(::core::option::Option::as_ref(#values),)*) {
                #body
            }
        }
    };
    quote!({ #(#computations)* #body })
}

/// The statement that computes a component's value before its use. A field needs none.
fn computation(component: &Component) -> Option<TokenStream> {
    let value = match &component.source {
        Source::Field { .. } => return None,
        Source::Computed { expression, .. } => with_own_self(quote!(#expression)),
        Source::Shard { view, by: Some(by) } => shard_of(view, &quote!(&self.#by), &quote!(keys)),
        Source::Shard { view, by: None } => random_shard(view),
    };
    let (local, ty) = (computed_name(&component.name), value_type(component));
    Some(quote!(let #local: #ty = #value;))
}

/// A reference to the component's value.
fn reference(component: &Component) -> TokenStream {
    let name = &component.name;
    let value = if component.is_field() {
        quote!(&self.#name)
    } else {
        let local = computed_name(name);
        quote!(&#local)
    };
    checked_value(component, &value)
}

fn computed_name(component: &Ident) -> Ident {
    format_ident!("computed_{}", component, span = own_span(component.span()))
}
