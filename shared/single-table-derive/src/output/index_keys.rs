//! Statements that write the key attributes of an item.

use proc_macro2::TokenStream;
use quote::quote;

use super::bindings::with_values;
use super::component::{own_fields, value_name, value_names};
use super::joined_key::{push_index, push_primary};
use crate::model::{EntityModel, JoinedIndex, distinct};

/// Statements that write the keys of the table and of all indexes, from the fields of `self`.
pub(super) fn write_keys(model: &EntityModel) -> TokenStream {
    let primary = &model.primary;
    let own =
        push_primary(&model.table, primary, &own_fields(&primary.partition), &own_fields(&primary.sort));
    let indexes =
        model.indexes.iter().map(|index| with_values(&distinct(index.written()), &push_keys(index)));
    quote!(#own #(#indexes)*)
}

/// Statements that push the keys of an index, made from the variables that hold its components.
fn push_keys(index: &JoinedIndex) -> TokenStream {
    push_index(index, &value_names(&index.key.partition), &value_names(&index.key.sort))
}

/// The function that writes the keys of those indexes that the primary key alone determines.
pub(super) fn write_determined_keys(model: &EntityModel) -> Option<TokenStream> {
    let determined: Vec<&JoinedIndex> =
        model.indexes.iter().filter(|index| index.follows_from(&model.primary)).collect();
    if determined.is_empty() {
        return None;
    }
    let key = model.key_type();
    let used = model.primary_in(determined.iter().flat_map(|index| index.written()));
    let names = used.iter().map(|component| &component.name);
    let values = used.iter().map(|component| value_name(&component.name));
    let pushes = determined.into_iter().map(push_keys);
    Some(quote! {
        fn write_determined_keys(key: &#key, keys: &mut ::single_table::private::KeyAttributes) {
            let #key { #(#names: #values,)* .. } = key;
            #(#pushes)*
        }
    })
}
