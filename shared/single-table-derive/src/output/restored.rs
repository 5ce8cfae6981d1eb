//! The function that reads fields out of raw keys, for items of other programs that store them nowhere else.

use proc_macro2::TokenStream;
use quote::quote;

use super::component::{key_types, value_name};
use super::joined_key::{parse_partition, parse_sort};
use super::key_attributes::{index_partition_attribute, index_sort_attribute, table_attribute};
use crate::model::{Component, EntityModel, Format};

/// The function `restore_fields` of an entity with raw keys.
pub(super) fn restore_fields(model: &EntityModel) -> Option<TokenStream> {
    if !model.has_raw_keys() {
        return None;
    }
    let text = quote!(&text);
    let (table, primary) = (&model.table, &model.primary);
    let mut statements = vec![
        restore(
            &primary.partition_format,
            &table_attribute(table, 0),
            &primary.partition,
            &parse_partition(primary, &text),
        ),
        restore(&primary.sort_format, &table_attribute(table, 1), &primary.sort, &parse_sort(primary, &text)),
    ];
    for index in &model.indexes {
        let (on, key) = (&index.on, &index.key);
        if index.global {
            let attribute = index_partition_attribute(on);
            let parsed = parse_partition(key, &text);
            statements.push(restore(&key.partition_format, &attribute, &key.partition, &parsed));
        }
        let attribute = index_sort_attribute(on);
        statements.push(restore(&key.sort_format, &attribute, &key.sort, &parse_sort(key, &text)));
    }
    let says_a_value_twice = primary.is_raw() && primary.components().count() > model.primary_members().len();
    let check = says_a_value_twice.then(|| quote!(::single_table::private::check_key::<Self>(item)?;));
    Some(quote! {
        fn restore_fields(item: &mut ::single_table::private::StreamItem) -> ::single_table::private::Fallible<()> {
            #check
            #(#statements)*
            Ok(())
        }
    })
}

/// The statement that restores the fields of one raw key, if the item lacks one of them.
fn restore(
    format: &Format,
    attribute: &TokenStream,
    components: &[Component],
    parsed: &TokenStream,
) -> Option<TokenStream> {
    let names: Vec<&str> = components.iter().filter_map(Component::attribute).collect();
    if names.is_empty() || !format.is_raw() {
        return None;
    }
    let types = key_types(components);
    let patterns = components.iter().map(|component| {
        let value = value_name(&component.name);
        if component.is_field() { quote!(#value) } else { quote!(_) }
    });
    let inserts = components.iter().filter_map(|component| {
        let (attribute, value) = (component.attribute()?, value_name(&component.name));
        Some(quote!(::single_table::private::restore(item, #attribute, &#value)?;))
    });
    Some(quote! {
        if let Some(text) = ::single_table::private::raw_text(item, &#attribute, &[#(#names),*]) {
            let (#(#patterns,)*): #types = #parsed?;
            #(#inserts)*
        }
    })
}
