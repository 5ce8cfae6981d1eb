//! The contradictions that are refused before any type is known.

use syn::{DeriveInput, parse_quote};

use super::EntityModel;
use crate::input::Declaration;

pub(super) fn refusal_of(input: &DeriveInput) -> String {
    let model = Declaration::parse(input).and_then(EntityModel::resolve);
    model.err().expect("the entity is refused").to_string()
}

/// The refusal of an entity with this index and a field of this name.
fn refusal(index: &syn::Attribute, field: &str) -> String {
    let field = quote::format_ident!("{field}");
    let input: DeriveInput = parse_quote! {
        #[entity(table = ShopTable, name = "Order", partition(id), sort(), ttl(expires))]
        #index
        struct Order { id: String, state: String, expires: u64, #field: String }
    };
    refusal_of(&input)
}

#[test]
fn a_shard_follows_from_a_field_that_the_partition_lacks() {
    let index = parse_quote!(#[index(on = GsiOne, view = Orders, by(date), partition(state), sort(date))]);
    assert!(refusal(&index, "date").contains("add `shards = ...`"));
    let index = parse_quote!(#[index(on = GsiOne, view = Orders, shards = 2, by(state), partition(state), sort(date))]);
    assert!(refusal(&index, "date").contains("can't choose the shard"));
    let index =
        parse_quote!(#[index(on = GsiOne, view = Orders, shards = 2, by(day), partition(state), sort(date))]);
    assert!(refusal(&index, "date").contains("no field `day`"));
}

#[test]
fn the_shard_has_a_name_of_its_own() {
    let index = parse_quote!(#[index(on = GsiOne, view = Orders, shards = 2, partition(state), sort(id))]);
    assert!(refusal(&index, "key_shard").contains("rename this field"));
}

#[test]
fn a_native_index_has_no_joined_keys() {
    let cases: [(syn::Attribute, &str); 7] = [
        (
            parse_quote!(#[index(on = I, view = V, native, ordered, partition(state), sort(date))]),
            "`ordered` changes a joined key",
        ),
        (
            parse_quote!(#[index(on = I, view = V, native, collection = "C", partition(state), sort(date))]),
            "`collection` changes a joined key",
        ),
        (
            parse_quote!(#[index(on = I, view = V, native, shards = 2, partition(state), sort(date))]),
            "`shards` changes a joined key",
        ),
        (
            parse_quote!(#[index(on = I, view = V, native, by(date), partition(state), sort(date))]),
            "`by` changes a joined key",
        ),
        (parse_quote!(#[index(on = I, view = V, native, sort(date))]), "add `partition(...)`"),
        (
            parse_quote!(#[index(on = I, view = V, native, partition(state), sort(day: u8 = day(&self.date)))]),
            "name a field",
        ),
        (
            parse_quote!(#[index(on = I, view = V, native, partition(state), sort(expires))]),
            "the table's TTL attribute",
        ),
    ];
    for (index, expected) in cases {
        let refusal = refusal(&index, "date");
        assert!(refusal.contains(expected), "{refusal}");
    }
}

#[test]
fn a_local_index_has_the_partitions_and_the_collection_of_its_entity() {
    let index = parse_quote!(#[index(on = L, view = V, collection = "C", sort(date))]);
    assert!(refusal(&index, "date").contains("remove `collection`"));
    let index = parse_quote!(#[index(on = L, view = V, shards = 2, sort(date))]);
    assert!(refusal(&index, "date").contains("add `partition(...)`"));
}

#[test]
fn the_keys_of_an_index_have_one_to_eight_components_with_names_of_their_own() {
    let cases: [(syn::Attribute, &str); 3] = [
        (parse_quote!(#[index(on = I, view = V, partition(state), sort())]), "name a field in `sort(...)`"),
        (
            parse_quote!(#[index(on = I, view = V, partition(id), sort(state: String = lower(&self.state)))]),
            "`state` is already a field of this entity: rename the computed component",
        ),
        (
            parse_quote!(#[index(on = I, view = V, shards = 2, partition(id, id, id, id, id, id, id, id), sort(date))]),
            "at most 8 components, and the shard is one of them",
        ),
    ];
    for (index, expected) in cases {
        let refusal = refusal(&index, "date");
        assert!(refusal.contains(expected), "{refusal}");
    }
}

#[test]
fn the_primary_key_has_at_most_eight_different_fields_that_are_always_stored() {
    let cases: [(syn::Attribute, &str); 6] = [
        (
            parse_quote!(#[entity(table = T, name = "Order", partition(id), sort(state, id))]),
            "`id` is already in",
        ),
        (
            parse_quote!(#[entity(table = T, name = "Order", partition(a, b, c, d, e, f, g, h, i), sort())]),
            "at most 8 components each, and this is the ninth",
        ),
        (
            parse_quote!(#[entity(table = T, name = "Order", partition(written), sort())]),
            "serde writes this field with a function",
        ),
        (parse_quote!(#[entity(table = T, name = "Order", partition(id?), sort())]), "remove the `?`"),
        (
            parse_quote!(#[entity(table = T, name = "Order", partition(a: u8 = 1), sort())]),
            "can't be computed",
        ),
        (parse_quote!(#[entity(table = T, name = "Order", partition(more), sort())]), "a flattened field"),
    ];
    for (entity, expected) in cases {
        let refusal = refusal_of(&parse_quote! {
            #entity
            struct Order {
                id: String,
                state: String,
                #[serde(flatten)]
                more: More,
                #[serde(serialize_with = "write")]
                written: u16,
            }
        });
        assert!(refusal.contains(expected), "{refusal}");
    }
}

#[test]
fn the_expiry_and_the_version_are_fields_with_an_attribute() {
    let cases: [(syn::Attribute, &str); 3] = [
        (
            parse_quote!(#[entity(table = T, name = "Order", partition(id), sort(), ttl(gone))]),
            "no field `gone`",
        ),
        (
            parse_quote!(#[entity(table = T, name = "Order", partition(id), sort(), version(more))]),
            "is flattened",
        ),
        (
            parse_quote!(#[entity(table = T, name = "Order", partition(id), sort(), ttl(left_out))]),
            "serde skips",
        ),
    ];
    for (entity, expected) in cases {
        let refusal = refusal_of(&parse_quote! {
            #entity
            struct Order { id: String, #[serde(flatten)] more: More, #[serde(skip)] left_out: u64 }
        });
        assert!(refusal.contains(expected), "{refusal}");
    }
}

#[test]
fn only_a_member_of_a_collection_is_ordered() {
    let global = parse_quote!(#[index(on = GsiOne, view = Orders, partition(state), sort(date), ordered)]);
    assert!(refusal(&global, "date").contains("only an item collection has it there"));
    let raw = parse_quote!(#[index(on = GsiOne, view = Orders, raw, partition(state), sort(date), ordered)]);
    assert!(refusal(&raw, "date").contains("remove `ordered`"));
    let local = parse_quote!(#[index(on = LsiOne, view = Orders, sort(date), ordered)]);
    assert!(refusal(&local, "date").contains("to `#[entity(...)]`"));
    let primary_key = parse_quote! {
        #[entity(table = ShopTable, name = "Order", collection = "Orders", partition(id), sort(), ordered)]
        struct Order { id: String }
    };
    assert!(refusal_of(&primary_key).contains("a primary key can't be `ordered`"));
}

#[test]
fn only_a_raw_key_has_literals_and_exceptions() {
    let cases: [(syn::Attribute, &str); 4] = [
        (
            parse_quote!(#[index(on = I, view = V, partition("A", state), sort(date))]),
            "only a raw key has literals",
        ),
        (
            parse_quote!(#[index(on = I, view = V, partition(state), sort("A", date))]),
            "only a raw key has literals",
        ),
        (
            parse_quote!(#[index(on = I, view = V, partition(state except("A")), sort(date))]),
            "only a component of a raw key has `except(...)`",
        ),
        (
            parse_quote!(#[index(on = I, view = V, native, partition("A", state), sort(date))]),
            "only a raw key has literals",
        ),
    ];
    for (index, expected) in cases {
        let refusal = refusal(&index, "date");
        assert!(refusal.contains(expected), "{refusal}");
    }
}

#[test]
fn the_values_of_a_raw_key_have_literals_between_them() {
    let index = parse_quote!(#[index(on = I, view = V, raw, partition(state, date), sort())]);
    assert!(refusal(&index, "date").contains("needs a literal in front of `date`"));
    let index = parse_quote!(#[index(on = I, view = V, raw, partition("", state), sort())]);
    assert!(refusal(&index, "date").contains("at least one character"));
}

#[test]
fn a_raw_index_has_no_names_and_its_shard_stands_alone() {
    let cases: [(syn::Attribute, &str); 3] = [
        (
            parse_quote!(#[index(on = I, view = V, raw, collection = "C", partition(state), sort(date))]),
            "remove `collection`",
        ),
        (
            parse_quote!(#[index(on = I, view = V, raw, shards = 2, partition(state), sort(date))]),
            "write `partition()`",
        ),
        (
            parse_quote!(#[index(on = I, view = V, raw, native, partition(state), sort(date))]),
            "`raw` changes a joined key",
        ),
    ];
    for (index, expected) in cases {
        let refusal = refusal(&index, "date");
        assert!(refusal.contains(expected), "{refusal}");
    }
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
    let index = parse_quote!(#[index(on = GsiOne, view = Orders, partition(state?), sort(date))]);
    assert_eq!(
        refusal(&index, "date"),
        "`state` is not an `Option`, so it always has a value: remove the `?`, or write its type as `Option<String>`"
    );
}
