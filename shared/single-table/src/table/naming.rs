//! DynamoDB's rules for names, which are checked while a table compiles.

use super::Table;
use super::layout::KeyAttribute;

/// The smallest and the largest number of characters in the name of an index (see "Naming rules" on the page "Supported data
/// types and naming rules in Amazon DynamoDB" of the developer guide).
const INDEX_NAME: (usize, usize) = (3, 255);
/// The largest number of bytes in the name of a key attribute or TTL attribute (see `KeySchemaElement` and
/// `TimeToLiveSpecification` in the API reference).
const ATTRIBUTE_NAME: usize = 255;

/// Refuses a name that an index can't have.
#[track_caller]
const fn check_index_name(name: &str) {
    let bytes = name.as_bytes();
    assert!(
        bytes.len() >= INDEX_NAME.0 && bytes.len() <= INDEX_NAME.1,
        "the name of an index has 3 to 255 characters: give this index the name that it has in DynamoDB"
    );
    let mut at = 0;
    while at < bytes.len() {
        assert!(
            bytes[at].is_ascii_alphanumeric() || matches!(bytes[at], b'_' | b'-' | b'.'),
            "the name of an index consists of the characters `a` to `z`, `A` to `Z`, `0` to `9`, `_`, `-` and `.`: give this \
             index the name that it has in DynamoDB"
        );
        at += 1;
    }
}

#[track_caller]
const fn check_key_names(key: &[KeyAttribute]) {
    let mut at = 0;
    while at < key.len() {
        check_attribute_name(key[at].name);
        at += 1;
    }
}

/// Refuses a name that a key attribute can't have.
#[track_caller]
const fn check_attribute_name(name: &str) {
    assert!(
        !name.is_empty() && name.len() <= ATTRIBUTE_NAME,
        "the name of a key attribute, type attribute or TTL attribute has 1 to 255 bytes: give this attribute the name that it \
         has in DynamoDB"
    );
}

/// Refuses names that DynamoDB refuses, and a type attribute that is a part of a key that the library writes.
#[track_caller]
pub(super) const fn check<T: Table>() {
    check_key_names(T::KEY);
    let mut at = 0;
    while at < T::INDEXES.len() {
        let index = &T::INDEXES[at];
        check_index_name(index.name);
        check_key_names(index.partition_key);
        check_key_names(index.sort_key);
        if let Some(name) = T::TYPE {
            let is_key = !index.is_native() && index.key_attribute(name).is_some();
            check_type_attribute(is_key);
        }
        at += 1;
    }
    if let Some(ttl) = T::TTL {
        check_attribute_name(ttl);
    }
    if let Some(name) = T::TYPE {
        check_attribute_name(name);
        check_type_attribute(KeyAttribute::find(T::KEY, name).is_some());
    }
}

#[track_caller]
const fn check_type_attribute(is_key: bool) {
    assert!(
        !is_key,
        "the type attribute of this table is one of its key attributes: name another attribute in `type_attribute`"
    );
}
