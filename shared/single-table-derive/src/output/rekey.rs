//! The implementation of `Rekey`: an update that moves an item within an index.

use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};

use super::component::{checked_value, moved_name, value_name, value_names, value_type};
use super::joined_key::{join_partition, join_sort};
use super::key_attributes::{index_partition_attribute, index_sort_attribute};
use super::shard::{random_shard, shard_of};
use crate::model::{Component, EntityModel, JoinedIndex, Source};

/// `Rekey` for an index whose key an update may change.
pub(super) fn rekey(model: &EntityModel, index: &JoinedIndex) -> Option<TokenStream> {
    let moved = model.movable(index)?;
    let (view, key) = (&index.view, model.key_type());
    let moved_names = moved.iter().map(|component| moved_name(&component.name));
    let moved_types = moved.iter().map(|component| value_type(component));
    let used = model.primary_in(index.written().chain(index.by()));
    let used_names = used.iter().map(|component| &component.name);
    let used_values = used.iter().map(|component| value_name(&component.name));
    let fields = moved.iter().filter_map(|component| set_field(component));
    let keys = set_keys(index, &moved);
    Some(quote! {
        impl ::single_table::private::Rekey for #view {
            type Moved = (#(#moved_types,)*);

            fn moved(key: &#key, moved: &Self::Moved, moves: &mut ::single_table::private::Moves) {
                let #key { #(#used_names: #used_values,)* .. } = key;
                let (#(#moved_names,)*) = moved;
                #(#fields)*
                #keys
            }
        }
    })
}

/// Sets a field to its new value, and removes an optional one without a value.
fn set_field(component: &Component) -> Option<TokenStream> {
    let (value, attribute) =
        (moved_value(component), component.attribute().filter(|_| !component.is_unstored())?);
    let set = quote!(moves.field(#attribute, #value));
    Some(if component.optional {
        quote! {
            if ::core::option::Option::is_some(#value) {
                #set;
            } else {
                moves.remove(#attribute);
            }
        }
    } else {
        quote!(#set;)
    })
}

/// Sets the keys of the index, and removes them if an optional component is absent.
fn set_keys(index: &JoinedIndex, moved: &[&Component]) -> TokenStream {
    let (on, key) = (&index.on, &index.key);
    let (partition_attribute, sort_attribute) = (index_partition_attribute(on), index_sort_attribute(on));
    let set_partition = index.global.then(|| {
        let partition = join_partition(key, &value_names(&key.partition));
        quote!(moves.key(#partition_attribute, #partition);)
    });
    let set_sort = key.has_sort_key().then(|| {
        let sort = join_sort(key, &value_names(&key.sort));
        quote!(moves.key(#sort_attribute, #sort);)
    });
    let remove_partition = index.global.then(|| quote!(moves.leave(#partition_attribute.name);));
    let remove_sort = key.has_sort_key().then(|| quote!(moves.leave(#sort_attribute.name);));
    let shard = bind_shard(index, moved);
    let set = quote! {
        #shard
        #set_partition
        #set_sort
    };
    let (optional, always): (Vec<&Component>, Vec<&Component>) =
        moved.iter().partition(|component| component.optional);
    let is_written = |component: &&Component| index.written().any(|written| written.name == component.name);
    let bindings = always.into_iter().filter(is_written).map(|component| {
        let (local, value) = (value_name(&component.name), moved_value(component));
        quote!(let #local = #value;)
    });
    if optional.is_empty() {
        return quote!(#(#bindings)* #set);
    }
    let locals = optional.iter().map(|component| value_name(&component.name));
    let values = optional.iter().map(|component| moved_value(component));
    quote! {
        #(#bindings)*
        if let (#(Some(#locals),)*) = (#(::core::option::Option::as_ref(#values),)*) {
            #set
        } else {
            #remove_partition
            #remove_sort
        }
    }
}

/// A reference to the component's new value.
fn moved_value(component: &Component) -> TokenStream {
    checked_value(component, &moved_name(&component.name).into_token_stream())
}

/// The statement that binds the item's shard in a sharded index.
fn bind_shard(index: &JoinedIndex, moved: &[&Component]) -> Option<TokenStream> {
    let component = index.key.partition.last()?;
    let Source::Shard { view, by } = &component.source else { return None };
    let shard = if let Some(by) = by {
        let is_moved = moved.iter().any(|component| component.name == *by);
        let value = if is_moved { moved_name(by) } else { value_name(by) };
        shard_of(view, &quote!(#value), &quote!(moves))
    } else {
        random_shard(view)
    };
    let local = value_name(&component.name);
    Some(quote!(let #local = &#shard;))
}
