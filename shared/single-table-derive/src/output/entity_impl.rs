//! The implementation of `Entity`.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;

use super::component::cloned_fields;
use super::index_keys::{write_determined_keys, write_keys};
use super::model::model as description;
use super::restored::restore_fields;
use super::unique_records::records;
use super::upgrade::upgrade;
use crate::model::{EntityModel, StoredField};

pub(super) fn entity_impl(model: &EntityModel) -> TokenStream {
    let EntityModel { ident, table, .. } = model;
    let key = model.key_type();
    let key_fields = cloned_fields(&model.primary_members());
    let description = description(model);
    let (write_keys, write_determined_keys) = (write_keys(model), write_determined_keys(model));
    let (records, expires) = (records(model), expires(model));
    let (restore_fields, upgrade) = (restore_fields(model), upgrade(model));
    // All uses have one span, so the compiler reports missing traits of serde only once.
    let stored = quote_spanned!(ident.span()=> #ident as ::single_table::private::Stored);
    quote! {
        impl ::single_table::private::Entity for #ident {
            type Table = #table;
            type Key = #key;
            const MODEL: &'static ::single_table::private::Model = &#description;

            fn key(&self) -> #key {
                #key { #(#key_fields,)* }
            }

            fn write_keys(&self, keys: &mut ::single_table::private::KeyAttributes) {
                #write_keys
            }

            fn to_value(&self) -> ::single_table::private::ValueResult<::single_table::private::Value> {
                <#stored>::write(self)
            }

            fn from_value(value: ::single_table::private::Value) -> ::single_table::private::ValueResult<Self> {
                <#stored>::read(value)
            }

            #write_determined_keys
            #records
            #expires
            #restore_fields
            #upgrade
        }
    }
}

fn expires(model: &EntityModel) -> Option<TokenStream> {
    let StoredField { ident, ty, .. } = model.expiry.as_ref()?;
    // With the span of the type, the compiler points at a field of another type.
    let field = quote_spanned!(ty.span()=> #ty as ::single_table::private::ExpiryField);
    Some(quote! {
        fn expires(&self) -> ::core::option::Option<::single_table::private::EpochSeconds> {
            <#field>::expiry(&self.#ident)
        }
    })
}
