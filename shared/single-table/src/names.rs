//! Names that share a table, compared while it is compiled.

use crate::entity::Entity;
use crate::table::{KeyAttribute, Table};

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
    /// Those of `E`.
    #[must_use]
    pub const fn of<E: Entity>() -> Self {
        let collection = match E::COLLECTION {
            Some(collection) => Some(collection.as_str()),
            None => None,
        };
        Self { entity: E::NAME.as_str(), collection, records: E::RECORDS }
    }

    /// What the partition keys of its items begin with.
    fn partitions(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.collection.unwrap_or(self.entity)).chain(self.records.iter().copied())
    }

    /// Whether a key of one could be read as a key of the other. Entities of one collection share their partition
    /// key; in the sort key each has its own name.
    const fn clash(&self, other: &Self) -> bool {
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
}

/// The names that partition keys of `T` begin with: those of entities, item collections, and records of unique
/// constraints. Who filters the table's stream by key can hold the filter against them.
///
/// ```
/// use serde::{Deserialize, Serialize};
/// use single_table::{Entity, partition_names, table};
///
/// table! {
///     struct Music { key: (pk, sk), entities: [Album] }
/// }
///
/// #[derive(Serialize, Deserialize, Entity)]
/// #[entity(table = Music, name = "Album", partition(album_id), sort())]
/// struct Album {
///     album_id: String,
/// }
///
/// assert!(partition_names::<Music>().eq(["Album"]));
/// ```
pub fn partition_names<T: Table>() -> impl Iterator<Item = &'static str> {
    T::NAMES.iter().flat_map(Names::partitions)
}

/// What [`table!`](crate::table!) checks of a table.
///
/// # Panics
/// When it has too many indexes or attributes in one, or names that clash: while it is compiled.
pub const fn check_table<T: Table>() {
    let (mut local, mut global, mut at) = (0, 0, 0);
    while at < T::INDEXES.len() {
        let index = &T::INDEXES[at];
        match index.kind {
            crate::IndexKind::Local => local += 1,
            crate::IndexKind::Global | crate::IndexKind::Native => global += 1,
        }
        assert!(
            index.partition_key.len() <= 4 && index.sort_key.len() <= 4,
            "a native index has at most 4 attributes in its partition key and 4 in its sort key"
        );
        at += 1;
    }
    assert!(local <= 5, "a DynamoDB table has at most 5 local secondary indexes");
    assert!(global <= 20, "a DynamoDB table has at most 20 global secondary indexes");
    let mut one = 0;
    while one < T::NAMES.len() {
        let mut other = one + 1;
        while other < T::NAMES.len() {
            assert!(
                !T::NAMES[one].clash(&T::NAMES[other]),
                "two entities, records or collections of this table have the same name, so that their keys could be mistaken for each other: rename one"
            );
            other += 1;
        }
        let own = &T::NAMES[one];
        assert!(
            !own.records_clash(&Names { records: &[], ..*own }) && !repeats(own.records),
            "a unique constraint has the name of its own entity, of its collection, or of another constraint"
        );
        one += 1;
    }
}

/// Refuses a field that has the name of a key attribute of its table. The attributes of native indexes are fields.
///
/// # Panics
/// Panics while it is compiled, if it has.
pub const fn check_attribute<T: Table>(field: &str) {
    assert!(
        !(equal(field, T::PARTITION_KEY) || equal(field, T::SORT_KEY) || is_key_of_joined_index::<T>(field)),
        "this field has the name of a key attribute of its table, whose value would take its place: rename the field"
    );
    let is_ttl = match T::TTL {
        Some(ttl) => equal(field, ttl),
        None => false,
    };
    assert!(
        !is_ttl,
        "this field has the name of its table's TTL attribute: name it in `ttl(...)`, or rename it"
    );
}

const fn is_key_of_joined_index<T: Table>(field: &str) -> bool {
    let mut at = 0;
    while at < T::INDEXES.len() {
        let index = &T::INDEXES[at];
        if !index.is_native() && (has(index.partition_key, field) || has(index.sort_key, field)) {
            return true;
        }
        at += 1;
    }
    false
}

const fn has(attributes: &[KeyAttribute], name: &str) -> bool {
    let mut at = 0;
    while at < attributes.len() {
        if equal(attributes[at].name, name) {
            return true;
        }
        at += 1;
    }
    false
}

/// The only element, if there is one.
pub const fn first<T: Copy>(list: &[T]) -> Option<T> {
    match list {
        [first, ..] => Some(*first),
        [] => None,
    }
}

const fn repeats(names: &[&str]) -> bool {
    let mut at = 0;
    while at < names.len() {
        let mut next = at + 1;
        while next < names.len() {
            if equal(names[at], names[next]) {
                return true;
            }
            next += 1;
        }
        at += 1;
    }
    false
}

const fn contains(names: &[&str], name: &str) -> bool {
    let mut at = 0;
    while at < names.len() {
        if equal(names[at], name) {
            return true;
        }
        at += 1;
    }
    false
}

const fn is(maybe: Option<&str>, name: &str) -> bool {
    match maybe {
        Some(found) => equal(found, name),
        None => false,
    }
}

pub(crate) const fn equal(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    if one.len() != other.len() {
        return false;
    }
    let mut at = 0;
    while at < one.len() {
        if one[at] != other[at] {
            return false;
        }
        at += 1;
    }
    true
}
