//! The contradictions that are refused before any type is known.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, parse_quote};

use super::EntityModel;
use crate::input::Declaration;

pub(super) fn refusal_of(input: &DeriveInput) -> String {
    let model = Declaration::parse(input).and_then(EntityModel::resolve);
    model.err().expect("the entity is refused").to_string()
}

/// The refusal of an entity with a view of an index, with these options, and a field of this name.
fn refusal(options: &TokenStream, field: &str) -> String {
    let field = quote::format_ident!("{field}");
    let input: DeriveInput = parse_quote! {
        #[entity(table = ShopTable, name = "Order", partition(id), sort(), ttl(expires))]
        #[index(on = I, view = V, #options)]
        struct Order { id: String, state: String, expires: u64, #field: String }
    };
    refusal_of(&input)
}

/// Asserts that a view with each of these options is refused with a message that contains the text.
fn assert_refused<const CASES: usize>(cases: [(TokenStream, &str); CASES]) {
    for (options, expected) in cases {
        let refusal = refusal(&options, "date");
        assert!(refusal.contains(expected), "{refusal}");
    }
}

#[test]
fn a_shard_follows_from_a_field_that_the_partition_lacks() {
    assert_refused([
        (quote!(by(date), partition(state), sort(date)), "add `shards = ...`"),
        (quote!(shards = 2, by(state), partition(state), sort(date)), "can't choose the shard"),
        (quote!(shards = 2, by(day), partition(state), sort(date)), "no field `day`"),
    ]);
}

#[test]
fn the_shard_has_a_name_of_its_own() {
    let index = quote!(shards = 2, partition(state), sort(id));
    assert!(refusal(&index, "key_shard").contains("rename this field"));
}

#[test]
fn a_native_index_has_no_joined_keys() {
    assert_refused([
        (quote!(native, ordered, partition(state), sort(date)), "`ordered` changes a joined key"),
        (quote!(native, collection = "C", partition(state), sort(date)), "`collection` changes a joined key"),
        (quote!(native, shards = 2, partition(state), sort(date)), "`shards` changes a joined key"),
        (quote!(native, by(date), partition(state), sort(date)), "`by` changes a joined key"),
        (quote!(native, sort(date)), "add `partition(...)`"),
        (quote!(native, partition(state), sort(day: u8 = day(&self.date))), "name a field"),
        (quote!(native, partition(state), sort(expires)), "the table's TTL attribute"),
    ]);
}

#[test]
fn a_local_index_has_the_partitions_and_the_collection_of_its_entity() {
    assert_refused([
        (quote!(collection = "C", sort(date)), "remove `collection`"),
        (quote!(shards = 2, sort(date)), "add `partition(...)`"),
    ]);
}

#[test]
fn the_keys_of_an_index_have_one_to_eight_components_with_names_of_their_own() {
    assert_refused([
        (quote!(partition(state), sort()), "name a field in `sort(...)`"),
        (
            quote!(partition(id), sort(state: String = lower(&self.state))),
            "`state` is already a field of this entity: rename the computed component",
        ),
        (
            quote!(shards = 2, partition(id, id, id, id, id, id, id, id), sort(date)),
            "at most 8 components, and the shard is one of them",
        ),
    ]);
}

#[test]
fn the_primary_key_has_at_most_eight_different_fields_that_are_always_stored() {
    let cases: [(TokenStream, &str); 6] = [
        (quote!(partition(id), sort(state, id)), "`id` is already in"),
        (
            quote!(partition(a, b, c, d, e, f, g, h, i), sort()),
            "at most 8 components each, and this is the ninth",
        ),
        (quote!(partition(written), sort()), "serde writes this field with a function"),
        (quote!(partition(id?), sort()), "remove the `?`"),
        (quote!(partition(a: u8 = 1), sort()), "can't be computed"),
        (quote!(partition(more), sort()), "a flattened field"),
    ];
    for (options, expected) in cases {
        let refusal = refusal_of(&parse_quote! {
            #[entity(table = T, name = "Order", #options)]
            struct Order {
                id: String, state: String, #[serde(flatten)] more: More, #[serde(with = "m")] written: u8,
            }
        });
        assert!(refusal.contains(expected), "{refusal}");
    }
}

#[test]
fn the_expiry_and_the_version_are_fields_with_an_attribute() {
    let cases: [(TokenStream, &str); 5] = [
        (quote!(partition(id), sort(), version(from_one)), "has version 0"),
        (quote!(partition(id), sort(), version(sparse)), "has version 0"),
        (quote!(partition(id), sort(), ttl(gone)), "no field `gone`"),
        (quote!(partition(id), sort(), version(more)), "is flattened"),
        (quote!(partition(id), sort(), ttl(left_out)), "serde skips"),
    ];
    for (options, expected) in cases {
        let refusal = refusal_of(&parse_quote! {
            #[entity(table = T, name = "Order", #options)]
            struct Order {
                id: String,
                #[serde(flatten)]
                more: More,
                #[serde(skip)]
                left_out: u64,
                #[serde(default = "one")]
                from_one: u64,
                #[serde(default, skip_serializing_if = "is_zero")]
                sparse: u64,
            }
        });
        assert!(refusal.contains(expected), "{refusal}");
    }
}

#[test]
fn only_a_member_of_a_collection_is_ordered() {
    assert_refused([
        (quote!(partition(state), sort(date), ordered), "only an item collection has it there"),
        (quote!(raw, partition(state), sort(date), ordered), "remove `ordered`"),
        (quote!(sort(date), ordered), "to `#[entity(...)]`"),
    ]);
    let primary_key = parse_quote! {
        #[entity(table = ShopTable, name = "Order", collection = "Orders", partition(id), sort(), ordered)]
        struct Order { id: String }
    };
    assert!(refusal_of(&primary_key).contains("a primary key can't be `ordered`"));
}

#[test]
fn only_a_raw_key_has_literals_and_exceptions() {
    assert_refused([
        (quote!(partition("A", state), sort(date)), "only a raw key has literals"),
        (quote!(partition(state), sort("A", date)), "only a raw key has literals"),
        (quote!(partition(state except("A")), sort(date)), "only a component of a raw key has `except(...)`"),
        (quote!(native, partition("A", state), sort(date)), "only a raw key has literals"),
    ]);
}

#[test]
fn the_values_of_a_raw_key_have_literals_between_them() {
    assert_refused([
        (quote!(raw, partition(state, date), sort()), "needs a literal in front of `date`"),
        (quote!(raw, partition("", state), sort()), "at least one character"),
    ]);
}

#[test]
fn a_raw_index_has_no_names_and_its_shard_stands_alone() {
    assert_refused([
        (quote!(raw, collection = "C", partition(state), sort(date)), "remove `collection`"),
        (quote!(raw, shards = 2, partition(state), sort(date)), "write `partition()`"),
        (quote!(raw, native, partition(state), sort(date)), "`raw` changes a joined key"),
    ]);
}

#[test]
fn an_entity_with_raw_keys_has_no_collection_no_records_and_no_joined_local_index() {
    let refused: [(DeriveInput, &str); 3] = [
        (
            parse_quote! {
                #[entity(table = T, name = "Order", raw, collection = "C", partition(id), sort())]
                struct Order { id: String }
            },
            "remove `collection`",
        ),
        (
            parse_quote! {
                #[entity(table = T, name = "Order", raw, partition(id), sort(), version(version))]
                #[unique(record = Email, partition(email), sort())]
                struct Order { id: String, email: String, version: u64 }
            },
            "can't have unique constraints",
        ),
        (
            parse_quote! {
                #[entity(table = T, name = "Order", raw, partition(id), sort("A"))]
                #[index(on = L, view = V, sort(date))]
                struct Order { id: String, date: String }
            },
            "add `raw` to this attribute",
        ),
    ];
    for (input, expected) in refused {
        let refusal = refusal_of(&input);
        assert!(refusal.contains(expected), "{refusal}");
    }
}

#[test]
fn serde_may_leave_out_the_fields_that_every_raw_key_has() {
    let entity = |raw: &syn::Attribute, skip: &syn::Attribute| -> DeriveInput {
        parse_quote! {
            #raw
            struct Order { #skip id: String }
        }
    };
    let raw = parse_quote!(#[entity(table = T, name = "Order", raw, partition(id), sort())]);
    let joined = parse_quote!(#[entity(table = T, name = "Order", partition(id), sort())]);
    let unwritten = parse_quote!(#[serde(skip_serializing)]);
    assert!(Declaration::parse(&entity(&raw, &unwritten)).and_then(EntityModel::resolve).is_ok());
    assert!(refusal_of(&entity(&joined, &unwritten)).contains("serde skips `id`"));
    for skip in [parse_quote!(#[serde(skip)]), parse_quote!(#[serde(skip_deserializing)])] {
        assert!(refusal_of(&entity(&raw, &skip)).contains("serde skips `id`"));
    }
}

#[test]
fn serde_writes_the_fields_of_a_raw_key_that_an_item_may_lack() {
    let input = |by_genre: &syn::Attribute| -> DeriveInput {
        parse_quote! {
            #[entity(table = T, name = "Order", raw, partition(id), sort())]
            #by_genre
            struct Order { id: String, genre: Option<String>, #[serde(skip_serializing)] title: String }
        }
    };
    let sparse = input(&parse_quote!(#[index(on = I, view = V, raw, partition(genre?), sort(title))]));
    assert!(refusal_of(&sparse).contains("serde skips `title`"));
    let full = input(&parse_quote!(#[index(on = I, view = V, raw, partition("GENRES"), sort(title))]));
    assert!(Declaration::parse(&full).and_then(EntityModel::resolve).is_ok());
}

#[test]
fn a_component_is_optional_if_its_type_is_an_option() {
    let index = quote!(partition(state?), sort(date));
    assert_eq!(
        refusal(&index, "date"),
        "`state` is not an `Option`, so it always has a value: remove the `?`, or write its type as `Option<String>`"
    );
}
