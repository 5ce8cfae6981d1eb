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
        let check = if model.has_raw_keys() {
            quote_spanned!(field.ident.span()=> check_attribute_of::<#ident>)
        } else {
            quote_spanned!(field.ident.span()=> check_attribute::<#table>)
        };
        Some(quote_spanned! {field.ident.span()=>
            const _: () = ::single_table::private::#check(#attribute);
        })
    });
    let ttl = model.expiry.as_ref().map(|_| {
        quote! {
            const _: &str = ::single_table::private::ttl_attribute(<#table as ::single_table::private::Table>::TTL);
        }
    });
    let keys = model.has_raw_keys().then(|| {
        let has_sort_key = model.primary.has_sort_key();
        let indexes = model.indexes.iter().filter(|index| index.key.is_raw()).map(|index| {
            let (on, has_sort_key) = (&index.on, index.key.has_sort_key());
            quote!(::single_table::private::check_raw_index::<#on>(#has_sort_key);)
        });
        quote! {
            const _: () = {
                ::single_table::private::check_keys_of::<#ident>(#has_sort_key);
                #(#indexes)*
            };
        }
    });
    quote! {
        const _: ::single_table::private::EntityName = <#ident as ::single_table::private::Entity>::NAME;
        #ttl
        #keys
        #(#attributes)*
    }
}
