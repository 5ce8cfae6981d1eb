//! The views with joined keys: one of the table, and one of each joined index.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Ident;

use super::component::key_types;
use super::joined_key::{partition_name, sort_name};
use super::key_attributes::index_schema;
use super::place::Place;
use super::queries::{output, query, sharded_queries, sharded_view};
use super::raw_view::raw_view;
use crate::model::{EntityModel, JoinedIndex, JoinedKey};

/// The view of the table itself, such as `TrackItems`.
pub(super) fn table_view(model: &EntityModel) -> TokenStream {
    let view = model.table_view();
    let doc = format!("Lists `{}` by the table's primary key.", model.ident);
    let definition = definition(model, &view, &doc, None);
    quote! {
        #definition
        impl ::single_table::private::ConsistentView for #view {}
    }
}

/// The view of a joined index.
pub(super) fn index_view(model: &EntityModel, index: &JoinedIndex) -> TokenStream {
    let view = &index.view;
    let doc = format!("Lists `{}` by an index.", model.ident);
    let sharded_view = index.sharding.as_ref().map(|sharding| sharded_view(index, sharding));
    let definition = definition(model, view, &doc, Some(index));
    let consistent =
        (!index.global).then(|| quote!(impl ::single_table::private::ConsistentView for #view {}));
    let (entity, on) = (&model.ident, &index.on);
    quote! {
        #definition
        #sharded_view
        #consistent

        impl ::single_table::private::Indexed<#on> for #entity {
            type View = #view;
        }
    }
}

/// The type of a view, its functions, and its traits. `index` is absent for the view of the table.
fn definition(model: &EntityModel, view: &Ident, doc: &str, index: Option<&JoinedIndex>) -> TokenStream {
    let vis = &model.vis;
    let key = index.map_or(&model.primary, |index| &index.key);
    let project = index.and_then(|index| index.project.as_ref());
    let scan_output = output(project, &TokenStream::new());
    let queries = match index.filter(|index| index.sharding.is_some()) {
        Some(index) => sharded_queries(model, index),
        None => query(model, key, project),
    };
    let view_impls = if key.is_raw() {
        raw_view(model, view, index)
    } else {
        let view_impl = view_impl(model, view, index);
        let joined_view_impl = joined_view_impl(view, key);
        quote!(#view_impl #joined_view_impl)
    };
    quote! {
        #[doc = #doc]
        #vis struct #view;

        impl #view {
            /// Returns a scan of all items of this view, in every partition. Use it in jobs, not in requests.
            #[must_use]
            #vis fn scan() -> ::single_table::private::Scan<Self #scan_output> {
                ::single_table::private::Scan::of_entities()
            }

            #queries
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

fn joined_view_impl(view: &Ident, key: &JoinedKey) -> TokenStream {
    let name = partition_name(key);
    let member = sort_name(key).map(|name| {
        quote!(
            const MEMBER: Option<::single_table::private::EntityName> = Some(*#name);
        )
    });
    quote! {
        impl ::single_table::private::JoinedView for #view {
            const PREFIX: ::single_table::private::EntityName = *#name;
            #member
        }
    }
}
