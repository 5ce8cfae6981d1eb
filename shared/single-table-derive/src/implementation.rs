//! The implementation of `Entity` itself.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Ident, Result};

use crate::attributes::EntityAttribute;
use crate::fields::{self, Field};
use crate::keys;
use crate::native::NativeKey;
use crate::unique::{UniqueKey, records};
use crate::views::{IndexKey, Shared};

pub(crate) fn implementation(
    shared: &Shared<'_>,
    attribute: &EntityAttribute,
    indexes: &[IndexKey],
    natives: &[NativeKey],
    uniques: &[UniqueKey],
    fields: &[Field],
) -> Result<TokenStream> {
    let Shared { entity, key, table, .. } = shared;
    let name = &attribute.name;
    let key_names: Vec<&Ident> = shared.primary().map(|component| &component.name).collect();
    let collection = attribute.collection.as_ref().map(|collection| {
        quote! {
            const COLLECTION: Option<::single_table::private::EntityName> =
                Some(::single_table::private::EntityName::new(#collection));
        }
    });
    let memberships = indexes.iter().map(|index| {
        let (on, partition) = (&index.on, &index.prefixes.partition);
        quote!((<#on as ::single_table::private::Index>::SCHEMA.name, (*#partition).as_str()))
    });
    let memberships = memberships.chain(natives.iter().map(NativeKey::membership));
    let write_table = write_table(shared);
    let write_indexes = indexes.iter().map(write_index);
    let write_determined = write_determined(shared, indexes);
    let random_shards = indexes.iter().filter(|index| index.is_at_random()).map(|index| {
        let (attribute, view) = (index.partition_attribute(), &index.view);
        quote!((#attribute, <#view as ::single_table::private::ShardedView>::SHARDS))
    });
    let is_open = fields.iter().any(|field| field.attribute.is_none());
    let version = attribute.version.as_ref().map(|_| {
        quote! {
            const VERSION: ::core::option::Option<&'static str> =
                ::core::option::Option::Some(<Self as ::single_table::private::Versioned>::VERSION_FIELD);
        }
    });
    let records = records(uniques);
    let expires = expires(attribute, fields)?;
    Ok(quote! {
        impl ::single_table::private::Entity for #entity {
            type Table = #table;
            type Key = #key;
            const NAME: ::single_table::private::EntityName = ::single_table::private::EntityName::new(#name);
            #collection
            const INDEXES: &'static [(&'static str, &'static str)] = &[#(#memberships,)*];
            const IS_OPEN: bool = #is_open;
            const RANDOM_SHARDS: &'static [(&'static str, u16)] = &[#(#random_shards,)*];

            fn key(&self) -> #key {
                #key { #(#key_names: ::core::clone::Clone::clone(&self.#key_names),)* }
            }

            fn write_keys(&self, keys: &mut ::single_table::private::KeyAttributes) {
                #write_table
                #(#write_indexes)*
            }

            #version
            #write_determined
            #records
            #expires
        }
    })
}

fn write_table(shared: &Shared<'_>) -> TokenStream {
    let Shared { table, prefixes, partition, sort, .. } = shared;
    let own = |names: Vec<&Ident>| names.into_iter().map(|name| quote!(&self.#name)).collect::<Vec<_>>();
    let partition_key = prefixes.partition_key(&own(keys::names(partition)));
    let sort_key = prefixes.sort_key(&own(keys::names(sort)));
    quote! {
        keys.push(<#table as ::single_table::private::Table>::PARTITION_KEY, #partition_key);
        keys.push(<#table as ::single_table::private::Table>::SORT_KEY, #sort_key);
    }
}

fn write_index(index: &IndexKey) -> TokenStream {
    keys::with_values(&keys::distinct(index.written()), &push_index(index))
}

/// Pushes the keys of an index, made of the variables that hold its components' values.
fn push_index(index: &IndexKey) -> TokenStream {
    let sort_attribute = index.sort_attribute();
    let sort_key = index.prefixes.sort_key(&keys::value_names(&index.sort));
    let partition = index.global.then(|| {
        let attribute = index.partition_attribute();
        let partition_key = index.prefixes.partition_key(&keys::value_names(&index.partition));
        quote!(keys.push(#attribute, #partition_key);)
    });
    quote! {
        keys.push(#sort_attribute, #sort_key);
        #partition
    }
}

/// The keys of those indexes whose components are all in the primary key. A shard needs more than that.
fn write_determined(shared: &Shared<'_>, indexes: &[IndexKey]) -> Option<TokenStream> {
    let primary: Vec<&Ident> = shared.primary().map(|component| &component.name).collect();
    let is_determined = |index: &&IndexKey| {
        let mut components = index.written();
        index.sharding.is_none()
            && components.all(|component| component.computed.is_none() && primary.contains(&&component.name))
    };
    let determined: Vec<&IndexKey> = indexes.iter().filter(is_determined).collect();
    if determined.is_empty() {
        return None;
    }
    let key = shared.key;
    let used: Vec<&&Ident> = primary
        .iter()
        .filter(|name| {
            determined.iter().any(|index| index.written().any(|component| component.name == ***name))
        })
        .collect();
    let values = used.iter().map(|name| keys::value_name(name));
    let pushes = determined.into_iter().map(push_index);
    Some(quote! {
        fn write_determined_keys(key: &#key, keys: &mut ::single_table::private::KeyAttributes) {
            let #key { #(#used: #values,)* .. } = key;
            #(#pushes)*
        }
    })
}

fn expires(attribute: &EntityAttribute, fields: &[Field]) -> Result<Option<TokenStream>> {
    let Some(ttl) = &attribute.ttl else { return Ok(None) };
    let name = fields::attribute_of(ttl, fields)?;
    Ok(Some(quote! {
        const TTL_FIELD: ::core::option::Option<&'static str> = ::core::option::Option::Some(#name);

        fn expires(&self) -> ::core::option::Option<::single_table::private::EpochSeconds> {
            ::core::option::Option::from(self.#ttl)
        }
    }))
}
