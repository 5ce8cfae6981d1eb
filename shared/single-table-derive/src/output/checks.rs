//! Checks that run while the user's crate compiles.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use crate::model::EntityModel;

/// Uses the constants that could contain a mistake, because the compiler doesn't evaluate a constant that nothing uses.
pub(super) fn checks(model: &EntityModel) -> TokenStream {
    let EntityModel { ident, table, .. } = model;
    let stored = model.fields.iter().filter(|field| !field.skipped && !model.is_expiry(field));
    let attributes = stored.filter_map(|field| {
        let attribute = field.attribute.as_ref()?;
        // The span makes the compiler's message point at the field.
        Some(quote_spanned! {field.ident.span()=>
            const _: () = ::single_table::private::check_attribute::<#table>(#attribute);
        })
    });
    let ttl = model.expiry.as_ref().map(|_| {
        quote! {
            const _: &str = ::single_table::private::ttl_attribute(<#table as ::single_table::private::Table>::TTL);
        }
    });
    quote! {
        const _: ::single_table::private::EntityName = <#ident as ::single_table::private::Entity>::NAME;
        #ttl
        #(#attributes)*
    }
}
