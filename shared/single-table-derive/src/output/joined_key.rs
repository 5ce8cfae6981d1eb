//! Expressions that make the texts of keys from components, and parse components from texts.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Ident, Path};

use super::entity_name::entity_name;
use super::key_attributes::{
    index_partition, index_partition_attribute, index_sort, index_sort_attribute, table_attribute,
    table_partition, table_sort,
};
use super::key_format::raw_format;
use crate::input::DeclaredLiteral;
use crate::model::{Component, Format, JoinedIndex, JoinedKey, Owner};

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
pub(super) fn sort_name(key: &JoinedKey) -> Option<TokenStream> {
    key.has_named_sort_key().then(|| owner_name(key))
}

fn owner_name(key: &JoinedKey) -> TokenStream {
    match &key.owner {
        Owner::Entity(entity) => quote!(&<#entity as ::single_table::private::Entity>::NAME),
        Owner::Record(record) => quote!(&<#record as ::single_table::private::Constraint>::NAME),
    }
}

/// The entity whose name begins the partition key. Its functions are called without the name: the compiler makes a constant of each
/// reference to a name, which takes it time.
fn alone(key: &JoinedKey) -> Option<&Ident> {
    match (&key.collection, &key.owner) {
        (None, Owner::Entity(entity)) => Some(entity),
        _ => None,
    }
}

/// The text of the partition key that these values make.
pub(super) fn join_partition(key: &JoinedKey, values: &[impl ToTokens]) -> TokenStream {
    if let Format::Raw(literals) = &key.partition_format {
        return raw_key(&quote!(Partition), &key.partition, literals, values);
    }
    if let Some(entity) = alone(key) {
        return quote!(::single_table::private::own_partition_key::<#entity, _>(&(#(#values,)*)));
    }
    let name = partition_name(key);
    quote!(::single_table::private::partition_key(#name, &(#(#values,)*)))
}

/// The text of the sort key that these values make. It is empty in a table without a sort key.
pub(super) fn join_sort(key: &JoinedKey, values: &[impl ToTokens]) -> TokenStream {
    if let Format::Raw(literals) = &key.sort_format {
        if !key.has_sort_key() {
            return quote!(::core::result::Result::Ok(::std::string::String::new()));
        }
        return raw_key(&quote!(Sort), &key.sort, literals, values);
    }
    if let Some(name) = sort_name(key) {
        quote!(::single_table::private::named_sort_key(#name, &(#(#values,)*)))
    } else {
        quote!(::single_table::private::sort_key(&(#(#values,)*)))
    }
}

fn raw_key(
    kind: &TokenStream,
    components: &[Component],
    literals: &[DeclaredLiteral],
    values: &[impl ToTokens],
) -> TokenStream {
    let format = raw_format(components, literals);
    quote! {
        ::single_table::private::raw_key(::single_table::private::KeyKind::#kind, #format, &(#(#values,)*))
    }
}

/// The components of the partition key `text`.
pub(super) fn parse_partition(key: &JoinedKey, text: &TokenStream) -> TokenStream {
    if let Format::Raw(literals) = &key.partition_format {
        return parse_raw(&quote!(Partition), &key.partition, literals, text);
    }
    if let Some(entity) = alone(key) {
        return quote!(::single_table::private::parse_own_partition_key::<#entity, _>(#text));
    }
    let name = partition_name(key);
    quote!(::single_table::private::parse_partition_key(#name, #text))
}

/// The components of the sort key `text`.
pub(super) fn parse_sort(key: &JoinedKey, text: &TokenStream) -> TokenStream {
    if let Format::Raw(literals) = &key.sort_format {
        if !key.has_sort_key() {
            return quote!({
                let _ = #text;
                ::core::result::Result::Ok::<(), ::single_table::private::KeyError>(())
            });
        }
        return parse_raw(&quote!(Sort), &key.sort, literals, text);
    }
    if let Some(name) = sort_name(key) {
        quote!(::single_table::private::parse_named_sort_key(#name, #text))
    } else {
        quote!(::single_table::private::parse_sort_key(#text))
    }
}

fn parse_raw(
    kind: &TokenStream,
    components: &[Component],
    literals: &[DeclaredLiteral],
    text: &TokenStream,
) -> TokenStream {
    let format = raw_format(components, literals);
    quote!(::single_table::private::parse_raw_key(::single_table::private::KeyKind::#kind, #format, #text))
}

/// The statement that pushes a key attribute. `attribute` is that of a joined key, or of a raw one with its type.
pub(super) fn push(
    format: &Format,
    joined: &TokenStream,
    raw: &TokenStream,
    text: &TokenStream,
) -> TokenStream {
    match format {
        Format::Joined => quote!(keys.push(#joined, #text);),
        Format::Raw(_) => quote!(keys.push_raw(&#raw, #text);),
    }
}

/// The statements that push the table's key attributes.
pub(super) fn push_primary(
    table: &Path,
    primary: &JoinedKey,
    partition: &[impl ToTokens],
    sort: &[impl ToTokens],
) -> TokenStream {
    let partition = push(
        &primary.partition_format,
        &table_partition(table),
        &table_attribute(table, 0),
        &join_partition(primary, partition),
    );
    let sort = primary.has_sort_key().then(|| {
        push(&primary.sort_format, &table_sort(table), &table_attribute(table, 1), &join_sort(primary, sort))
    });
    quote!(#partition #sort)
}

/// The statements that push the key attributes of an index.
pub(super) fn push_index(
    JoinedIndex { on, key, global, .. }: &JoinedIndex,
    partition: &[impl ToTokens],
    sort: &[impl ToTokens],
) -> TokenStream {
    let sort = key
        .has_sort_key()
        .then(|| push(&key.sort_format, &index_sort(on), &index_sort_attribute(on), &join_sort(key, sort)));
    let partition = global.then(|| {
        let text = join_partition(key, partition);
        push(&key.partition_format, &index_partition(on), &index_partition_attribute(on), &text)
    });
    quote!(#sort #partition)
}

/// The function that makes the condition for every sort key of the view's entity.
pub(super) fn all(key: &JoinedKey) -> TokenStream {
    if key.is_raw() { quote!(all_raw) } else { quote!(all) }
}
