//! The sort key of a table whose keys the library joins.

use super::layout::{KeyAttribute, Scalar};

/// The attribute of the sort key of a table whose keys the library joins.
///
/// # Panics
/// Panics while the crate compiles if the table has another key.
#[must_use]
pub(super) const fn joined_sort_key(key: &[KeyAttribute]) -> &'static str {
    match key {
        [KeyAttribute { scalar: Scalar::S, .. }, KeyAttribute { scalar: Scalar::S, name }] => name,
        _ => panic!(
            "this table has no sort key, or a key attribute that is not a text: add `raw` to the `#[entity(...)]` of each of \
             its entities"
        ),
    }
}
