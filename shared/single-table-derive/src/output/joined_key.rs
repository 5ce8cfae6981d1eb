//! Expressions that join a key's components to texts, and parse them from texts.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use super::entity_name::entity_name;
use crate::model::{JoinedKey, Owner};

/// A reference to the name that begins the partition key.
pub(super) fn partition_name(key: &JoinedKey) -> TokenStream {
    match &key.collection {
        Some(collection) => {
            let name = entity_name(collection);
            quote!(const { &#name })
        }
        None => owner_name(key),
    }
}

/// A reference to the name that begins the sort key, if a name does.
fn sort_name(key: &JoinedKey) -> Option<TokenStream> {
    key.has_named_sort_key().then(|| owner_name(key))
}

fn owner_name(key: &JoinedKey) -> TokenStream {
    match &key.owner {
        Owner::Entity(entity) => quote!(&<#entity as ::single_table::private::Entity>::NAME),
        Owner::Record(record) => quote!(&<#record as ::single_table::private::Constraint>::NAME),
    }
}

/// The partition key that these values make.
pub(super) fn join_partition(key: &JoinedKey, values: &[impl ToTokens]) -> TokenStream {
    let name = partition_name(key);
    quote!(::single_table::private::partition_key(#name, &(#(#values,)*)))
}

/// The sort key that these values make.
pub(super) fn join_sort(key: &JoinedKey, values: &[impl ToTokens]) -> TokenStream {
    if let Some(name) = sort_name(key) {
        quote!(::single_table::private::named_sort_key(#name, &(#(#values,)*)))
    } else {
        quote!(::single_table::private::sort_key(&(#(#values,)*)))
    }
}

/// The components of the partition key `text`.
pub(super) fn parse_partition(key: &JoinedKey, text: &TokenStream) -> TokenStream {
    let name = partition_name(key);
    quote!(::single_table::private::parse_partition_key(#name, #text))
}

/// The components of the sort key `text`.
pub(super) fn parse_sort(key: &JoinedKey, text: &TokenStream) -> TokenStream {
    if let Some(name) = sort_name(key) {
        quote!(::single_table::private::parse_named_sort_key(#name, #text))
    } else {
        quote!(::single_table::private::parse_sort_key(#text))
    }
}

/// The `Option<EntityName>` that begins the sort key.
pub(super) fn member(key: &JoinedKey) -> TokenStream {
    if let Some(name) = sort_name(key) { quote!(Some(*#name)) } else { quote!(None) }
}
