//! The type of the primary key.

use proc_macro2::TokenStream;
use quote::quote;

use crate::keys;
use crate::views::Shared;

pub(crate) fn key_type(shared: &Shared<'_>) -> TokenStream {
    let Shared { vis, entity, key, prefixes, partition, sort, .. } = shared;
    let doc = format!("The primary key of `{entity}`.");
    let members = shared.primary().map(|component| {
        let (name, ty) = (&component.name, &component.ty);
        let doc = format!("The component `{name}`.");
        quote!(#[doc = #doc] pub #name: #ty)
    });
    let parsed = shared.primary().map(|component| {
        let (name, value) = (&component.name, keys::value_name(&component.name));
        quote!(#name: #value)
    });
    let (partition_values, sort_values) = (keys::value_names(partition), keys::value_names(sort));
    let (partition_names, sort_names) = (keys::names(partition), keys::names(sort));
    let (partition_types, sort_types) = (keys::types(partition), keys::types(sort));
    let own = |names: &[&syn::Ident]| names.iter().map(|name| quote!(&self.#name)).collect::<Vec<_>>();
    let partition_key = prefixes.partition_key(&own(&partition_names));
    let sort_key = prefixes.sort_key(&own(&sort_names));
    let parse_partition = prefixes.parse_partition_key(&quote!(partition));
    let parse_sort = prefixes.parse_sort_key(&quote!(sort));
    let fields = shared.primary().filter_map(|component| {
        let (name, attribute) = (&component.name, component.attribute.as_ref()?);
        Some(quote!((#attribute, ::single_table::private::attribute(#attribute, &self.#name))))
    });
    let read_fields = shared.primary().filter_map(|component| {
        let (name, attribute) = (&component.name, component.attribute.as_ref()?);
        let entity = quote!(<#entity as ::single_table::private::Entity>::NAME.as_str());
        Some(quote!(#name: ::single_table::private::field(item, #entity, #attribute)?,))
    });
    quote! {
        #[doc = #doc]
        #[derive(Debug, Clone, PartialEq)]
        #[allow(clippy::struct_field_names, reason = "the names are the entity's own")]
        #vis struct #key {
            #(#members,)*
        }

        impl ::single_table::private::Key for #key {
            type Entity = #entity;
            type Partition = #partition_types;
            type Sort = #sort_types;

            fn partition(&self) -> ::core::result::Result<String, ::single_table::private::KeyError> {
                #partition_key
            }

            fn sort(&self) -> ::core::result::Result<String, ::single_table::private::KeyError> {
                #sort_key
            }

            fn parse(partition: &str, sort: &str) -> ::core::result::Result<Self, ::single_table::private::KeyError> {
                let (#(#partition_values,)*): Self::Partition = #parse_partition?;
                let (#(#sort_values,)*): Self::Sort = #parse_sort?;
                Ok(Self { #(#parsed,)* })
            }

            fn fields(
                &self,
            ) -> ::core::result::Result<Vec<(&'static str, ::single_table::private::AttributeValue)>, ::single_table::private::Error> {
                ::single_table::private::collect(vec![#(#fields,)*])
            }

            fn from_fields(item: &::single_table::private::Item) -> ::core::result::Result<Self, ::single_table::private::Error> {
                Ok(Self { #(#read_fields)* })
            }
        }
    }
}
