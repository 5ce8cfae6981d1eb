//! Everything that `#[derive(Document)]` emits.

use proc_macro2::TokenStream;
use quote::quote;

use super::constants::constant;
use crate::input::DocumentDeclaration;

/// The constants of a document's fields. A field that is flattened, skipped, or has an alias has none.
pub(crate) fn document(declaration: &DocumentDeclaration) -> TokenStream {
    let ident = &declaration.ident;
    let stored = declaration.fields.iter().filter(|field| !field.is_skipped() && field.aliases.is_empty());
    let constants = stored.filter_map(|field| {
        let attribute = field.attribute.as_ref()?;
        Some(constant(&declaration.vis, field, attribute, &quote!(#attribute), &quote!(Plain)))
    });
    quote! {
        impl ::single_table::private::Document for #ident {}

        impl #ident {
            #(#constants)*
        }
    }
}
