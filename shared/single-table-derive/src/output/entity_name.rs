//! Names of entities, collections and records.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::LitStr;

/// The name as a value. [`name_check`] refuses a wrong one.
pub(super) fn entity_name(name: &LitStr) -> TokenStream {
    quote!(::single_table::private::name_or_stand_in(#name))
}

/// The check of a name, with the name's span.
pub(super) fn name_check(name: &LitStr) -> TokenStream {
    quote_spanned!(name.span()=> ::single_table::private::checked_name(#name))
}
