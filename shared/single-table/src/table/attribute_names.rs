//! The names of a table's own attributes, for a fast check.

use super::layout::{IndexSchema, KeyAttribute};

/// A set of names that may contain more: one bit for each length and last byte.
#[derive(Debug, Clone, Copy)]
pub(super) struct AttributeNames(u64);

impl AttributeNames {
    /// Returns the names of the attributes of a table's keys, and of its type attribute and its TTL attribute.
    pub(super) const fn of(
        key: &[KeyAttribute],
        indexes: &[IndexSchema],
        type_attribute: Option<&str>,
        ttl: Option<&str>,
    ) -> Self {
        let mut bits = of_key(key) | of_option(type_attribute) | of_option(ttl);
        let mut at = 0;
        while at < indexes.len() {
            bits |= of_key(indexes[at].partition_key) | of_key(indexes[at].sort_key);
            at += 1;
        }
        Self(bits)
    }

    /// Returns false if the set doesn't contain the name.
    pub(super) const fn may_contain(self, name: &str) -> bool {
        self.0 & bit(name) != 0
    }
}

const fn of_key(key: &[KeyAttribute]) -> u64 {
    let (mut at, mut bits) = (0, 0);
    while at < key.len() {
        bits |= bit(key[at].name);
        at += 1;
    }
    bits
}

const fn of_option(name: Option<&str>) -> u64 {
    match name {
        Some(name) => bit(name),
        None => 0,
    }
}

const fn bit(name: &str) -> u64 {
    match name.as_bytes() {
        bytes @ [.., last] => 1 << ((*last as usize + 7 * bytes.len()) % 64),
        [] => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::layout::{IndexKind, IndexProjection};

    #[test]
    fn a_name_of_the_table_may_be_there_and_most_others_are_not() {
        const PARTITION_KEY: [KeyAttribute; 1] = [KeyAttribute::text("größe")];
        const SORT_KEY: [KeyAttribute; 1] = [KeyAttribute::text("")];
        let key = [KeyAttribute::text("pk"), KeyAttribute::text("sk")];
        let (kind, partition_key, sort_key) = (IndexKind::Global, &PARTITION_KEY, &SORT_KEY);
        let projection = IndexProjection::All;
        let index = IndexSchema { name: "gsiOne", kind, partition_key, sort_key, projection };
        let names = AttributeNames::of(&key, &[index], Some("type"), Some("expireTime"));
        for name in ["pk", "sk", "größe", "", "type", "expireTime"] {
            assert!(names.may_contain(name), "{name}");
        }
        let others = ["title", "album", "artist", "number", "plays", "seconds"];
        assert!(others.iter().filter(|name| names.may_contain(name)).count() < 2);
    }
}
