//! The query functions of views, and the implementation of `ShardedView`.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Path;
use syn::spanned::Spanned as _;

use super::component::{key_types, names, parameters, value_names, value_type};
use super::joined_key::all;
use super::key_attributes::index_sort_attribute;
use crate::model::{EntityModel, JoinedIndex, JoinedKey, Sharding};

/// The type parameters that a listing has after the view, if the view reads a projection. `state` are those
/// in front of it.
pub(super) fn output(project: Option<&Path>, state: &TokenStream) -> Option<TokenStream> {
    project.map(|projection| quote!(, #state ::single_table::private::Projected<#projection>))
}

/// The type parameters of the query of one partition.
pub(super) fn query_output(project: Option<&Path>) -> Option<TokenStream> {
    output(project, &quote!(::single_table::private::AnySortKey, ::single_table::private::OnePartition,))
}

/// The function `query` of a view without shards.
pub(super) fn query(model: &EntityModel, key: &JoinedKey, project: Option<&Path>) -> TokenStream {
    let (vis, output) = (&model.vis, query_output(project));
    let (names, parameters) = (names(&key.partition), parameters(&key.partition));
    let all = all(key);
    quote! {
        /// Returns a query of one partition of this view.
        #[must_use]
        #[allow(clippy::too_many_arguments, reason = "a partition key has up to eight components")]
        #vis fn query(#(#parameters),*) -> ::single_table::private::Query<Self #output> {
            ::single_table::private::Query::new(
                (#(#names,)*),
                ::single_table::private::SortCondition::#all::<Self>(),
            )
        }
    }
}

/// The functions `query` and `query_shard`.
pub(super) fn sharded_queries(model: &EntityModel, index: &JoinedIndex) -> TokenStream {
    let vis = &model.vis;
    let (names, parameters) = (names(index.unsharded()), parameters(index.unsharded()));
    let all = all(&index.key);
    let output = output(index.project.as_ref(), &quote!(::single_table::private::AnySortKey,));
    let query_shard = query_shard(model, index);
    quote! {
        /// Returns a query of all shards of one partition of this view.
        #[must_use]
        #[allow(clippy::too_many_arguments, reason = "a partition key has up to eight components")]
        #vis fn query(#(#parameters),*) -> ::single_table::private::ShardedQuery<Self #output> {
            ::single_table::private::Query::new(
                (#(#names,)*),
                ::single_table::private::SortCondition::#all::<Self>(),
            )
        }

        #query_shard
    }
}

/// The function `query_shard` of a view whose shards are chosen by a field.
fn query_shard(model: &EntityModel, index: &JoinedIndex) -> Option<TokenStream> {
    let by = index.by()?;
    let output = query_output(index.project.as_ref());
    let (vis, name, ty, all) = (&model.vis, &by.name, value_type(by), all(&index.key));
    let (names, parameters) = (names(index.unsharded()), parameters(index.unsharded()));
    Some(quote! {
        /// Returns a query of the one shard that holds this value. The shard also holds items with other values.
        #[must_use]
        #[allow(clippy::too_many_arguments, reason = "a partition key has up to eight components")]
        #vis fn query_shard(#(#parameters,)* #name: &#ty) -> ::single_table::private::Query<Self #output> {
            ::single_table::private::query_shard(
                &(#(#names,)*),
                #name,
                ::single_table::private::SortCondition::#all::<Self>(),
            )
        }
    })
}

/// The implementation of `ShardedView`.
pub(super) fn sharded_view(index: &JoinedIndex, sharding: &Sharding) -> TokenStream {
    let (view, count) = (&index.view, &sharding.count);
    let (types, values) = (key_types(index.unsharded()), value_names(index.unsharded()));
    // The check has the option's span, so that the compiler points there.
    let check = quote_spanned!(count.span()=> const _: () = ::single_table::private::check_shards(#count););
    let sort_attribute = if index.key.has_sort_key() {
        let attribute = index_sort_attribute(&index.on);
        quote!(Some(#attribute))
    } else {
        quote!(None)
    };
    quote! {
        impl ::single_table::private::ShardedView for #view {
            type Open = #types;
            const SHARDS: u16 = ::single_table::private::shards_or_one(#count);

            const SORT_ATTRIBUTE: Option<::single_table::private::KeyAttribute> = #sort_attribute;

            fn in_shard(open: &Self::Open, shard: ::single_table::private::Shard) -> Self::Partition {
                let (#(#values,)*) = ::core::clone::Clone::clone(open);
                (#(#values,)* shard,)
            }
        }

        #check
    }
}
