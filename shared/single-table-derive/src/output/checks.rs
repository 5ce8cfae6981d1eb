//! Checks that run while the user's crate compiles.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::LitStr;

use super::entity_name::name_check;
use crate::model::EntityModel;

/// The checks of the entity's names, and of its description against its table.
pub(super) fn checks(model: &EntityModel) -> TokenStream {
    let EntityModel { ident, table, .. } = model;
    let names = names(model).into_iter().map(|name| name_check(&name));
    // The span makes the compiler's message point at the entity.
    let description = quote_spanned! {ident.span()=>
        ::single_table::private::check_entity::<#table>(<#ident as ::single_table::private::Entity>::MODEL)
    };
    let raw_indexes = model.indexes.iter().filter(|index| index.key.is_raw()).map(|index| {
        let (on, has_sort_key) = (&index.on, index.key.has_sort_key());
        quote_spanned!(index.view.span()=> const _: () = ::single_table::private::check_raw_index::<#on>(#has_sort_key);)
    });
    quote!(#(#names)* const _: () = #description; #(#raw_indexes)*)
}

/// The names of the entity, its collections and its records.
fn names(model: &EntityModel) -> Vec<LitStr> {
    let collections = model.indexes.iter().filter_map(|index| index.key.collection.clone());
    let records =
        model.records.iter().map(|unique| LitStr::new(&unique.record.to_string(), unique.record.span()));
    let mut names = vec![model.name.clone()];
    names.extend(model.primary.collection.iter().cloned().chain(collections).chain(records));
    names
}
