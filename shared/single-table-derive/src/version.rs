//! `Versioned`: the field that counts versions.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Ident, Result};

use crate::fields::{self, Field};
use crate::views::Shared;

pub(crate) fn versioned(
    shared: &Shared<'_>,
    version: Option<&Ident>,
    fields: &[Field],
) -> Result<Option<TokenStream>> {
    let Some(version) = version else { return Ok(None) };
    let entity = shared.entity;
    let attribute = fields::attribute_of(version, fields)?;
    // The span has the compiler point at the field where it is no `u64`. `self` has that of the derive: where the attribute is in
    // a `macro_rules!`, its own would be another `self`.
    let this = quote!(self);
    let read = quote_spanned!(version.span()=> #this.#version);
    Ok(Some(quote! {
        impl ::single_table::private::Versioned for #entity {
            const VERSION_FIELD: &'static str = #attribute;

            fn version(&self) -> u64 {
                #read
            }

            fn set_version(&mut self, version: u64) {
                self.#version = version;
            }
        }
    }))
}
