//! The mistakes in collections that are refused while they are parsed.

use syn::{DeriveInput, parse_quote};

use super::CollectionDeclaration;

pub(super) fn assert_collection_refused(input: &DeriveInput, expected: &str) {
    let refusal = CollectionDeclaration::parse(input).err().expect("the collection is refused").to_string();
    assert!(refusal.contains(expected), "{refusal}");
}

#[test]
fn a_collection_is_an_enum_with_one_entity_in_each_variant() {
    let cases: [(DeriveInput, &str); 10] = [
        (parse_quote! { enum A { B(B) } }, "a collection needs `#[collection(name"),
        (
            parse_quote! { #[collection(name = "A", partition())] #[collection()] enum A { B(B) } },
            "`#[collection(...)]` is given twice",
        ),
        (parse_quote! { #[collection(partition())] enum A { B(B) } }, "`name = \"...\"` is missing"),
        (parse_quote! { #[collection(name = "A")] enum A { B(B) } }, "`partition(...)` is missing"),
        (
            parse_quote! { #[collection(name = "A", name = "B", partition())] enum A { B(B) } },
            "`name` is given twice",
        ),
        (
            parse_quote! { #[collection(name = "A", order())] enum A { B(B) } },
            "takes `name`, `on`, `partition`, `sort`, `raw`",
        ),
        (
            parse_quote! { #[collection(name = "A", partition())] struct A; },
            "only an enum can be a collection",
        ),
        (parse_quote! { #[collection(name = "A", partition())] enum A {} }, "a collection needs an entity"),
        (
            parse_quote! { #[collection(name = "A", partition())] enum A { B(B, C) } },
            "holds exactly one entity",
        ),
        (
            parse_quote! { #[collection(name = "A", partition())] enum A { #[other] B(B), #[other] C(C) } },
            "a second variant is marked `#[other]`",
        ),
    ];
    for (input, expected) in cases {
        assert_collection_refused(&input, expected);
    }
}

#[test]
fn only_an_index_is_ordered_by_shared_components() {
    let of_the_table = parse_quote! {
        #[collection(name = "A", partition(), sort(time: Timestamp))]
        enum A { B(B) }
    };
    assert_collection_refused(&of_the_table, "add `on = ...` with an index");
    let by_nothing = parse_quote! {
        #[collection(name = "A", on = GsiOne, partition(), sort())]
        enum A { B(B) }
    };
    assert_collection_refused(&by_nothing, "`sort()` names no shared component");
    let raw = parse_quote! {
        #[collection(name = "A", on = GsiOne, raw, partition(), sort(time: Timestamp))]
        enum A { B(B) }
    };
    assert_collection_refused(&raw, "remove `sort(...)` or `raw`");
    let with_a_literal = parse_quote! {
        #[collection(name = "A", on = GsiOne, partition(), sort("T_", time: Timestamp))]
        enum A { B(B) }
    };
    assert_collection_refused(&with_a_literal, "have no literals");
}
