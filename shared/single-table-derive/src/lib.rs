//! The derive macro of `single-table`. Use it from there: `single_table::Entity`.

mod attributes;
mod collection;
mod collection_view;
mod constants;
mod expand;
mod fields;
mod implementation;
mod key_type;
mod keys;
mod native;
#[cfg(test)]
mod refusal_tests;
mod rekey;
mod sharding;
mod stub;
mod unique;
mod version;
mod views;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Declares a struct as one kind of item of a table.
///
/// - `#[entity(table = T, name = "Tag", partition(user_id), sort(tag_id), ttl(expires))]`: the table, the name that
///   begins the partition key, and the fields that the primary key is made of. `sort()` makes an entity that a partition
///   has one item of. `ttl(field)` names the field with the time of expiry, an `EpochSeconds` or `Option` of it.
/// - `#[index(on = GsiOne, view = TagsByName, partition(user_id), sort(name))]`, any number: an index the entity is
///   in, and the name of the view type. A local index has no `partition(...)`.
/// - `collection = "Album"` puts the entity in an item collection, with others of the same collection: see
///   [`Collection`](macro@Collection). On an index it does the same there.
/// - `partition(genre?)`: the index is sparse. The item is in it only while the field, an `Option`, has a value.
/// - `shards = 15`: each partition of a global index is spread over so many, at random, or with `by(field)` by that field's
///   value. Its `query` reads all of them. See `ShardedView`.
/// - `#[index(on = ByState, view = OrdersByState, native, partition(customer, state), sort(date))]`: an index that `table!`
///   declares as `native`, with the same attributes. See `NativeView`.
/// - A component may be computed: `sort(folded: CaseFolded = CaseFolded::new(&self.name))`.
/// - `version(version)` in `#[entity(...)]` names a `u64` that counts versions, for optimistic locking: see `Versioned`.
/// - `#[unique(record = UserEmail, partition(email?), sort())]`, any number: values that no two items may share, and the
///   name of the type of their record. It needs `version(...)`: see `Constraint`.
///
/// It makes the key type `TagKey`, a view type for the table (`TagItems`) and for each index, with a `query` function
/// that takes exactly the partition's components and a `scan` function, and a constant for each field (`Tag::TAG_ID`).
/// Attribute names are serde's: `rename` and `rename_all = "camelCase"` are honoured.
#[proc_macro_derive(Entity, attributes(entity, index, unique))]
pub fn derive_entity(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    let expanded = expand::expand(&input).unwrap_or_else(|error| {
        let mut tokens = error.to_compile_error();
        tokens.extend(stub::stub(&input));
        tokens
    });
    expanded.into()
}

/// Declares an enum as an item collection: items of several entities in one partition, answered by one query.
///
/// `#[collection(name = "Album", partition(album: AlbumToken))]`: the name that its entities have as their `collection`, and
/// the components of the partition key. With `on = GsiOne` it is the collection of that index. Each variant holds one
/// entity; a variant marked `#[other]` holds the `Item` of any other, which otherwise is an error.
///
/// It makes a `query` function that takes the partition's components, and a `scan` function; the enum itself is the view. With
/// an `#[other]` variant, a scan finds everything that the table or index holds.
#[proc_macro_derive(Collection, attributes(collection, other))]
pub fn derive_collection(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    collection::expand(&input).unwrap_or_else(|error| error.to_compile_error()).into()
}
