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

/// The schema of an index.
pub(super) fn index_schema(on: &Path) -> TokenStream {
    quote!(<#on as ::single_table::private::Index>::SCHEMA)
}
