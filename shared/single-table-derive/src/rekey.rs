//! `Rekey`: an update that moves an item within an index.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Ident;

use crate::keys::{self, Resolved};
use crate::views::{IndexKey, Shared};

/// `Rekey` for an index whose key an update may change: its components outside the primary key are in no other key.
pub(crate) fn rekey(shared: &Shared<'_>, index: &IndexKey, elsewhere: &[Ident]) -> Option<TokenStream> {
    let primary: Vec<&Ident> = shared.primary().map(|component| &component.name).collect();
    let moved: Vec<Resolved> = keys::distinct(index.components())
        .into_iter()
        .filter(|component| !primary.contains(&&component.name))
        .cloned()
        .collect();
    let free =
        moved.iter().all(|component| component.computed.is_none() && !elsewhere.contains(&component.name));
    if moved.is_empty() || !free {
        return None;
    }
    let (view, entity_key) = (&index.view, shared.key);
    let moved_names = moved.iter().map(|component| keys::moved_name(&component.name));
    let moved_types = moved.iter().map(|component| &component.ty);
    let used: Vec<&&Ident> = primary
        .iter()
        .filter(|name| index.written().chain(index.by()).any(|component| component.name == ***name))
        .collect();
    let used_values = used.iter().map(|name| keys::value_name(name));
    let fields = moved.iter().filter_map(field);
    let keys = key_moves(index, &moved);
    Some(quote! {
        impl ::single_table::private::Rekey for #view {
            type Moved = (#(#moved_types,)*);

            fn moved(
                key: &#entity_key,
                moved: &Self::Moved,
                moves: &mut ::single_table::private::Moves,
            ) {
                let #entity_key { #(#used: #used_values,)* .. } = key;
                let (#(#moved_names,)*) = moved;
                #(#fields)*
                #keys
            }
        }
    })
}

/// Sets a field; one that is optional and absent goes.
fn field(component: &Resolved) -> Option<TokenStream> {
    let (value, attribute) = (keys::moved_name(&component.name), component.attribute.as_ref()?);
    let set = quote!(moves.field(#attribute, #value));
    Some(if component.optional {
        quote! {
            if ::single_table::private::Optional::get(#value).is_some() {
                #set;
            } else {
                moves.remove(#attribute);
            }
        }
    } else {
        quote!(#set;)
    })
}

/// Sets the index key; where an optional component is absent, takes it away.
fn key_moves(index: &IndexKey, moved: &[Resolved]) -> TokenStream {
    let (partition_attribute, sort_attribute) = (index.partition_attribute(), index.sort_attribute());
    let sort = index.prefixes.sort_key(&keys::value_names(&index.sort));
    let partition = index.global.then(|| {
        let partition = index.prefixes.partition_key(&keys::value_names(&index.partition));
        quote!(moves.key(#partition_attribute, #partition);)
    });
    let shard = index.sharding.as_ref().map(|sharding| sharding.moved(&index.view, moved));
    let set = quote! {
        #shard
        #partition
        moves.key(#sort_attribute, #sort);
    };
    let written = |component: &&Resolved| index.written().any(|other| other.name == component.name);
    let always = moved.iter().filter(|component| !component.optional).filter(written).map(|component| {
        let (local, value) = (keys::value_name(&component.name), keys::moved_name(&component.name));
        quote!(let #local = #value;)
    });
    let optional: Vec<&Ident> =
        moved.iter().filter(|component| component.optional).map(|component| &component.name).collect();
    if optional.is_empty() {
        return quote!(#(#always)* #set);
    }
    let locals = optional.iter().map(|name| keys::value_name(name));
    let values = optional.iter().map(|name| keys::moved_name(name));
    let remove_partition = index.global.then(|| quote!(moves.remove(#partition_attribute);));
    quote! {
        #(#always)*
        if let (#(Some(#locals),)*) = (#(::single_table::private::Optional::get(#values),)*) {
            #set
        } else {
            #remove_partition
            moves.remove(#sort_attribute);
        }
    }
}
