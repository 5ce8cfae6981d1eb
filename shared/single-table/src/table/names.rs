//! Names that share a table, compared while it is compiled.

use super::format::{KeyFormat, check_disjoint};
use crate::const_str::{contains, equal, is, repeats};

/// The names under which an entity is kept: no two in one table may be mistaken for each other.
#[derive(Debug, Clone, Copy)]
pub struct Names {
    /// Its own.
    entity: &'static str,
    /// That of its item collection, which then begins its partition key.
    collection: Option<&'static str>,
    /// Those of the records of its unique constraints.
    records: &'static [&'static str],
    /// The formats of the primary keys of its items and of its records.
    key_formats: &'static [KeyFormat],
}

impl Names {
    /// The names of an entity, its item collection, and its records.
    #[must_use]
    pub(crate) const fn new(
        entity: &'static str,
        collection: Option<&'static str>,
        records: &'static [&'static str],
        key_formats: &'static [KeyFormat],
    ) -> Self {
        Self { entity, collection, records, key_formats }
    }

    pub(crate) const fn key_formats(&self) -> &'static [KeyFormat] {
        self.key_formats
    }

    /// Refuses raw keys that could be keys of the other entity too.
    pub(super) const fn check_raw_keys(&self, other: &Self) {
        let mut one = 0;
        while one < self.key_formats.len() {
            let mut two = 0;
            while two < other.key_formats.len() {
                let (own, others) = (&self.key_formats[one], &other.key_formats[two]);
                if own.is_raw || others.is_raw {
                    check_disjoint(own, others);
                }
                two += 1;
            }
            one += 1;
        }
    }

    /// The entity's own name.
    pub(crate) const fn entity(&self) -> &'static str {
        self.entity
    }

    /// The names of the records of its unique constraints.
    pub(crate) const fn records(&self) -> &'static [&'static str] {
        self.records
    }

    /// The names that begin the partition keys of its items and records. A raw key begins with no name.
    pub(super) fn partitions(&self) -> impl Iterator<Item = &'static str> {
        let is_raw = self.key_formats.first().is_some_and(|format| format.is_raw);
        let own = (!is_raw).then(|| self.collection.unwrap_or(self.entity));
        own.into_iter().chain(self.records.iter().copied())
    }

    /// Whether a key of one could be read as a key of the other. Entities of one collection share their partition
    /// key; in the sort key each has its own name.
    pub(super) const fn clash(&self, other: &Self) -> bool {
        equal(self.entity, other.entity)
            || self.records_clash(other)
            || other.records_clash(self)
            || self.stands_alone_in(other)
            || other.stands_alone_in(self)
    }

    /// Whether a record of this entity has a name that the other has too.
    const fn records_clash(&self, other: &Self) -> bool {
        let mut at = 0;
        while at < self.records.len() {
            let record = self.records[at];
            if equal(record, other.entity) || is(other.collection, record) || contains(other.records, record)
            {
                return true;
            }
            at += 1;
        }
        false
    }

    /// Whether its own partition is the other's collection, in which it has no name in the sort key.
    const fn stands_alone_in(&self, other: &Self) -> bool {
        self.collection.is_none() && is(other.collection, self.entity)
    }

    /// Returns true if a record has the name of its own entity, of the entity's collection, or of another record.
    pub(super) const fn clashes_with_itself(&self) -> bool {
        self.records_clash(&Self { records: &[], ..*self }) || repeats(self.records)
    }
}
