//! The contradictions that are refused before any type is known.

use syn::{DeriveInput, parse_quote};

use super::EntityModel;
use crate::input::Declaration;

fn refusal_of(input: &DeriveInput) -> String {
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
    let cases: [(syn::Attribute, &str); 6] = [
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
fn the_sort_key_of_an_index_has_a_component() {
    let index = parse_quote!(#[index(on = I, view = V, partition(state), sort())]);
    assert!(refusal(&index, "date").contains("name a field in `sort(...)`"));
}

#[test]
fn each_component_of_the_primary_key_is_another_field_that_is_always_present() {
    let cases: [(syn::Attribute, &str); 4] = [
        (
            parse_quote!(#[entity(table = T, name = "Order", partition(id), sort(state, id))]),
            "`id` is already in",
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
            struct Order { id: String, state: String, #[serde(flatten)] more: More }
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
