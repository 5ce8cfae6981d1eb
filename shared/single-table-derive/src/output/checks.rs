//! Checks that run while the user's crate compiles.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Ident, LitStr, Path};

use super::entity_name::name_check;
use crate::model::{Component, EntityModel, JoinedIndex, NativeIndex};

/// The checks of the entity's names, of its description against its table, and of its indexes. They are one constant, because each
/// constant takes the compiler time. Each check has the span at which the compiler's message points.
pub(super) fn checks(model: &EntityModel) -> TokenStream {
    let EntityModel { ident, table, .. } = model;
    let names = names(model).into_iter().map(|name| name_check(&name));
    let description = quote_spanned! {ident.span()=>
        ::single_table::private::check_entity::<#table>(<#ident as ::single_table::private::Entity>::MODEL)
    };
    // The constant fails to compile in a table whose keys can't be joined.
    let sort_key = (!model.primary.is_raw()).then(
        || quote_spanned!(ident.span()=> let _ = <#table as ::single_table::private::Table>::SORT_KEY;),
    );
    let indexes = model.indexes.iter().map(|index| joined_index(model, index));
    let native_indexes = model.native_indexes.iter().map(|index| native_index(model, index));
    quote! {
        const _: () = {
            #(#names;)*
            #description;
            #sort_key
            #(#indexes)*
            #(#native_indexes)*
        };
    }
}

/// Checks that a joined index belongs to the entity's table, and has the kind and the attributes that its declaration needs.
fn joined_index(model: &EntityModel, index: &JoinedIndex) -> TokenStream {
    let JoinedIndex { on, key, view, global, project, .. } = index;
    let kind = match (global, key.is_raw()) {
        (true, true) => quote!(on_raw_global),
        (true, false) => quote!(on_global),
        (false, true) => quote!(on_raw_local),
        (false, false) => quote!(on_local),
    };
    let of_table = of_table(model, on, &kind);
    let attributes = key.is_raw().then(|| {
        let has_sort_key = key.has_sort_key();
        quote_spanned!(view.span()=> ::single_table::private::check_raw_index::<#on>(#has_sort_key);)
    });
    let held = held(&model.ident, on, project.as_ref());
    quote!(#of_table #attributes #held)
}

/// Checks that a native index belongs to the entity's table, and that its attributes are those of the declaration.
fn native_index(model: &EntityModel, index: &NativeIndex) -> TokenStream {
    let on = &index.on;
    let of_table = of_table(model, on, &quote!(on_native));
    let (partition, sort) = (attributes(&index.partition), attributes(&index.sort));
    let attributes = quote_spanned! {on.span()=>
        ::single_table::private::check_native_view::<#on>(&[#(#partition),*], &[#(#sort),*]);
    };
    let held = held(&model.ident, on, index.project.as_ref());
    quote!(#of_table #attributes #held)
}

/// Checks that an index holds the attributes that its view reads.
pub(super) fn held(entity: &Ident, on: &Path, project: Option<&Path>) -> TokenStream {
    if let Some(projection) = project {
        quote_spanned!(projection.span()=> ::single_table::private::holds_projection::<#on, #entity, #projection>();)
    } else {
        quote_spanned!(on.span()=> ::single_table::private::holds_all::<#on>();)
    }
}

fn of_table(model: &EntityModel, on: &Path, kind: &TokenStream) -> TokenStream {
    let table = &model.table;
    quote_spanned!(on.span()=> ::single_table::private::#kind::<#on, #table>();)
}

fn attributes(components: &[Component]) -> Vec<&str> {
    components.iter().filter_map(Component::attribute).collect()
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
