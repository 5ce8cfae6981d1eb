//! The code in place of what could not be derived, so that one mistake is one error: without it, every use of the entity
//! would be another.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::DeriveInput;

use crate::attributes;

/// An `Entity` that is never run, because its program does not compile; nothing where not even the table is known.
pub(crate) fn stub(input: &DeriveInput) -> Option<TokenStream> {
    let attribute = attributes::parse(input).ok()?.entity;
    let (vis, entity, key) = (&input.vis, &input.ident, format_ident!("{}Key", input.ident));
    let (table, name) = (&attribute.table, &attribute.name);
    Some(quote! {
        #[derive(Debug, Clone, PartialEq)]
        #vis struct #key;

        impl ::single_table::private::Key for #key {
            type Entity = #entity;
            type Partition = ();
            type Sort = ();

            fn partition(&self) -> ::core::result::Result<String, ::single_table::private::KeyError> {
                ::core::unreachable!()
            }

            fn sort(&self) -> ::core::result::Result<String, ::single_table::private::KeyError> {
                ::core::unreachable!()
            }

            fn parse(_: &str, _: &str) -> ::core::result::Result<Self, ::single_table::private::KeyError> {
                ::core::unreachable!()
            }

            fn fields(
                &self,
            ) -> ::core::result::Result<Vec<(&'static str, ::single_table::private::AttributeValue)>, ::single_table::private::Error> {
                ::core::unreachable!()
            }

            fn from_fields(_: &::single_table::private::Item) -> ::core::result::Result<Self, ::single_table::private::Error> {
                ::core::unreachable!()
            }
        }

        impl ::single_table::private::Entity for #entity {
            type Table = #table;
            type Key = #key;
            const NAME: ::single_table::private::EntityName = ::single_table::private::EntityName::new(#name);

            fn key(&self) -> #key {
                ::core::unreachable!()
            }

            fn write_keys(&self, _: &mut ::single_table::private::KeyAttributes) {}
        }

        impl ::single_table::private::Unconstrained for #entity {}
    })
}
