//! The views with joined keys: one of the table, and one of each joined index.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Ident, Path};

use super::component::{key_types, names, parameters};
use super::joined_key::{all, member, partition_name};
use super::key_attributes::{index_partition, index_schema, index_sort, table_partition, table_sort};
use super::place::Place;
use super::raw_view::raw_view;
use super::sharded_queries::sharded_queries;
use crate::model::{EntityModel, JoinedIndex, JoinedKey};

/// The view of the table itself, such as `TrackItems`.
pub(super) fn table_view(model: &EntityModel) -> TokenStream {
    let view = model.table_view();
    let doc = format!("Lists `{}` by the table's primary key.", model.ident);
    let queries = queries(model, &view, &model.primary);
    let definition = definition(model, &view, &doc, None);
    quote! {
        #definition
        #queries
        impl ::single_table::private::ConsistentView for #view {}
    }
}

/// The view of a joined index.
pub(super) fn index_view(model: &EntityModel, index: &JoinedIndex) -> TokenStream {
    let view = &index.view;
    let doc = format!("Lists `{}` by an index.", model.ident);
    let queries = match &index.sharding {
        Some(sharding) => sharded_queries(model, index, sharding),
        None => queries(model, view, &index.key),
    };
    let definition = definition(model, view, &doc, Some(index));
    let (check, consistent) = if index.global {
        (if index.key.is_raw() { quote!(on_raw_global) } else { quote!(on_global) }, None)
    } else {
        let check = if index.key.is_raw() { quote!(on_raw_local) } else { quote!(on_local) };
        (check, Some(quote!(impl ::single_table::private::ConsistentView for #view {})))
    };
    let (entity, on) = (&model.ident, &index.on);
    let index_check = index_check(model, on, &check);
    quote! {
        #definition
        #queries
        #consistent
        #index_check

        impl ::single_table::private::Indexed<#on> for #entity {
            type View = #view;
        }
    }
}

/// Checks that an index belongs to the entity's table and has the kind that its attribute requires.
pub(super) fn index_check(model: &EntityModel, on: &Path, check: &TokenStream) -> TokenStream {
    let table = &model.table;
    // The span makes the compiler's message point at the index.
    let call = quote_spanned!(on.span()=> ::single_table::private::#check::<#on, #table>());
    quote!(const _: () = #call;)
}

/// The function `query` of a view without shards.
fn queries(model: &EntityModel, view: &Ident, key: &JoinedKey) -> TokenStream {
    let vis = &model.vis;
    let (names, parameters) = (names(&key.partition), parameters(&key.partition));
    let all = all(key);
    quote! {
        impl #view {
            /// Returns a query of one partition of this view.
            #[must_use]
            #vis fn query(#(#parameters),*) -> ::single_table::private::Query<Self> {
                ::single_table::private::Query::new(
                    (#(#names,)*),
                    ::single_table::private::SortCondition::#all::<Self>(),
                )
            }
        }
    }
}

/// The type of a view, its function `scan`, and its traits. `index` is absent for the view of the table.
fn definition(model: &EntityModel, view: &Ident, doc: &str, index: Option<&JoinedIndex>) -> TokenStream {
    let vis = &model.vis;
    let key = index.map_or(&model.primary, |index| &index.key);
    let view_impls = if key.is_raw() {
        raw_view(model, view, index)
    } else {
        let view_impl = view_impl(model, view, index);
        let joined_view_impl = joined_view_impl(model, view, index);
        quote!(#view_impl #joined_view_impl)
    };
    quote! {
        #[doc = #doc]
        #vis struct #view;

        impl #view {
            /// Returns a scan of all items of this view, in every partition. Use it in jobs, not in requests.
            #[must_use]
            #vis fn scan() -> ::single_table::private::Scan<Self> {
                ::single_table::private::Scan::of_entities()
            }
        }

        #view_impls
    }
}

fn view_impl(model: &EntityModel, view: &Ident, index: Option<&JoinedIndex>) -> TokenStream {
    let EntityModel { ident, table, .. } = model;
    let key = index.map_or(&model.primary, |index| &index.key);
    let (partition_types, sort_types) = (key_types(&key.partition), key_types(&key.sort));
    let Place { types: place_types, start_key, read: read_place } = Place::of(model, index);
    let schema = if let Some(index) = index {
        let schema = index_schema(&index.on);
        quote!(Some(#schema))
    } else {
        quote!(None)
    };
    // The items of all members are mixed in an ordered collection.
    let mixed = key.is_ordered.then(|| {
        quote!(
            const MIXED: bool = true;
        )
    });
    quote! {
        impl ::single_table::private::View for #view {
            type Table = #table;
            type Item = #ident;
            type Partition = #partition_types;
            type Sort = #sort_types;
            type Place = #place_types;
            const INDEX: Option<::single_table::private::IndexSchema> = #schema;
            #mixed

            fn partition(
                partition: &Self::Partition,
            ) -> ::core::result::Result<
                Vec<(&'static str, ::single_table::private::AttributeValue)>,
                ::single_table::private::Error,
            > {
                ::single_table::private::joined_partition::<Self>(partition)
            }

            fn start_key(
                partition: &Self::Partition,
                place: &Self::Place,
                keys: &mut ::single_table::private::KeyAttributes,
            ) {
                #start_key
            }

            fn place(
                last: &::single_table::private::Item,
            ) -> ::core::result::Result<Self::Place, ::single_table::private::Error> {
                #read_place
            }
        }
    }
}

fn joined_view_impl(model: &EntityModel, view: &Ident, index: Option<&JoinedIndex>) -> TokenStream {
    let key = index.map_or(&model.primary, |index| &index.key);
    let partition_attribute = match index {
        Some(index) if index.global => index_partition(&index.on),
        _ => table_partition(&model.table),
    };
    let sort_attribute = index.map_or_else(|| table_sort(&model.table), |index| index_sort(&index.on));
    let (name, member) = (partition_name(key), member(key));
    quote! {
        impl ::single_table::private::JoinedView for #view {
            const PARTITION_KEY: &'static str = #partition_attribute;
            const PREFIX: ::single_table::private::EntityName = *#name;
            const SORT_KEY: &'static str = #sort_attribute;
            const MEMBER: Option<::single_table::private::EntityName> = #member;
        }
    }
}
