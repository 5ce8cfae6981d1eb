//! The type of the primary key, such as `TrackKey`.

use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};
use syn::ext::IdentExt as _;

use super::component::{clone_impl, key_types, own_fields, value_name, value_names, value_type};
use super::joined_key::{join_partition, join_sort, parse_partition, parse_sort};
use crate::model::{Component, EntityModel};

pub(super) fn key_type(model: &EntityModel) -> TokenStream {
    let (vis, key) = (&model.vis, model.key_type());
    let doc = format!("The primary key of `{}`.", model.ident);
    let members = model.primary_members().into_iter().map(|component| {
        let (name, ty) = (&component.name, value_type(component));
        let doc = format!("The component `{}`.", name.unraw());
        quote!(#[doc = #doc] pub #name: #ty)
    });
    let clone_impl = clone_impl(&key, &model.primary_members());
    let key_impl = key_impl(model);
    quote! {
        #[doc = #doc]
        #[derive(Debug, PartialEq)]
        #[allow(clippy::struct_field_names, reason = "the names are the entity's own")]
        #vis struct #key {
            #(#members,)*
        }

        #clone_impl
        #key_impl
    }
}

fn key_impl(model: &EntityModel) -> TokenStream {
    let (entity, key, primary) = (&model.ident, model.key_type(), &model.primary);
    let (partition_types, sort_types) = (key_types(&primary.partition), key_types(&primary.sort));
    let partition_key = join_partition(primary, &own_fields(&primary.partition));
    let sort_key = join_sort(primary, &own_fields(&primary.sort));
    let partition_values = value_names(&primary.partition);
    // A value that the partition key has is read from there.
    let sort_values = primary.sort.iter().map(|component| {
        let is_known = primary.partition.iter().any(|known| known.name == component.name);
        if is_known { quote!(_) } else { value_name(&component.name).into_token_stream() }
    });
    let parse_partition = parse_partition(primary, &quote!(partition));
    let parse_sort = parse_sort(primary, &quote!(sort));
    let parsed = model.primary_members().into_iter().map(|Component { name, .. }| {
        let value = value_name(name);
        quote!(#name: #value)
    });
    let (fields, read_fields) = (fields(model), read_fields(model));
    let done = if primary.components().count() == model.primary_members().len() {
        quote!(Ok(Self { #(#parsed,)* }))
    } else {
        // The key says a value twice, so the two could differ.
        quote! {
            let key = Self { #(#parsed,)* };
            ::single_table::private::same_keys([&key.partition()?, &key.sort()?], [partition, sort])?;
            Ok(key)
        }
    };
    let partition_values_types = primary.partition.iter().map(value_type);
    quote! {
        impl ::single_table::private::PartitionedBy<(#(#partition_values_types,)*)> for #key {}

        impl ::single_table::private::Key for #key {
            type Entity = #entity;
            type Partition = #partition_types;
            type Sort = #sort_types;

            fn partition(&self) -> ::single_table::private::KeyResult<String> {
                #partition_key
            }

            fn sort(&self) -> ::single_table::private::KeyResult<String> {
                #sort_key
            }

            fn parse(partition: &str, sort: &str) -> ::single_table::private::KeyResult<Self> {
                let (#(#partition_values,)*): Self::Partition = #parse_partition?;
                let (#(#sort_values,)*): Self::Sort = #parse_sort?;
                #done
            }

            fn fields(&self) -> ::single_table::private::Fallible<::single_table::private::Attributes> {
                ::single_table::private::collect([#(#fields,)*])
            }

            fn from_fields(item: &::single_table::private::Item) -> ::single_table::private::Fallible<Self> {
                Ok(Self { #(#read_fields,)* })
            }
        }
    }
}

/// The key's components as attributes.
fn fields(model: &EntityModel) -> Vec<TokenStream> {
    let field = |component: &Component| {
        let (name, attribute) =
            (&component.name, component.attribute().filter(|_| !component.is_unstored())?);
        Some(quote!((#attribute, ::single_table::private::attribute(#attribute, &self.#name))))
    };
    model.primary_members().into_iter().filter_map(field).collect()
}

/// The key's components, read from attributes.
fn read_fields(model: &EntityModel) -> Vec<TokenStream> {
    let entity = &model.ident;
    let read = |component: &Component| {
        let (name, attribute) = (&component.name, component.attribute()?);
        let entity = quote!(<#entity as ::single_table::private::Entity>::NAME.as_str());
        Some(quote!(#name: ::single_table::private::field(item, #entity, #attribute)?))
    };
    model.primary_members().into_iter().filter_map(read).collect()
}
