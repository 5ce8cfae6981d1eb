//! A constant for each field, such as `Track::TITLE`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::ext::IdentExt as _;

use crate::input::Field;
use crate::model::{EntityModel, FieldUse};

pub(super) fn constants(model: &EntityModel) -> TokenStream {
    let ident = &model.ident;
    let constants = model.fields.iter().filter_map(|field| constant(model, field));
    quote! {
        impl #ident {
            #(#constants)*
        }
    }
}

/// The constant of a field. A field without an attribute of its own has none.
fn constant(model: &EntityModel, field: &Field) -> Option<TokenStream> {
    let (vis, table, ty) = (&model.vis, &model.table, &field.ty);
    let attribute = field.attribute.as_ref().filter(|_| !field.unstored)?;
    let name = format_ident!("{}", field.ident.unraw().to_string().to_uppercase());
    let doc = format!("The field `{attribute}`.");
    let attribute = if model.is_expiry(field) {
        quote!(::single_table::private::ttl_attribute(<#table as ::single_table::private::Table>::TTL))
    } else {
        quote!(#attribute)
    };
    let ty = if field.opaque { quote!(::single_table::private::Opaque) } else { quote!(#ty) };
    let kind = kind(model.use_of(field));
    Some(quote! {
        #[doc = #doc]
        #vis const #name: ::single_table::private::Field<Self, #ty, ::single_table::private::#kind> =
            ::single_table::private::Field::new(#attribute);
    })
}

/// The type that says how an update may change the field.
fn kind(field_use: FieldUse) -> TokenStream {
    match field_use {
        FieldUse::Plain => quote!(Plain),
        FieldUse::Keyed => quote!(Keyed),
        FieldUse::Unique => quote!(Unique),
        FieldUse::Version => quote!(Version),
    }
}
