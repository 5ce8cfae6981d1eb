//! The implementation of `Versioned`: the field that counts versions.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;

use crate::model::{EntityModel, StoredField};

pub(super) fn versioned(model: &EntityModel) -> Option<TokenStream> {
    let StoredField { ident: version, ty, .. } = model.version.as_ref()?;
    let entity = &model.ident;
    // With the span of the type, the compiler points once at a field of another type.
    let field = quote_spanned!(ty.span()=> #ty as ::single_table::private::VersionField);
    Some(quote! {
        impl ::single_table::private::Versioned for #entity {
            fn version(&self) -> u64 {
                <#field>::version(&self.#version)
            }

            fn set_version(&mut self, version: u64) {
                <#field>::set_version(&mut self.#version, version);
            }
        }
    })
}
