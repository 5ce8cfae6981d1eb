//! Indexes whose keys are the entity's own attributes.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::spanned::Spanned;
use syn::{Error, Ident, Index, Path, Result};

use crate::attributes::IndexAttribute;
use crate::fields::Field;
use crate::keys::{self, Resolved};
use crate::views::Shared;

pub(crate) struct NativeKey {
    on: Path,
    view: Ident,
    partition: Vec<Resolved>,
    sort: Vec<Resolved>,
}

impl NativeKey {
    pub(crate) fn of(index: &IndexAttribute, ttl: Option<&Ident>, fields: &[Field]) -> Result<Self> {
        refuse_joined(index)?;
        let partition = index.partition.as_ref().ok_or_else(|| {
            Error::new(index.view.span(), "a native index is a global one: add `partition(...)`")
        })?;
        let key = Self {
            on: index.on.clone(),
            view: index.view.clone(),
            partition: keys::resolve(partition, fields)?,
            sort: keys::resolve(&index.sort, fields)?,
        };
        for component in key.partition.iter().chain(&key.sort) {
            let refused = if component.computed.is_some() {
                "a native index has the entity's own attributes for its keys: name a field"
            } else if ttl == Some(&component.name) {
                "the field of `ttl(...)` is stored as the table's TTL attribute, so no native index has its name"
            } else {
                continue;
            };
            return Err(Error::new(component.name.span(), refused));
        }
        Ok(key)
    }

    /// The index's name. Nothing begins its keys.
    pub(crate) fn membership(&self) -> TokenStream {
        let on = &self.on;
        quote!((<#on as ::single_table::private::Index>::SCHEMA.name, ""))
    }
}

/// What only an index with joined keys can have.
fn refuse_joined(index: &IndexAttribute) -> Result<()> {
    let options = [
        (index.collection.as_ref().map(Spanned::span), "collection"),
        (index.shards.as_ref().map(Spanned::span), "shards"),
        (index.by.as_ref().map(Spanned::span), "by"),
    ];
    for (span, option) in options {
        if let Some(span) = span {
            let message = format!("`{option}` changes a joined key; a native index has none: leave it out");
            return Err(Error::new(span, message));
        }
    }
    Ok(())
}

pub(crate) fn native_view(shared: &Shared<'_>, index: &NativeKey) -> TokenStream {
    let (vis, entity) = (shared.vis, shared.entity);
    let NativeKey { on, view, partition, sort } = index;
    let doc = format!("Lists `{entity}` by an index of its own attributes.");
    let (names, arguments) = (keys::names(partition), keys::arguments(partition));
    let (partition_attributes, sort_attributes) = (attributes(partition), attributes(sort));
    let of_this_table = shared.of_this_table(on, &quote!(on_native));
    let definition = definition(shared, index);
    quote! {
        #[doc = #doc]
        #vis struct #view;

        impl #view {
            /// A query of one partition of this view.
            #[must_use]
            #vis fn query(#(#arguments),*) -> ::single_table::private::Query<Self> {
                ::single_table::private::Query::new((#(#names,)*), ::single_table::private::SortCondition::any())
            }
        }

        #definition

        impl ::single_table::private::NativeView for #view {
            type Index = #on;
        }

        #of_this_table
        const _: () = ::single_table::private::check_native_view::<#on>(
            &[#(#partition_attributes),*],
            &[#(#sort_attributes),*],
        );
    }
}

/// `View` itself. A request may end at an item of another entity, so a place holds the keys as texts.
fn definition(shared: &Shared<'_>, index: &NativeKey) -> TokenStream {
    let Shared { entity, table, .. } = shared;
    let NativeKey { on, view, partition, sort } = index;
    let (partition_types, sort_types) = (keys::types(partition), keys::types(sort));
    let (table_partition, table_sort) = (shared.table_partition_attribute(), shared.table_sort_attribute());
    let at = (0..sort.len()).map(Index::from);
    let sort_attributes: Vec<_> =
        at.map(|at| quote!(&<#on as ::single_table::private::Index>::SCHEMA.sort_key[#at])).collect();
    let place: Vec<Ident> = (0..sort.len()).map(|at| format_ident!("key_{at}")).collect();
    let place_types = place.iter().map(|_| quote!(String));
    quote! {
        impl ::single_table::private::View for #view {
            type Table = #table;
            type Item = #entity;
            type Partition = #partition_types;
            type Sort = #sort_types;
            type Place = (#(#place_types,)* String, String);
            const INDEX: Option<::single_table::private::IndexSchema> = Some(<#on as ::single_table::private::Index>::SCHEMA);
            const MIXED: bool = ::single_table::private::is_mixed::<#on>();

            fn partition(
                partition: &Self::Partition,
            ) -> ::core::result::Result<Vec<(&'static str, ::single_table::private::AttributeValue)>, ::single_table::private::Error> {
                ::single_table::private::native_partition::<#entity, #on>(partition)
            }

            fn start_key(
                partition: &Self::Partition,
                place: &Self::Place,
                keys: &mut ::single_table::private::KeyAttributes,
            ) {
                let (#(#place,)* partition_key, sort_key) = place;
                keys.push_partition(Self::partition(partition));
                #(::single_table::private::push_native(keys, #sort_attributes, #place);)*
                keys.push(#table_partition, Ok(partition_key.clone()));
                keys.push(#table_sort, Ok(sort_key.clone()));
            }

            fn place(last: &::single_table::private::Item) -> ::core::result::Result<Self::Place, ::single_table::private::Error> {
                Ok((
                    #(::single_table::private::native_text(last, #sort_attributes)?,)*
                    ::single_table::private::key_text(last, #table_partition)?.to_owned(),
                    ::single_table::private::key_text(last, #table_sort)?.to_owned(),
                ))
            }
        }
    }
}

fn attributes(components: &[Resolved]) -> Vec<&str> {
    components.iter().filter_map(|component| component.attribute.as_deref()).collect()
}
