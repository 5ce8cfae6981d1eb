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

/// The attribute of a global joined index's partition key.
pub(super) fn index_partition(on: &Path) -> TokenStream {
    quote!(<#on as ::single_table::private::GlobalIndex>::PARTITION_KEY)
}

/// The attribute of a joined index's sort key.
pub(super) fn index_sort(on: &Path) -> TokenStream {
    quote!(<#on as ::single_table::private::JoinedIndex>::SORT_KEY)
}

/// The attribute of the table's partition key (0) or sort key (1), with its type.
pub(super) fn table_attribute(table: &impl ToTokens, at: usize) -> TokenStream {
    quote!(::single_table::private::key_attribute(<#table as ::single_table::private::Table>::KEY, #at))
}

/// The attribute of an index's partition key, with its type.
pub(super) fn index_partition_attribute(on: &Path) -> TokenStream {
    quote!(::single_table::private::key_attribute(<#on as ::single_table::private::Index>::SCHEMA.partition_key, 0))
}

/// The attribute of an index's sort key, with its type.
pub(super) fn index_sort_attribute(on: &Path) -> TokenStream {
    quote!(::single_table::private::key_attribute(<#on as ::single_table::private::Index>::SCHEMA.sort_key, 0))
}

/// The schema of an index.
pub(super) fn index_schema(on: &Path) -> TokenStream {
    quote!(<#on as ::single_table::private::Index>::SCHEMA)
}
