//! The implementation of `Versioned`: the field that counts versions.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use crate::model::{EntityModel, StoredField};

pub(super) fn versioned(model: &EntityModel) -> Option<TokenStream> {
    let StoredField { ident: version, .. } = model.version.as_ref()?;
    let entity = &model.ident;
    // With the field's span, the compiler points at a field that isn't a `u64`. `self` keeps the derive's span: if a
    // `macro_rules!` macro writes the attribute, a `self` with the attribute's span would be another variable.
    let this = quote!(self);
    let read = quote_spanned!(version.span()=> #this.#version);
    Some(quote! {
        impl ::single_table::private::Versioned for #entity {
            fn version(&self) -> u64 {
                #read
            }

            fn set_version(&mut self, version: u64) {
                self.#version = version;
            }
        }
    })
}
