//! The view of a native index.

use proc_macro2::TokenStream;
use quote::{ToTokens as _, format_ident, quote};
use syn::Ident;

use super::component::{key_types, names, parameters};
use super::key_attributes::{index_schema, table_attribute};
use super::place::Place;
use super::queries::query_output;
use super::view_impl::ViewImpl;
use crate::model::{EntityModel, NativeIndex};

pub(super) fn native_view(model: &EntityModel, index: &NativeIndex) -> TokenStream {
    let vis = &model.vis;
    let NativeIndex { on, view, partition, sort, project, .. } = index;
    let output = query_output(project.as_ref());
    let doc = format!("Lists `{}` by an index of its own attributes.", model.ident);
    let (names, parameters) = (names(partition), parameters(partition));
    let (view_impl, sort_types) = (view_impl(model, index), key_types(sort));
    quote! {
        #[doc = #doc]
        #vis struct #view;

        impl #view {
            /// Returns a query of one partition of this view.
            #[must_use]
            #vis fn query(#(#parameters),*) -> ::single_table::private::Query<Self #output> {
                ::single_table::private::Query::new(
                    (#(#names,)*),
                    ::single_table::private::SortCondition::any(),
                )
            }
        }

        #view_impl

        impl ::single_table::private::NativeView for #view {
            type Index = #on;
            type Sort = #sort_types;
        }
    }
}

/// The implementation of `View`. A page may end at an item of another entity, so a place holds the keys as texts.
fn view_impl(model: &EntityModel, index: &NativeIndex) -> TokenStream {
    let EntityModel { ident, table, .. } = model;
    let NativeIndex { on, view, partition, sort, .. } = index;
    let schema = index_schema(on);
    // A raw entity may be in a table without a sort key, or with keys that are no texts.
    let table_sort = model.primary.has_sort_key().then(|| table_attribute(table, 1));
    let table_keys: Vec<TokenStream> = [table_attribute(table, 0)].into_iter().chain(table_sort).collect();
    let sort_attributes: Vec<TokenStream> = (0..sort.len())
        .map(|at| quote!(&const { ::single_table::private::key_attribute(#schema.sort_key, #at) }))
        .collect();
    let place: Vec<Ident> = (0..sort.len()).map(|at| format_ident!("key_{at}")).collect();
    let table_place: Vec<Ident> = (0..table_keys.len()).map(|at| format_ident!("table_key_{at}")).collect();
    let place_types = place.iter().chain(&table_place).map(|_| quote!(String));
    ViewImpl {
        view,
        table,
        item: ident,
        index: Some(on),
        partition: key_types(partition),
        partition_key: quote!(::single_table::private::native_partition::<#ident, #on>(partition)),
        place: Place {
            types: quote!((#(#place_types,)*)),
            start_key: quote! {
                let (#(#place,)* #(#table_place,)*) = place;
                keys.push_partition(Self::partition(partition));
                #(::single_table::private::push_native(keys, #sort_attributes, #place);)*
                #(::single_table::private::push_native(keys, &#table_keys, #table_place);)*
            },
            read: quote! {
                Ok((
                    #(::single_table::private::native_text(last, #sort_attributes)?,)*
                    #(::single_table::private::native_text(last, &#table_keys)?,)*
                ))
            },
        },
        mixed: quote!(::single_table::private::is_mixed::<#on>()),
    }
    .into_token_stream()
}
