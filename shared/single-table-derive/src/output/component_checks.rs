//! The checks of the types of components, all in one constant.
//!
//! The emitted code knows the types only through the constant, so a failed check is the only error.

use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote, quote_spanned};
use syn::Type;
use syn::spanned::Spanned as _;

use crate::model::{Component, EntityModel, JoinedKey, distinct};

/// The implementation of `CheckedComponents`. An entity whose components need no check has none.
pub(super) fn component_checks(model: &EntityModel) -> Option<TokenStream> {
    let ident = &model.ident;
    let raw: Vec<&Component> =
        model.keys().filter(|key| key.is_raw()).flat_map(JoinedKey::components).collect();
    let native = model.native_indexes.iter().flat_map(|index| index.partition.iter().chain(&index.sort));
    let all = model.keys().flat_map(JoinedKey::components).chain(native);
    let checks: Vec<TokenStream> = distinct(all.filter(|component| component.must_be_checked()))
        .into_iter()
        .map(|component| checks(component, raw.iter().any(|raw| raw.name == component.name)))
        .collect();
    (!checks.is_empty()).then(|| {
        quote! {
            impl ::single_table::private::CheckedComponents for #ident {
                const PASSED: bool = {
                    #[allow(unused_imports, reason = "types that pass a check don't use the trait")]
                    use ::single_table::private::Unproven as _;
                    #(#checks)*
                    true
                };
            }
        }
    })
}

fn checks(component: &Component, is_raw: bool) -> TokenStream {
    let Some(ty) = component.ty_in_key() else { return TokenStream::new() };
    let in_key = check(
        component,
        ty,
        &quote!(IS_COMPONENT),
        "can't be in a key: use a newtype declared with `key_component!`, or an enum declared with `key_enum!`",
    );
    let clone = check(component, ty, &quote!(IS_CLONE), "does not implement `Clone`: derive it");
    let in_raw_key = is_raw.then(|| {
        check(
            component,
            ty,
            &quote!(IS_RAW),
            "can't be in a raw key: use a type declared with `raw_component!`",
        )
    });
    quote!(#in_key #clone #in_raw_key)
}

fn check(component: &Component, ty: &Type, proof: &TokenStream, refused: &str) -> TokenStream {
    let (entity, name) = (&component.entity, &component.name);
    let ty_text =
        ty.to_token_stream().to_string().replace(" < ", "<").replace(" >", ">").replace(" :: ", "::");
    let message = format!("the type `{ty_text}` of the key component `{name}` of `{entity}` {refused}");
    quote_spanned! {ty.span()=>
        ::single_table::private::check_component(::single_table::private::Proof::<#ty>::#proof, #message);
    }
}
