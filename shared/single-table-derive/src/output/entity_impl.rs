//! The implementation of `Entity`.

use proc_macro2::TokenStream;
use quote::quote;

use super::index_keys::{write_determined_keys, write_keys};
use super::model::model as description;
use super::restored::restore_fields;
use super::unique_records::records;
use crate::model::{EntityModel, StoredField};

pub(super) fn entity_impl(model: &EntityModel) -> TokenStream {
    let EntityModel { ident, table, .. } = model;
    let key = model.key_type();
    let key_names: Vec<_> = model.primary_members().into_iter().map(|component| &component.name).collect();
    let description = description(model);
    let (write_keys, write_determined_keys) = (write_keys(model), write_determined_keys(model));
    let (records, expires) = (records(model), expires(model));
    let restore_fields = restore_fields(model);
    quote! {
        impl ::single_table::private::Entity for #ident {
            type Table = #table;
            type Key = #key;
            const MODEL: &'static ::single_table::private::Model = &#description;

            fn key(&self) -> #key {
                #key { #(#key_names: ::core::clone::Clone::clone(&self.#key_names),)* }
            }

            fn write_keys(&self, keys: &mut ::single_table::private::KeyAttributes) {
                #write_keys
            }

            #write_determined_keys
            #records
            #expires
            #restore_fields
        }
    }
}

fn expires(model: &EntityModel) -> Option<TokenStream> {
    let StoredField { ident, .. } = model.expiry.as_ref()?;
    Some(quote! {
        fn expires(&self) -> ::core::option::Option<::single_table::private::EpochSeconds> {
            ::core::option::Option::from(self.#ident)
        }
    })
}
