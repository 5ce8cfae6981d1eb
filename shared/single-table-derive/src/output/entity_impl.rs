//! The implementation of `Entity`.

use proc_macro2::TokenStream;
use quote::quote;

use super::index_keys::{write_determined_keys, write_keys};
use super::joined_key::partition_name;
use super::key_attributes::{index_partition_attribute, index_schema};
use super::key_format::{key_formats, stored_keys};
use super::restored::restore_fields;
use super::shard::shards;
use super::unique_records::records;
use crate::model::{EntityModel, StoredField};

pub(super) fn entity_impl(model: &EntityModel) -> TokenStream {
    let EntityModel { ident, table, name, .. } = model;
    let key = model.key_type();
    let key_names: Vec<_> = model.primary_members().into_iter().map(|component| &component.name).collect();
    let is_open = model.fields.iter().any(|field| field.attribute.is_none());
    let (collection, memberships, random_shards) =
        (collection(model), memberships(model), random_shards(model));
    let (write_keys, write_determined_keys) = (write_keys(model), write_determined_keys(model));
    let (key_formats, stored_keys, restore_fields) =
        (key_formats(model), stored_keys(model), restore_fields(model));
    let (version, records, expires) = (version(model), records(model), expires(model));
    quote! {
        impl ::single_table::private::Entity for #ident {
            type Table = #table;
            type Key = #key;
            const NAME: ::single_table::private::EntityName = ::single_table::private::EntityName::new(#name);
            #collection
            #key_formats
            #stored_keys
            const INDEXES: &'static [(&'static str, &'static str)] = &[#(#memberships,)*];
            const IS_OPEN: bool = #is_open;
            const RANDOM_SHARDS: &'static [(&'static str, u16)] = &[#(#random_shards,)*];

            fn key(&self) -> #key {
                #key { #(#key_names: ::core::clone::Clone::clone(&self.#key_names),)* }
            }

            fn write_keys(&self, keys: &mut ::single_table::private::KeyAttributes) {
                #write_keys
            }

            #version
            #write_determined_keys
            #records
            #expires
            #restore_fields
        }
    }
}

fn collection(model: &EntityModel) -> Option<TokenStream> {
    let collection = model.primary.collection.as_ref()?;
    Some(quote! {
        const COLLECTION: Option<::single_table::private::EntityName> =
            Some(::single_table::private::EntityName::new(#collection));
    })
}

/// The names of the entity's indexes, each with the name that begins its partition keys. The keys of a native or raw index begin with no name.
fn memberships(model: &EntityModel) -> Vec<TokenStream> {
    let joined = model.indexes.iter().map(|index| {
        let schema = index_schema(&index.on);
        if index.key.is_raw() {
            return quote!((#schema.name, ""));
        }
        let name = partition_name(&index.key);
        quote!((#schema.name, (*#name).as_str()))
    });
    let native = model.native_indexes.iter().map(|index| {
        let schema = index_schema(&index.on);
        quote!((#schema.name, ""))
    });
    joined.chain(native).collect()
}

/// The partition keys that are sharded at random, each with the number of shards.
fn random_shards(model: &EntityModel) -> Vec<TokenStream> {
    let random = model.indexes.iter().filter(|index| index.is_sharded_at_random());
    random
        .map(|index| {
            let (attribute, shards) = (index_partition_attribute(&index.on), shards(&index.view));
            quote!((#attribute.name, #shards))
        })
        .collect()
}

fn version(model: &EntityModel) -> Option<TokenStream> {
    model.version.as_ref()?;
    Some(quote! {
        const VERSION: ::core::option::Option<&'static str> =
            ::core::option::Option::Some(<Self as ::single_table::private::Versioned>::VERSION_FIELD);
    })
}

fn expires(model: &EntityModel) -> Option<TokenStream> {
    let StoredField { ident, attribute } = model.expiry.as_ref()?;
    Some(quote! {
        const TTL_FIELD: ::core::option::Option<&'static str> = ::core::option::Option::Some(#attribute);

        fn expires(&self) -> ::core::option::Option<::single_table::private::EpochSeconds> {
            ::core::option::Option::from(self.#ident)
        }
    })
}
