//! The keys of the table and of its indexes.

use crate::const_str::{Message, equal};
use crate::table::layout::{IndexKind, IndexProjection, IndexSchema, KeyAttribute, Scalar};
use crate::table::{Table, naming};

/// The most attributes in the partition key or the sort key of a native index (see "Multi-attribute keys pattern" in the
/// developer guide).
const MAX_ATTRIBUTES: usize = 4;
/// The most local indexes of a table (see "Service, account, and table quotas" in the developer guide).
const MAX_LOCAL: usize = 5;
/// The most global indexes of a table (see the same page).
const MAX_GLOBAL: usize = 20;
/// The most attributes that an index includes besides the keys (see "`Projection`" in the DynamoDB API
/// reference).
const MAX_INCLUDED: usize = 20;
/// The most attributes that all indexes of a table include (see "Service, account, and table quotas" in the
/// developer guide).
const MAX_INCLUDED_IN_TABLE: usize = 100;

/// Checks for mistakes that DynamoDB would refuse when the table is created.
#[track_caller]
pub(super) const fn check<T: Table>() {
    let indexes = T::INDEXES;
    check_numbers(indexes);
    naming::check::<T>();
    check_distinct("the table", T::KEY, &[]);
    check_types(T::KEY, T::TTL, indexes);
    let (mut at, mut included) = (0, 0);
    while at < indexes.len() {
        let index = &indexes[at];
        check_name(index.name, indexes.split_at(at).0);
        check_distinct(index.name, index.partition_key, index.sort_key);
        included += check_included(index);
        check_types(index.partition_key, T::TTL, indexes);
        check_types(index.sort_key, T::TTL, indexes);
        at += 1;
    }
    assert!(
        included <= MAX_INCLUDED_IN_TABLE,
        "the indexes of a table include at most 100 attributes together, counting an attribute once for each index: \
         remove some, or declare an index that holds whole items"
    );
}

/// Checks the attributes that an index includes, and returns their number.
#[track_caller]
const fn check_included(index: &IndexSchema) -> usize {
    let IndexProjection::Include(attributes) = index.projection else { return 0 };
    if attributes.is_empty() || attributes.len() > MAX_INCLUDED {
        let refused = Message::of(&[
            "the index `",
            index.name,
            "` includes no attribute, or more than 20: include 1 to 20, declare it `keys_only`, or let it hold \
             whole items",
        ]);
        panic!("{}", refused.text());
    }
    attributes.len()
}

#[track_caller]
const fn check_numbers(indexes: &[IndexSchema]) {
    let (mut local, mut global, mut at) = (0, 0, 0);
    while at < indexes.len() {
        let index = &indexes[at];
        match index.kind {
            IndexKind::Local => local += 1,
            IndexKind::Global | IndexKind::Native => global += 1,
        }
        if index.partition_key.len() > MAX_ATTRIBUTES || index.sort_key.len() > MAX_ATTRIBUTES {
            let many = Message::of(&[
                "the index `",
                index.name,
                "` has a key of more than 4 attributes: a native index has at most 4 in its partition key and 4 in its sort key",
            ]);
            panic!("{}", many.text());
        }
        at += 1;
    }
    assert!(
        local <= MAX_LOCAL,
        "a DynamoDB table has at most 5 local secondary indexes: remove one, or use a global index"
    );
    assert!(global <= MAX_GLOBAL, "a DynamoDB table has at most 20 global secondary indexes: remove one");
}

#[track_caller]
const fn check_name(name: &str, earlier: &[IndexSchema]) {
    let mut at = 0;
    while at < earlier.len() {
        if equal(earlier[at].name, name) {
            let two = Message::of(&["the table has two indexes named `", name, "`: rename one of them"]);
            panic!("{}", two.text());
        }
        at += 1;
    }
}

/// Checks that no attribute is in a key twice.
#[track_caller]
const fn check_distinct(owner: &str, partition: &[KeyAttribute], sort: &[KeyAttribute]) {
    let mut at = 0;
    while at < partition.len() + sort.len() {
        let (name, mut next) = (attribute(partition, sort, at).name, at + 1);
        while next < partition.len() + sort.len() {
            if equal(name, attribute(partition, sort, next).name) {
                let twice = Message::of(&[
                    "the attribute `",
                    name,
                    "` is twice in the key of ",
                    owner,
                    ": remove one of them",
                ]);
                panic!("{}", twice.text());
            }
            next += 1;
        }
        at += 1;
    }
}

const fn attribute<'a>(
    partition: &'a [KeyAttribute],
    sort: &'a [KeyAttribute],
    at: usize,
) -> &'a KeyAttribute {
    if at < partition.len() { &partition[at] } else { &sort[at - partition.len()] }
}

/// Checks that each of these attributes has the same type in the keys of all indexes, and that the TTL attribute is a number.
#[track_caller]
const fn check_types(attributes: &[KeyAttribute], ttl: Option<&str>, indexes: &[IndexSchema]) {
    let mut at = 0;
    while at < attributes.len() {
        let (own, mut index) = (&attributes[at], 0);
        if let Some(ttl) = ttl
            && equal(own.name, ttl)
            && !own.scalar.is(Scalar::N)
        {
            let refused = Message::of(&[
                "the TTL attribute `",
                ttl,
                "` is also a key attribute that is not a number, so DynamoDB would never remove an item: rename one of them",
            ]);
            panic!("{}", refused.text());
        }
        while index < indexes.len() {
            check_same_type(own, indexes[index].partition_key);
            check_same_type(own, indexes[index].sort_key);
            index += 1;
        }
        at += 1;
    }
}

#[track_caller]
const fn check_same_type(attribute: &KeyAttribute, others: &[KeyAttribute]) {
    let mut at = 0;
    while at < others.len() {
        let other = &others[at];
        if equal(attribute.name, other.name) && !attribute.scalar.is(other.scalar) {
            let torn = Message::of(&[
                "the attribute `",
                attribute.name,
                "` has the type ",
                attribute.scalar.name(),
                " in one key of the table and the type ",
                other.scalar.name(),
                " in another: an attribute has one type in all keys",
            ]);
            panic!("{}", torn.text());
        }
        at += 1;
    }
}
