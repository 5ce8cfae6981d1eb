//! A constant for each field, such as `Track::TITLE`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Visibility;
use syn::ext::IdentExt as _;

use super::key_format::key_of_every_item;
use crate::input::{Field, SetType};
use crate::model::{EntityModel, FieldUse};

/// The constants of an entity. A field that is stored neither as an attribute nor in a raw key has
/// none.
pub(super) fn constants(model: &EntityModel) -> TokenStream {
    let (ident, table) = (&model.ident, &model.table);
    let constants = model.fields.iter().filter_map(|field| {
        let attribute = field.attribute.as_ref()?;
        let (stored, kind) = if field.is_unstored() {
            let key = key_of_every_item(model, &field.ident)?;
            (quote!(#key.name), quote!(KeyOnly))
        } else if model.is_expiry(field) {
            let ttl = quote!(::single_table::private::ttl_attribute(<#table as ::single_table::private::Table>::TTL));
            (ttl, kind(model.use_of(field)))
        } else {
            (quote!(#attribute), kind(model.use_of(field)))
        };
        Some(constant(&model.vis, field, attribute, &stored, &kind))
    });
    quote! {
        impl #ident {
            #(#constants)*
        }
    }
}

/// The constant of the field that is stored under `stored`, an expression.
pub(super) fn constant(
    vis: &Visibility,
    field: &Field,
    attribute: &str,
    stored: &TokenStream,
    kind: &TokenStream,
) -> TokenStream {
    let name = format_ident!("{}", field.ident.unraw().to_string().to_uppercase());
    let doc = format!("The field `{attribute}`.");
    let ty = value_type(field);
    quote! {
        #[doc = #doc]
        #vis const #name: ::single_table::private::Field<Self, #ty, ::single_table::private::#kind> =
            ::single_table::private::Field::new(#stored);
    }
}

/// The type of the values that the field is compared with and set to.
pub(super) fn value_type(field: &Field) -> TokenStream {
    let ty = &field.ty;
    let set_type = match field.set {
        Some(SetType::Strings) => quote!(Strings),
        Some(SetType::Numbers) => quote!(Numbers),
        Some(SetType::Binaries) => quote!(Binaries),
        None if field.opaque => return quote!(::single_table::private::Opaque),
        None => return quote!(#ty),
    };
    quote!(::single_table::private::Set<#ty, ::single_table::private::#set_type>)
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
