//! The code in place of an entity that was refused.
//!
//! Without it, each use of the entity would be another error, and the one that matters would be hard to find.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::DeriveInput;

use super::entity_name::entity_name;
use crate::input::EntityAttribute;

/// An implementation of `Entity` that never runs, because its program doesn't compile.
pub(crate) fn stub(input: &DeriveInput, attribute: &EntityAttribute) -> TokenStream {
    let (vis, entity, key) = (&input.vis, &input.ident, format_ident!("{}Key", input.ident));
    let (table, name, type_name) = (&attribute.table, entity_name(&attribute.name), entity.to_string());
    quote! {
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
            ) -> ::core::result::Result<
                Vec<(&'static str, ::single_table::private::AttributeValue)>,
                ::single_table::private::Error,
            > {
                ::core::unreachable!()
            }

            fn from_fields(
                _: &::single_table::private::Item,
            ) -> ::core::result::Result<Self, ::single_table::private::Error> {
                ::core::unreachable!()
            }
        }

        impl ::single_table::private::Entity for #entity {
            type Table = #table;
            type Key = #key;
            const MODEL: &'static ::single_table::private::Model = &::single_table::private::Model::new(
                #type_name,
                #name,
            );

            fn key(&self) -> #key {
                ::core::unreachable!()
            }

            fn write_keys(&self, _: &mut ::single_table::private::KeyAttributes) {}
        }

        impl ::single_table::private::Unconstrained for #entity {}
    }
}
