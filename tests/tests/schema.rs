//! The table as the Rust types declare it against the table of `template.yaml`.

use std::collections::BTreeMap;

use favorites_api::favorites::{FavoritesTable, IndexKind, Table as _};
use favorites_local::template::{AttributeType, Index, Key, Projection, StreamView, Table, Template};

#[test]
fn the_template_declares_the_table_of_the_types() {
    let Table { name: _, key, attributes, global_indexes, local_indexes, ttl_attribute, stream } =
        Template::project().expect("the project's template is well-formed").table;
    let own = pair(FavoritesTable::PARTITION_KEY, FavoritesTable::SORT_KEY);
    assert_eq!(key, own);
    assert_eq!(global_indexes, indexes(true));
    assert_eq!(local_indexes, indexes(false));
    assert_eq!(ttl_attribute.as_deref(), FavoritesTable::TTL);
    // The consumer counts the difference of the two images.
    assert_eq!(stream, Some(StreamView::NewAndOldImages));

    let keys = std::iter::once(&key)
        .chain(global_indexes.values().chain(local_indexes.values()).map(|index| &index.key));
    let of_keys: BTreeMap<String, AttributeType> = keys
        .flat_map(|key| [Some(&key.partition), key.sort.as_ref()])
        .flatten()
        .map(|attribute| (attribute.clone(), AttributeType::String))
        .collect();
    assert_eq!(attributes, of_keys, "every key attribute is text, and no other is declared");
}

/// The indexes of the types, global or local. Views decode whole entities, so every projection is complete.
fn indexes(global: bool) -> BTreeMap<String, Index> {
    FavoritesTable::INDEXES
        .iter()
        .filter(|index| matches!(index.kind, IndexKind::Global) == global)
        .map(|index| {
            let key = pair(index.partition_key[0].name, index.sort_key[0].name);
            let index_of = Index { key, projection: Projection::All };
            (index.name.to_owned(), index_of)
        })
        .collect()
}

fn pair(partition: &str, sort: &str) -> Key {
    Key { partition: partition.to_owned(), sort: Some(sort.to_owned()) }
}
