//! A constant for each field.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::ext::IdentExt as _;
use syn::{Error, Ident, Result};

use crate::fields::Field;
use crate::views::Shared;

/// What else follows from the fields.
pub(crate) struct Uses<'a> {
    /// Those that a key is made of.
    pub(crate) keyed: Vec<Ident>,
    /// Those that the record of a unique constraint is made of.
    pub(crate) unique: Vec<Ident>,
    pub(crate) version: Option<&'a Ident>,
}

impl Uses<'_> {
    pub(crate) fn refuse_version_in_keys(&self) -> Result<()> {
        match self.version {
            Some(version) if self.keyed.contains(version) || self.unique.contains(version) => {
                let refused = "an update counts the version without the keys: no key can be made of it";
                Err(Error::new(version.span(), refused))
            }
            _ => Ok(()),
        }
    }

    /// The kind of a field, which decides how an update may change it.
    fn kind(&self, field: &Ident) -> TokenStream {
        if self.version == Some(field) {
            quote!(Version)
        } else if self.unique.contains(field) {
            quote!(Unique)
        } else if self.keyed.contains(field) {
            quote!(Keyed)
        } else {
            quote!(Plain)
        }
    }
}

pub(crate) fn constants(
    shared: &Shared<'_>,
    ttl: Option<&Ident>,
    uses: &Uses<'_>,
    fields: &[Field],
) -> TokenStream {
    let Shared { vis, entity, table, .. } = shared;
    let constants = fields.iter().filter_map(|field| {
        let (ty, attribute) = (&field.ty, field.attribute.as_ref()?);
        let constant = format_ident!("{}", field.ident.unraw().to_string().to_uppercase());
        let doc = format!("The field `{attribute}`.");
        // The TTL field is stored as the table's TTL attribute.
        let attribute = if ttl == Some(&field.ident) {
            quote!(::single_table::private::ttl_attribute(<#table as ::single_table::private::Table>::TTL))
        } else {
            quote!(#attribute)
        };
        let kind = uses.kind(&field.ident);
        let ty = if field.opaque { quote!(::single_table::private::Opaque) } else { quote!(#ty) };
        Some(quote! {
            #[doc = #doc]
            #vis const #constant: ::single_table::private::Field<Self, #ty, ::single_table::private::#kind> =
                ::single_table::private::Field::new(#attribute);
        })
    });
    quote! {
        impl #entity {
            #(#constants)*
        }
    }
}
