//! A constant for each field.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;
use syn::ext::IdentExt as _;

use crate::fields::Field;
use crate::views::Shared;

/// `keyed` are the fields that a key is made of.
pub(crate) fn constants(
    shared: &Shared<'_>,
    ttl: Option<&Ident>,
    keyed: &[Ident],
    fields: &[Field],
) -> TokenStream {
    let Shared { vis, entity, table, .. } = shared;
    let constants = fields.iter().filter_map(|field| {
        let (ty, attribute) = (&field.ty, field.attribute.as_ref()?);
        let constant = format_ident!("{}", field.ident.unraw().to_string().to_uppercase());
        let doc = format!("The field `{attribute}`.");
        // The TTL field is stored as the table's TTL attribute.
        let attribute = if ttl == Some(&field.ident) {
            quote!(::single_table::private::ttl_attribute(<#table as ::single_table::Table>::TTL))
        } else {
            quote!(#attribute)
        };
        let kind = if keyed.contains(&field.ident) { quote!(Keyed) } else { quote!(Plain) };
        Some(quote! {
            #[doc = #doc]
            #vis const #constant: ::single_table::Field<Self, #ty, ::single_table::#kind> =
                ::single_table::Field::new(#attribute);
        })
    });
    quote! {
        impl #entity {
            #(#constants)*
        }
    }
}
