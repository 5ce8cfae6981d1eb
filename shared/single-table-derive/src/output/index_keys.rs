//! Statements that write the key attributes of an item.

use proc_macro2::TokenStream;
use quote::quote;

use super::bindings::with_values;
use super::component::{own_fields, value_name, value_names};
use super::joined_key::{join_partition, join_sort};
use super::key_attributes::{index_partition, index_sort, table_partition, table_sort};
use crate::model::{EntityModel, JoinedIndex, distinct};

/// Statements that write the keys of the table and of all joined indexes, from the fields of `self`.
pub(super) fn write_keys(model: &EntityModel) -> TokenStream {
    let (table, primary) = (&model.table, &model.primary);
    let (partition_attribute, sort_attribute) = (table_partition(table), table_sort(table));
    let partition_key = join_partition(primary, &own_fields(&primary.partition));
    let sort_key = join_sort(primary, &own_fields(&primary.sort));
    let indexes =
        model.indexes.iter().map(|index| with_values(&distinct(index.written()), &push_keys(index)));
    quote! {
        keys.push(#partition_attribute, #partition_key);
        keys.push(#sort_attribute, #sort_key);
        #(#indexes)*
    }
}

/// Statements that push the keys of an index, made from the variables that hold its components.
fn push_keys(index: &JoinedIndex) -> TokenStream {
    let (on, key) = (&index.on, &index.key);
    let (sort_attribute, sort_key) = (index_sort(on), join_sort(key, &value_names(&key.sort)));
    let partition = index.global.then(|| {
        let (attribute, partition_key) =
            (index_partition(on), join_partition(key, &value_names(&key.partition)));
        quote!(keys.push(#attribute, #partition_key);)
    });
    quote! {
        keys.push(#sort_attribute, #sort_key);
        #partition
    }
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
