//! The steps from an item of a past schema version to the entity.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::Path;
use syn::spanned::Spanned as _;

use super::own_span::own_span;
use crate::input::SchemaAttribute;
use crate::model::EntityModel;

/// `Entity::upgrade`, which an entity without past versions inherits.
pub(super) fn upgrade(model: &EntityModel) -> Option<TokenStream> {
    let schema = model.schema.as_ref().filter(|schema| !schema.past.is_empty())?;
    let arms = past_numbers(schema).enumerate().map(|(at, number)| {
        let first = &schema.past[at];
        let steps = steps(&schema.past[at..]);
        quote! {
            #number => {
                let past = ::single_table::private::read_past::<#first>(item)?;
                #(#steps)*
                ::core::result::Result::Ok(past)
            }
        }
    });
    Some(quote! {
        fn upgrade(
            version: u32,
            item: ::single_table::private::StreamItem,
        ) -> ::core::result::Result<Self, ::single_table::private::UpgradeError> {
            match version {
                #(#arms)*
                unknown => ::core::result::Result::Err(::single_table::private::no_past_version(unknown)),
            }
        }
    })
}

/// The statements that make the entity of the first of these versions, one version after the other.
fn steps(past: &[Path]) -> Vec<TokenStream> {
    let next = past.iter().skip(1).map(ToTokens::to_token_stream).chain([quote!(Self)]);
    past.iter()
        .zip(next)
        .map(|(past, next)| {
            quote_spanned! {own_span(past.span())=>
                let past = ::single_table::private::next_version::<#past, #next>(past)?;
            }
        })
        .collect()
}

/// The numbers of the past versions.
fn past_numbers(schema: &SchemaAttribute) -> impl Iterator<Item = u32> {
    let count = u32::try_from(schema.past.len())
        .expect("there are fewer past versions than the number of the current one, a u32");
    schema.version - count..schema.version
}
