//! Names that share a table, compared while it is compiled.

use crate::const_str::{contains, equal, is, repeats};

/// The names under which an entity is kept: no two in one table may be mistaken for each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Names {
    /// Its own.
    entity: &'static str,
    /// That of its item collection, which then begins its partition key.
    collection: Option<&'static str>,
    /// Those of the records of its unique constraints.
    records: &'static [&'static str],
}

impl Names {
    /// The names of an entity, its item collection, and its records.
    #[must_use]
    pub(crate) const fn new(
        entity: &'static str,
        collection: Option<&'static str>,
        records: &'static [&'static str],
    ) -> Self {
        Self { entity, collection, records }
    }

    /// The entity's own name.
    pub(crate) const fn entity(&self) -> &'static str {
        self.entity
    }

    /// The names of the records of its unique constraints.
    pub(crate) const fn records(&self) -> &'static [&'static str] {
        self.records
    }

    /// What the partition keys of its items begin with.
    pub(super) fn partitions(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.collection.unwrap_or(self.entity)).chain(self.records.iter().copied())
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
