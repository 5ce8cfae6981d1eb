//! Attributes that store several keys.

use crate::table::layout::{IndexSchema, KeyAttribute};

/// Returns true if an attribute stores several keys of the table and its joined indexes. In any other table, no entity has two keys
/// in one attribute.
pub(super) const fn any_shared(key: &'static [KeyAttribute], indexes: &'static [IndexSchema]) -> bool {
    let mut at = 0;
    while at < indexes.len() {
        let (earlier, index) = (indexes.split_at(at).0, &indexes[at]);
        if is_shared(key, earlier, index, index.sort_key)
            || (index.has_partition_key() && is_shared(key, earlier, index, index.partition_key))
        {
            return true;
        }
        at += 1;
    }
    false
}

const fn is_shared(
    key: &'static [KeyAttribute],
    earlier: &'static [IndexSchema],
    index: &IndexSchema,
    of_index: &[KeyAttribute],
) -> bool {
    if index.is_native() || of_index.is_empty() {
        return false;
    }
    let name = of_index[0].name;
    let mut at = 0;
    while at < earlier.len() {
        if !earlier[at].is_native() && earlier[at].key_attribute(name).is_some() {
            return true;
        }
        at += 1;
    }
    KeyAttribute::find(key, name).is_some()
}
