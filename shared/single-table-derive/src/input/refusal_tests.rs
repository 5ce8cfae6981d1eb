//! The mistakes in attributes that are refused while they are parsed.

use syn::{DeriveInput, parse_quote};

use super::collection_tests::assert_collection_refused;
use super::{Declaration, DocumentDeclaration, PastVersionDeclaration};

fn assert_refused(input: &DeriveInput, expected: &str) {
    let refusal = Declaration::parse(input).err().expect("the entity is refused").to_string();
    assert!(refusal.contains(expected), "{refusal}");
}

/// An entity whose struct has one more attribute.
fn with_attribute(attribute: &syn::Attribute) -> DeriveInput {
    parse_quote! {
        #[entity(table = T, name = "Order", partition(id), sort())]
        #attribute
        struct Order { id: String }
    }
}

/// An entity whose field has this attribute.
fn with_field_attribute(attribute: &syn::Attribute) -> DeriveInput {
    parse_quote! {
        #[entity(table = T, name = "Order", partition(id), sort())]
        struct Order { #attribute id: String }
    }
}

#[test]
fn an_attribute_takes_only_its_own_options_each_once() {
    let cases: [(syn::Attribute, &str); 6] = [
        (parse_quote!(#[index(on = I, view = V, ttl(expires), sort(id))]), "unknown option `ttl`"),
        (
            parse_quote!(#[unique(record = R, partition(id), sort(), shards = 2)]),
            "takes `record`, `partition`, `sort`",
        ),
        (parse_quote!(#[index(on = I, on = J, view = V, sort(id))]), "`on` is given twice"),
        (parse_quote!(#[index(on = I, sort(id))]), "`view = ...` is missing"),
        (parse_quote!(#[unique(record = R, partition(id))]), "`sort(...)` is missing"),
        (
            parse_quote!(#[entity(table = T, name = "Order", partition(id), sort())]),
            "`#[entity(...)]` is given twice",
        ),
    ];
    for (attribute, expected) in cases {
        assert_refused(&with_attribute(&attribute), expected);
    }
}

#[test]
fn schema_versions_are_numbered_from_1_and_each_option_is_given_once() {
    let cases: [(syn::Attribute, &str); 8] = [
        (parse_quote!(#[schema(attribute = "v", version = 0)]), "counted from 1"),
        (
            parse_quote!(#[schema(attribute = "v", version = 1, past(V1))]),
            "there are 0 versions, but `past` has 1",
        ),
        (
            parse_quote!(#[schema(attribute = "v", version = 2, past(V1, V2))]),
            "there are 1 versions, but `past` has 2",
        ),
        (parse_quote!(#[schema(attribute = "v", version = 4294967296)]), "number too large"),
        (parse_quote!(#[schema(version = 2, past(V1))]), "`attribute = \"schemaVersion\"` is missing"),
        (parse_quote!(#[schema(attribute = "v", past(V1))]), "`version = 1` is missing"),
        (parse_quote!(#[schema(attribute = "v", version = 1, version = 2)]), "`version` is given twice"),
        (parse_quote!(#[schema(name = "v")]), "takes `attribute`, `version`, `past`"),
    ];
    for (attribute, expected) in cases {
        assert_refused(&with_attribute(&attribute), expected);
    }
    let twice = parse_quote! {
        #[entity(table = T, name = "Order", partition(id), sort())]
        #[schema(attribute = "v", version = 1)]
        #[schema(attribute = "v", version = 1)]
        struct Order { id: String }
    };
    assert_refused(&twice, "`#[schema(...)]` is given twice");
}

#[test]
fn a_past_version_is_a_struct_with_named_fields() {
    let cases: [(DeriveInput, &str); 2] = [
        (parse_quote! { struct OrderV1(String); }, "only a struct with named fields can be a past version"),
        (
            parse_quote! {
                #[serde(deny_unknown_fields)]
                struct OrderV1 { id: String }
            },
            "remove `deny_unknown_fields`",
        ),
    ];
    for (input, expected) in cases {
        let refusal =
            PastVersionDeclaration::parse(&input).err().expect("the past version is refused").to_string();
        assert!(refusal.contains(expected), "{refusal}");
    }
}

#[test]
fn an_entity_is_a_struct_with_named_fields_and_the_attribute() {
    let bare = parse_quote! { struct Order { id: String } };
    assert_refused(&bare, "an entity needs `#[entity(table = ...");
    let unnamed = parse_quote! {
        #[entity(table = T, name = "Order", partition(id), sort())]
        struct Order(String);
    };
    assert_refused(&unnamed, "name its fields");
    let choice = parse_quote! {
        #[entity(table = T, name = "Order", partition(id), sort())]
        enum Order { Open }
    };
    assert_refused(&choice, "only a struct with named fields");
    let generic = parse_quote! {
        #[entity(table = T, name = "Order", partition(id), sort())]
        struct Order<T> { id: T }
    };
    assert_refused(&generic, "generic parameters");
}

#[test]
fn serde_gives_each_attribute_one_name_and_ignores_the_keys() {
    let cases: [(syn::Attribute, &str); 6] = [
        (parse_quote!(#[serde(into = "Other")]), "remove this option"),
        (parse_quote!(#[serde(transparent)]), "remove this option"),
        (parse_quote!(#[serde(tag = "kind")]), "remove this option"),
        (parse_quote!(#[serde(rename_all = "Kebab_Case")]), "serde has no such rule"),
        (parse_quote!(#[serde(rename_all(serialize = "camelCase"))]), "write one rule"),
        (parse_quote!(#[serde(deny_unknown_fields)]), "remove `deny_unknown_fields`"),
    ];
    for (attribute, expected) in cases {
        assert_refused(&with_attribute(&attribute), expected);
    }
    let attribute = parse_quote!(#[serde(rename(serialize = "a", deserialize = "b"))]);
    assert_refused(&with_field_attribute(&attribute), "write `rename = \"...\"`");
}

#[test]
fn the_literals_of_a_collection_need_raw() {
    let refused = parse_quote! {
        #[collection(name = "A", partition("ALBUM_", album: String))]
        enum Albums { Track(Track) }
    };
    assert_collection_refused(&refused, "only a raw key has literals");
}

#[test]
fn a_component_is_followed_by_its_exceptions_only() {
    let refused = parse_quote! {
        #[entity(table = T, name = "Order", raw, partition(id without("a")), sort())]
        struct Order { id: String }
    };
    assert_refused(&refused, "expected `except(\"...\")`");
}

#[test]
fn attributes_are_named_as_serde_names_them() {
    let names = |rule: &str| {
        let input = parse_quote! {
            #[entity(table = T, name = "Order", partition(order_id), sort())]
            #[serde(rename_all = #rule, bound(serialize = "", deserialize = ""))]
            struct Order {
                order_id: String,
                _state: String,
                r#ref: String,
                #[serde(rename = "day", default = "today")]
                date_: String,
                #[serde(flatten)]
                more: More,
            }
        };
        let fields = Declaration::parse(&input).expect("the entity is accepted").fields;
        fields.into_iter().map(|field| field.attribute).collect::<Vec<_>>()
    };
    let expected = |names: [&str; 4]| {
        names.map(|name| Some(name.to_owned())).into_iter().chain([None]).collect::<Vec<_>>()
    };
    assert_eq!(names("camelCase"), expected(["orderId", "state", "ref", "day"]));
    assert_eq!(names("snake_case"), expected(["order_id", "_state", "ref", "day"]));
    assert_eq!(names("lowercase"), expected(["order_id", "_state", "ref", "day"]));
    assert_eq!(names("UPPERCASE"), expected(["ORDER_ID", "_STATE", "REF", "day"]));
    assert_eq!(names("SCREAMING_SNAKE_CASE"), expected(["ORDER_ID", "_STATE", "REF", "day"]));
    assert_eq!(names("PascalCase"), expected(["OrderId", "State", "Ref", "day"]));
    assert_eq!(names("kebab-case"), expected(["order-id", "-state", "ref", "day"]));
    assert_eq!(names("SCREAMING-KEBAB-CASE"), expected(["ORDER-ID", "-STATE", "REF", "day"]));
}

#[test]
fn a_document_is_a_struct_that_serde_stores_as_a_map_of_its_fields() {
    let with = |attribute: syn::Attribute| -> DeriveInput {
        parse_quote! {
            #attribute
            struct Cover { artist: String }
        }
    };
    let choice: DeriveInput = parse_quote! { enum Cover { Red } };
    let generic: DeriveInput = parse_quote! { struct Cover<T> { artist: T } };
    let refused = [
        (choice, "only a struct with named fields can be a document"),
        (generic, "a document can't have generic parameters"),
        (with(parse_quote!(#[serde(transparent)])), "remove this option or the derive"),
        (with(parse_quote!(#[serde(rename_all = "lower")])), "serde has no such rule"),
    ];
    for (input, expected) in refused {
        let refusal = DocumentDeclaration::parse(&input).err().expect("the document is refused").to_string();
        assert!(refusal.contains(expected), "{refusal}");
    }
    // A document has no attributes of the library's.
    let named_type: DeriveInput = parse_quote! {
        #[serde(deny_unknown_fields)]
        struct Cover { r#type: String }
    };
    let document = DocumentDeclaration::parse(&named_type).expect("the document is accepted");
    assert_eq!(document.fields[0].attribute.as_deref(), Some("type"));
}
