//! What the derive refuses of an index before any type is known.

use syn::{DeriveInput, parse_quote};

use crate::expand::expand;

fn refusal(index: &syn::Attribute, field: &str) -> String {
    let field = quote::format_ident!("{field}");
    let input: DeriveInput = parse_quote! {
        #[entity(table = ShopTable, name = "Order", partition(id), sort(), ttl(expires))]
        #index
        struct Order { id: String, state: String, expires: u64, #field: String }
    };
    expand(&input).expect_err("the index is refused").to_string()
}

#[test]
fn a_shard_follows_from_a_field_that_the_partition_lacks() {
    let index = parse_quote!(#[index(on = GsiOne, view = Orders, by(date), partition(state), sort(date))]);
    assert!(refusal(&index, "date").contains("add `shards = ...`"));
    let index = parse_quote!(#[index(on = GsiOne, view = Orders, shards = 2, by(state), partition(state), sort(date))]);
    assert!(refusal(&index, "date").contains("can't choose the shard"));
    let index =
        parse_quote!(#[index(on = GsiOne, view = Orders, shards = 2, by(day), partition(state), sort(date))]);
    assert_eq!(refusal(&index, "date"), "`day` is no field of this entity");
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
