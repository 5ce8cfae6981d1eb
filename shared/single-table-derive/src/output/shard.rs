//! Expressions for the shard of an item.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Ident;

/// The number of shards of a view.
pub(super) fn shards(view: &Ident) -> TokenStream {
    quote!(<#view as ::single_table::private::ShardedView>::SHARDS)
}

pub(super) fn random_shard(view: &Ident) -> TokenStream {
    let shards = shards(view);
    quote!(::single_table::private::Shard::random(#shards))
}

/// The shard of a value. If the value can't be encoded, the emitted code reports the error to `target` and returns.
pub(super) fn shard_of(view: &Ident, value: &TokenStream, target: &TokenStream) -> TokenStream {
    let shards = shards(view);
    quote! {
        match ::single_table::private::Shard::of(#value, #shards) {
            Ok(shard) => shard,
            Err(error) => {
                #target.fail(error);
                return;
            }
        }
    }
}
