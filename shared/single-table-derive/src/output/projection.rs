//! The implementation of `Projection`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;
use syn::{Error, Path, Result};

use super::constants::value_type;
use crate::input::{Field, ProjectionDeclaration};

pub(crate) fn projection(declaration: &ProjectionDeclaration) -> Result<TokenStream> {
    let ProjectionDeclaration { ident, of, fields } = declaration;
    let attributes = fields.iter().map(|field| attribute(of, field)).collect::<Result<Vec<_>>>()?;
    let aliases = fields.iter().flat_map(|field| &field.aliases);
    let read = quote_spanned!(ident.span()=> ::single_table::private::read_projection::<#ident>);
    Ok(quote! {
        impl ::single_table::private::Projection for #ident {
            type Of = #of;
            const ATTRIBUTES: &'static [&'static str] = &[#(#attributes,)* #(#aliases),*];

            fn read(
                fields: ::single_table::private::Value,
            ) -> ::single_table::private::ValueResult<Self> {
                #read(fields)
            }
        }

        const _: &[&str] = <#ident as ::single_table::private::Projection>::ATTRIBUTES;
    })
}

/// The attribute of a field, checked against the field of the same name of the entity.
fn attribute(of: &Path, field: &Field) -> Result<TokenStream> {
    let Some(name) = field.attribute.as_ref().filter(|_| field.read) else {
        let message = "a projection reads each of its fields from an attribute of its own: remove this field, `flatten` or `skip`";
        return Err(Error::new(field.ident.span(), message));
    };
    let constant =
        format_ident!("{}", field.ident.unraw().to_string().to_uppercase(), span = field.ident.span());
    let ty = value_type(field);
    let value = quote_spanned!(field.ident.span()=> <#of>::#constant);
    Ok(quote_spanned! {field.ty.span()=>
        ::single_table::private::projected::<#of, #ty, _>(#value, #name)
    })
}
