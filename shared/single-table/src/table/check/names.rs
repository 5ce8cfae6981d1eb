//! Names that share a table: of entities, item collections, and records of unique constraints.

use crate::const_str::{Message, equal};
use crate::model::{Model, RecordKey};

/// Checks that no record of an entity has the name of its entity, of the entity's collection, or of another record.
#[track_caller]
pub(super) const fn check_own(model: &Model) {
    check_records(model, model.records, model, &[]);
    let mut at = 0;
    while at < model.records.len() {
        let (record, earlier) = (&model.records[at], model.records.split_at(at).0);
        if has_record(earlier, record.name.as_str()) {
            let two = Message::of(&[
                "two unique constraints of `",
                model.type_name,
                "` have the name `",
                record.name.as_str(),
                "`, so one would reserve the values of the other: rename one of them",
            ]);
            panic!("{}", two.text());
        }
        at += 1;
    }
}

/// Checks that no key of one entity could be read as a key of the other. The entities of a collection share their partition keys;
/// in the sort key each has its own name.
#[track_caller]
pub(super) const fn check_both(one: &Model, other: &Model) {
    if equal(one.name.as_str(), other.name.as_str()) {
        refuse_one_name(one, other);
    }
}

/// Refuses two entities of one name.
#[track_caller]
const fn refuse_one_name(one: &Model, other: &Model) -> ! {
    if is_same_type(one, other) {
        let twice = Message::of(&[
            "`",
            one.type_name,
            "` is twice in `entities: [...]` of its table: remove one of them",
        ]);
        panic!("{}", twice.text());
    }
    let same = Message::of(&[
        "`",
        one.type_name,
        "` and `",
        other.type_name,
        "` have the same name \"",
        one.name.as_str(),
        "\", so their keys could be mistaken for each other: give each entity of a table another `name`",
    ]);
    panic!("{}", same.text());
}

/// Checks that no key of one entity could be read as a key of the other because of the names of collections and records.
#[track_caller]
pub(super) const fn check_shared(one: &Model, other: &Model) {
    check_records(one, one.records, other, other.records);
    check_records(other, other.records, one, &[]);
    check_outside(one, other);
    check_outside(other, one);
}

/// Checks that the table lists the entity. The list is there so that the names of all entities can be compared.
#[track_caller]
pub(super) const fn check_listed(model: &Model, listed: &[&Model]) {
    let mut at = 0;
    while at < listed.len() {
        // The compiler interprets this loop for each entity, so it makes no call for other names.
        if model.name_hash == listed[at].name_hash && is_same_type(model, listed[at]) {
            return;
        }
        at += 1;
    }
    let missing = Message::of(&[
        "`",
        model.type_name,
        "` is not among the entities of its table: add it to `entities: [...]` of the `table!`",
    ]);
    panic!("{}", missing.text());
}

const fn is_same_type(one: &Model, other: &Model) -> bool {
    equal(one.name.as_str(), other.name.as_str())
        && equal(one.type_name, other.type_name)
        && equal(one.module, other.module)
}

/// Checks that no record of `owner` has the name of the entity `other`, of its collection, or of one of `records`.
#[track_caller]
const fn check_records(owner: &Model, own: &[RecordKey], other: &Model, records: &[RecordKey]) {
    let mut at = 0;
    while at < own.len() {
        let name = own[at].name.as_str();
        let rival = if equal(name, other.name.as_str()) {
            "the entity"
        } else if is_collection_of(other, name) {
            "the collection of"
        } else if has_record(records, name) {
            "a unique constraint of"
        } else {
            ""
        };
        if !rival.is_empty() {
            let same = Message::of(&[
                "a unique constraint of `",
                owner.type_name,
                "` and ",
                rival,
                " `",
                other.type_name,
                "` have the same name \"",
                name,
                "\", so their keys could be mistaken for each other: rename one of them",
            ]);
            panic!("{}", same.text());
        }
        at += 1;
    }
}

/// Checks that an entity outside of collections doesn't have the name of another entity's collection: it has no name in the sort
/// key by which the items of that collection differ.
#[track_caller]
const fn check_outside(alone: &Model, member: &Model) {
    if alone.collection.is_none() && !alone.has_raw_key() && is_collection_of(member, alone.name.as_str()) {
        let same = Message::of(&[
            "the entity `",
            alone.type_name,
            "` and the collection of `",
            member.type_name,
            "` have the same name \"",
            alone.name.as_str(),
            "\", so their keys could be mistaken for each other: rename one of them, or add the entity to the collection",
        ]);
        panic!("{}", same.text());
    }
}

const fn is_collection_of(model: &Model, name: &str) -> bool {
    match model.collection {
        Some(collection) => equal(collection.as_str(), name),
        None => false,
    }
}

const fn has_record(records: &[RecordKey], name: &str) -> bool {
    let mut at = 0;
    while at < records.len() {
        if equal(records[at].name.as_str(), name) {
            return true;
        }
        at += 1;
    }
    false
}
