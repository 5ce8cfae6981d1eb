//! The implementation of `View`.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Ident, Path};

use super::key_attributes::index_schema;
use super::place::Place;

/// The parts of an implementation of `View` that depend on the view.
pub(super) struct ViewImpl<'a> {
    pub(super) view: &'a Ident,
    pub(super) table: &'a dyn ToTokens,
    pub(super) item: &'a Ident,
    /// The index that lists the items, if it is not the table itself.
    pub(super) index: Option<&'a Path>,
    /// The types of the partition key's components.
    pub(super) partition: TokenStream,
    /// Statements that return the attributes of a partition key.
    pub(super) partition_key: TokenStream,
    pub(super) place: Place,
    /// True if items of other entities are in the same partitions.
    pub(super) mixed: TokenStream,
}

impl ToTokens for ViewImpl<'_> {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Self { view, table, item, partition, partition_key, mixed, .. } = self;
        let Place { types: place, start_key, read } = &self.place;
        let index = self.index.map_or(quote!(None), |on| {
            let schema = index_schema(on);
            quote!(Some(#schema))
        });
        tokens.extend(quote! {
            impl ::single_table::private::View for #view {
                type Table = #table;
                type Item = #item;
                type Partition = #partition;
                type Place = #place;
                const INDEX: Option<::single_table::private::IndexSchema> = #index;
                const MIXED: bool = #mixed;

                fn partition(
                    partition: &Self::Partition,
                ) -> ::single_table::private::Fallible<::single_table::private::Attributes> {
                    #partition_key
                }

                fn start_key(
                    partition: &Self::Partition,
                    place: &Self::Place,
                    keys: &mut ::single_table::private::KeyAttributes,
                ) {
                    #start_key
                }

                fn place(last: &::single_table::private::Item) -> ::single_table::private::Fallible<Self::Place> {
                    #read
                }
            }
        });
    }
}
