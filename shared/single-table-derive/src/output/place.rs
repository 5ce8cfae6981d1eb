//! The place of an item in a view with joined keys, from which the next page continues.

use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};
use syn::Ident;

use super::component::{key_types, value_name, value_names};
use super::joined_key::{parse_partition, parse_sort, push_index, push_primary};
use super::key_attributes::{index_sort, table_attribute};
use crate::model::{Component, EntityModel, JoinedIndex, distinct};

/// The components that, together with the partition, determine all key attributes of an item of the view.
pub(super) fn place_components(model: &EntityModel, index: Option<&JoinedIndex>) -> Vec<Component> {
    let Some(index) = index else { return model.primary.sort.clone() };
    distinct(index.key.sort.iter().chain(model.primary.components()))
        .into_iter()
        .filter(|component| index.key.partition.iter().all(|known| known.name != component.name))
        .cloned()
        .collect()
}

/// Statements that push the exclusive start key of the next page.
pub(super) fn write_start_key(model: &EntityModel, index: Option<&JoinedIndex>) -> TokenStream {
    let primary = &model.primary;
    let own =
        push_primary(&model.table, primary, &value_names(&primary.partition), &value_names(&primary.sort));
    let index = index
        .map(|index| push_index(index, &value_names(&index.key.partition), &value_names(&index.key.sort)));
    quote!(#own #index)
}

/// Statements that read the components of `place` out of the keys of an item. Each comes from the first key that has it.
pub(super) fn read_place(
    model: &EntityModel,
    index: Option<&JoinedIndex>,
    place: &[Component],
) -> TokenStream {
    let (table, primary) = (&model.table, &model.primary);
    let text = |attribute: &TokenStream| quote!(::single_table::private::key_text(last, #attribute)?);
    let table_text = |at| {
        let attribute = table_attribute(table, at);
        if primary.is_raw() {
            quote!(&::single_table::private::native_text(last, &#attribute)?)
        } else {
            text(&quote!(#attribute.name))
        }
    };
    let mut missing: Vec<&Ident> = place.iter().map(|component| &component.name).collect();
    let index_sort = index.and_then(|JoinedIndex { on, key, .. }| {
        bind(&key.sort, &mut missing, &parse_sort(key, &text(&index_sort(on))))
    });
    let sort = bind(&primary.sort, &mut missing, &parse_sort(primary, &table_text(1)));
    let partition = bind(&primary.partition, &mut missing, &parse_partition(primary, &table_text(0)));
    quote!(#index_sort #sort #partition)
}

/// The statement that parses a key and binds the components still missing. A key without such a component needs no statement.
fn bind(components: &[Component], missing: &mut Vec<&Ident>, parsed: &TokenStream) -> Option<TokenStream> {
    let before = missing.len();
    let patterns: Vec<TokenStream> = components
        .iter()
        .map(|Component { name, .. }| {
            if let Some(at) = missing.iter().position(|wanted| *wanted == name) {
                missing.remove(at);
                value_name(name).into_token_stream()
            } else {
                quote!(_)
            }
        })
        .collect();
    let types = key_types(components);
    (missing.len() < before).then(|| quote!(let (#(#patterns,)*): #types = #parsed?;))
}
