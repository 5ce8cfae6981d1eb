//! The implementation of `PastVersion`.

use proc_macro2::TokenStream;
use quote::quote;

use crate::input::PastVersionDeclaration;

pub(crate) fn past_version(declaration: &PastVersionDeclaration) -> TokenStream {
    let PastVersionDeclaration { ident, fields } = declaration;
    let read: Vec<_> = fields.iter().filter(|field| field.read).collect();
    let names = read.iter().filter_map(|field| field.attribute.as_ref());
    let aliases = read.iter().flat_map(|field| &field.aliases);
    let is_open = read.iter().any(|field| field.attribute.is_none());
    quote! {
        impl ::single_table::private::PastVersion for #ident {
            const ATTRIBUTES: ::single_table::private::PastAttributes =
                ::single_table::private::PastAttributes { names: &[#(#names,)* #(#aliases),*], is_open: #is_open };
        }
    }
}
