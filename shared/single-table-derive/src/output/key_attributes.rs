//! Constants with the names of the key attributes.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::Path;

/// The attribute of the table's partition key.
pub(super) fn table_partition(table: &impl ToTokens) -> TokenStream {
    quote!(<#table as ::single_table::private::Table>::PARTITION_KEY)
}

/// The attribute of the table's sort key.
pub(super) fn table_sort(table: &impl ToTokens) -> TokenStream {
    quote!(<#table as ::single_table::private::Table>::SORT_KEY)
}

/// The name of the attribute of a global joined index's partition key. An index of another kind is refused elsewhere, once.
pub(super) fn index_partition(on: &Path) -> TokenStream {
    let attribute = index_partition_attribute(on);
    quote!(#attribute.name)
}

/// The name of the attribute of a joined index's sort key.
pub(super) fn index_sort(on: &Path) -> TokenStream {
    let attribute = index_sort_attribute(on);
    quote!(#attribute.name)
}

/// The attribute of the table's partition key (0) or sort key (1), with its type.
pub(super) fn table_attribute(table: &impl ToTokens, at: usize) -> TokenStream {
    quote!(::single_table::private::key_attribute(<#table as ::single_table::private::Table>::KEY, #at))
}

/// The attribute of an index's partition key, with its type.
pub(super) fn index_partition_attribute(on: &Path) -> TokenStream {
    quote!(<#on as ::single_table::private::Index>::PARTITION_KEY)
}

/// The attribute of an index's sort key, with its type.
pub(super) fn index_sort_attribute(on: &Path) -> TokenStream {
    quote!(<#on as ::single_table::private::Index>::SORT_KEY)
}

/// The schema of an index.
pub(super) fn index_schema(on: &Path) -> TokenStream {
    quote!(<#on as ::single_table::private::Index>::SCHEMA)
}
