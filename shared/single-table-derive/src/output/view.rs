//! The views with joined keys: one of the table, and one of each joined index.

use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};
use syn::Ident;

use super::component::key_types;
use super::joined_key::{partition_name, sort_name};
use super::place::Place;
use super::queries::{output, query, sharded_queries, sharded_view};
use super::raw_view::raw_view;
use super::view_impl::ViewImpl;
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
    let key = index.map_or(&model.primary, |index| &index.key);
    // The items of all members are mixed in an ordered collection.
    let is_mixed = key.is_ordered;
    ViewImpl {
        view,
        table: &model.table,
        item: &model.ident,
        index: index.map(|index| &index.on),
        partition: key_types(&key.partition),
        partition_key: quote!(::single_table::private::joined_partition::<Self>(partition)),
        place: Place::of(model, index),
        mixed: quote!(#is_mixed),
    }
    .into_token_stream()
}

fn joined_view_impl(view: &Ident, key: &JoinedKey) -> TokenStream {
    let name = partition_name(key);
    let member = sort_name(key).map(|name| {
        quote!(
            const MEMBER: Option<::single_table::private::EntityName> = Some(*#name);
        )
    });
    let sort_types = key_types(&key.sort);
    quote! {
        impl ::single_table::private::JoinedView for #view {
            type Sort = #sort_types;
            const PREFIX: ::single_table::private::EntityName = *#name;
            #member
        }
    }
}
