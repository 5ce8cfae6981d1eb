//! Write sharding of an index: `shards = 15`, at random or `by(field)`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Error, Expr, Ident, Result, Visibility, parse_quote};

use crate::attributes::IndexAttribute;
use crate::fields::Field;
use crate::keys::{self, Resolved};
use crate::views::IndexKey;

/// The name of the component that the derive adds.
const SHARD: &str = "key_shard";

pub(crate) struct Sharding {
    count: Expr,
    /// What the shard follows from; none where it is random.
    pub(crate) by: Option<Resolved>,
}

impl Sharding {
    pub(crate) fn of(index: &IndexAttribute, fields: &[Field]) -> Result<Option<Self>> {
        let refuse = |at: &Ident, message: &str| Err(Error::new(at.span(), message));
        let Some(count) = &index.shards else {
            return match &index.by {
                Some(by) => refuse(by, "`by(...)` says what a shard follows from: add `shards = ...`"),
                None => Ok(None),
            };
        };
        let Some(partition) = &index.partition else {
            return Err(Error::new_spanned(
                count,
                "shards need a `partition(...)`: a local index has the table's partitions; use a global index",
            ));
        };
        if let Some(by) = index.by.as_ref().filter(|by| partition.iter().any(|known| known.name == **by)) {
            return refuse(
                by,
                "a component of the partition can't choose the shard: all of it would be in one",
            );
        }
        if let Some(field) = fields.iter().find(|field| field.ident == SHARD) {
            return refuse(
                &field.ident,
                "`key_shard` is the shard's name in a sharded index; rename this field",
            );
        }
        let by = index.by.as_ref().map(|by| keys::resolve_field(by, fields)).transpose()?;
        Ok(Some(Self { count: count.clone(), by }))
    }

    /// The last component of the partition key.
    pub(crate) fn component(&self, view: &Ident) -> Resolved {
        let shard = match &self.by {
            Some(Resolved { name, .. }) => shard_of(view, &quote!(&self.#name), &quote!(keys)),
            None => random_shard(view),
        };
        Resolved {
            name: format_ident!("{SHARD}"),
            ty: parse_quote!(::single_table::private::Shard),
            optional: false,
            computed: Some(parse_quote!(#shard)),
            attribute: None,
        }
    }

    /// The statement that finds the shard of an item that is moved within the index.
    pub(crate) fn moved(&self, view: &Ident, moved: &[Resolved]) -> TokenStream {
        let local = keys::value_name(&format_ident!("{SHARD}"));
        let shard = match &self.by {
            Some(by) if moved.iter().any(|component| component.name == by.name) => {
                let value = keys::moved_name(&by.name);
                shard_of(view, &quote!(#value), &quote!(moves))
            }
            Some(by) => {
                let value = keys::value_name(&by.name);
                shard_of(view, &quote!(#value), &quote!(moves))
            }
            None => random_shard(view),
        };
        quote!(let #local = &#shard;)
    }
}

fn shards(view: &Ident) -> TokenStream {
    quote!(<#view as ::single_table::private::ShardedView>::SHARDS)
}

fn random_shard(view: &Ident) -> TokenStream {
    let shards = shards(view);
    quote!(::single_table::private::Shard::random(#shards))
}

/// The shard of a value. Where the value has no encoding, `target` keeps the error, and nothing more is made.
fn shard_of(view: &Ident, value: &TokenStream, target: &TokenStream) -> TokenStream {
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

/// `ShardedView` and the `query` functions of a sharded view.
pub(crate) fn queries(vis: &Visibility, index: &IndexKey, sharding: &Sharding) -> TokenStream {
    let (view, open, count) = (&index.view, index.open(), &sharding.count);
    let (names, values) = (keys::names(open), keys::value_names(open));
    let (types, shards) = (keys::types(open), shards(view));
    let arguments: Vec<_> = keys::arguments(open).collect();
    let query_shard = sharding.by.as_ref().map(|Resolved { name, ty, .. }| {
        quote! {
            /// A query of the one shard that this value is in. Items with other values are in it too.
            #[must_use]
            #vis fn query_shard(#(#arguments,)* #name: &#ty) -> ::single_table::private::Query<Self> {
                ::single_table::private::query_shard::<Self>(&(#(#names,)*), #name)
            }
        }
    });
    quote! {
        impl #view {
            /// A query of all shards of one partition of this view.
            #[must_use]
            #vis fn query(#(#arguments),*) -> ::single_table::private::ShardedQuery<Self> {
                ::single_table::private::Query::new(
                    (#(#names,)*),
                    ::single_table::private::SortCondition::all::<Self>(),
                )
            }

            #query_shard
        }

        impl ::single_table::private::ShardedView for #view {
            type Open = #types;
            const SHARDS: u16 = ::single_table::private::check_shards(#count);

            fn in_shard(open: &Self::Open, shard: ::single_table::private::Shard) -> Self::Partition {
                let (#(#values,)*) = ::core::clone::Clone::clone(open);
                (#(#values,)* shard,)
            }
        }

        const _: u16 = #shards;
    }
}
