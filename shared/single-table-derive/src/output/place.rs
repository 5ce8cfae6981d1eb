//! The place of an item in a view with joined keys, from which the next page continues.

use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};
use syn::{Ident, Path};

use super::component::{key_types, value_name, value_names};
use super::joined_key::{parse_partition, parse_sort, push_index, push_primary};
use super::key_attributes::{index_sort, table_attribute};
use crate::input::MOST_COMPONENTS;
use crate::model::{Component, EntityModel, JoinedIndex, distinct};

/// The type of a place, and its conversions to and from the keys of an item.
pub(super) struct Place {
    pub(super) types: TokenStream,
    /// Statements that push the exclusive start key of the next page.
    pub(super) start_key: TokenStream,
    /// Statements that return the place of an item.
    pub(super) read: TokenStream,
}

impl Place {
    pub(super) fn of(model: &EntityModel, index: Option<&JoinedIndex>) -> Self {
        match index {
            // Traits are implemented for tuples of so many components.
            Some(index)
                if index.key.is_ordered || place_components(model, Some(index)).len() > MOST_COMPONENTS =>
            {
                Self::of_texts(&index.on)
            }
            _ => Self::of_components(model, index),
        }
    }

    /// The place as the texts of the keys, for a list that also holds items of other entities: a page may end at one of them.
    pub(super) fn of_texts(on: &Path) -> Self {
        Self {
            types: quote!(::single_table::private::IndexPlace),
            start_key: quote! {
                keys.push_partition(Self::partition(partition));
                ::single_table::private::push_index_place::<#on>(place, keys);
            },
            read: quote!(::single_table::private::read_index_place::<#on>(last)),
        }
    }

    /// The place as components of the keys.
    fn of_components(model: &EntityModel, index: Option<&JoinedIndex>) -> Self {
        let key = index.map_or(&model.primary, |index| &index.key);
        let place = place_components(model, index);
        let is_sort = !key.is_raw() && key.has_sort_key() && same_components(&place, &key.sort);
        if is_sort && index.is_none() {
            return Self {
                types: key_types(&place),
                start_key: quote!(::single_table::private::push_table_place::<Self>(partition, place, keys);),
                read: quote!(::single_table::private::read_sort_place::<Self>(last)),
            };
        }
        let (partition_values, place_values) = (value_names(&key.partition), value_names(&place));
        let (write_start_key, read_place) = (write_start_key(model, index), read_place(model, index, &place));
        Self {
            types: key_types(&place),
            start_key: quote! {
                #[allow(unused_variables, reason = "a key need not use every component")]
                let (#(#partition_values,)*) = partition;
                let (#(#place_values,)*) = place;
                #write_start_key
            },
            read: if is_sort {
                quote!(::single_table::private::read_sort_place::<Self>(last))
            } else {
                quote! {
                    #read_place
                    Ok((#(#place_values,)*))
                }
            },
        }
    }
}

/// Returns true if two lists have the same components in the same order.
fn same_components(one: &[Component], other: &[Component]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| one.name == other.name)
}

/// The components that, together with the partition, determine all key attributes of an item of the view.
fn place_components(model: &EntityModel, index: Option<&JoinedIndex>) -> Vec<Component> {
    let Some(index) = index else { return model.primary.sort.clone() };
    distinct(index.key.sort.iter().chain(model.primary.components()))
        .into_iter()
        .filter(|component| index.key.partition.iter().all(|known| known.name != component.name))
        .cloned()
        .collect()
}

/// Statements that push the exclusive start key of the next page.
fn write_start_key(model: &EntityModel, index: Option<&JoinedIndex>) -> TokenStream {
    let primary = &model.primary;
    let own =
        push_primary(&model.table, primary, &value_names(&primary.partition), &value_names(&primary.sort));
    let index = index
        .map(|index| push_index(index, &value_names(&index.key.partition), &value_names(&index.key.sort)));
    quote!(#own #index)
}

/// Statements that read the components of `place` out of the keys of an item. Each comes from the first key that has it.
fn read_place(model: &EntityModel, index: Option<&JoinedIndex>, place: &[Component]) -> TokenStream {
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
