//! Names that two fields or two generated types share.

use syn::parse_quote;

use super::EntityModel;
use super::refusal_tests::refusal_of;
use crate::input::Declaration;

#[test]
fn serde_uses_each_name_for_one_field() {
    let cases: [(syn::Attribute, syn::Attribute, Option<&str>); 5] = [
        (
            parse_quote!(#[serde(rename = "c")]),
            parse_quote!(#[serde(rename = "c")]),
            Some("name `c` for the field `a`"),
        ),
        (
            parse_quote!(#[serde(alias = "b")]),
            parse_quote!(#[serde(default)]),
            Some("name `b` for the field `a`"),
        ),
        (
            parse_quote!(#[serde(alias = "c")]),
            parse_quote!(#[serde(alias = "c")]),
            Some("name `c` for the field `a`"),
        ),
        (parse_quote!(#[serde(alias = "c")]), parse_quote!(#[serde(alias = "d")]), None),
        (parse_quote!(#[serde(rename = "b")]), parse_quote!(#[serde(skip)]), None),
    ];
    for (one, other, expected) in cases {
        let input = parse_quote! {
            #[entity(table = T, name = "Order", partition(id), sort())]
            struct Order { id: String, #one a: String, #other b: String }
        };
        let refusal =
            Declaration::parse(&input).and_then(EntityModel::resolve).err().map(|error| error.to_string());
        match expected {
            Some(expected) => assert!(refusal.expect("the entity is refused").contains(expected)),
            None => assert_eq!(refusal, None),
        }
    }
}

#[test]
fn each_generated_type_has_a_name_of_its_own() {
    for name in ["Order", "OrderKey", "OrderItems", "Orders"] {
        let name = quote::format_ident!("{name}");
        let refusal = refusal_of(&parse_quote! {
            #[entity(table = T, name = "Order", partition(id), sort(), version(version))]
            #[index(on = GsiOne, view = Orders, partition(id), sort(state))]
            #[unique(record = #name, partition(state), sort())]
            struct Order { id: String, state: String, version: u64 }
        });
        assert_eq!(
            refusal,
            format!("the derive of `Order` already has a type named `{name}`: rename this one")
        );
    }
}
