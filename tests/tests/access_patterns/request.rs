//! The requests of the patterns.

use crate::account::PERSON;
use crate::pattern::{Key, Request};

/// The number of items on a page by default.
const PAGE: usize = 50;

pub(super) fn query(
    entity: &'static str,
    index: Option<&'static str>,
    attributes: (&'static str, &'static str),
    partition: (&'static str, String),
    ascending: bool,
) -> Request {
    Request::Query { entity, index, attributes, partition, ascending, consistent: false, limit: PAGE }
}

pub(super) fn by_time() -> Request {
    let partition = ("FavoriteData#{userId}", format!("FavoriteData#{PERSON}"));
    query("FavoriteData", None, ("pk", "sk"), partition, false)
}

pub(super) fn by_update() -> Request {
    let partition = ("FavoriteData#{userId}", format!("FavoriteData#{PERSON}"));
    query("FavoriteData", Some("lsiOne"), ("pk", "lsiOneSk"), partition, false)
}

pub(super) fn by_type(data_type: &str) -> Request {
    let partition = ("FavoriteData#{userId}#{dataType}", format!("FavoriteData#{PERSON}#{data_type}"));
    query("FavoriteData", Some("gsiOne"), ("gsiOnePk", "gsiOneSk"), partition, false)
}

pub(super) fn by_tag(tag_id: &str) -> Request {
    let partition = ("FavoriteDataTag#{userId}#{tagId}", format!("FavoriteDataTag#{PERSON}#{tag_id}"));
    query("FavoriteDataTag", Some("gsiOne"), ("gsiOnePk", "gsiOneSk"), partition, false)
}

/// Returns the worker's query of the clean-up that has waited for the longest time.
pub(super) fn first_cleanup() -> Request {
    Request::Query {
        entity: "TagCleanup",
        index: Some("lsiOne"),
        attributes: ("pk", "lsiOneSk"),
        partition: ("TagCleanup#{userId}", format!("TagCleanup#{PERSON}")),
        ascending: true,
        consistent: true,
        limit: 1,
    }
}

/// Returns the worker's query of the favorites with a deleted tag.
pub(super) fn by_deleted_tag(tag_id: &str) -> Request {
    let partition = ("FavoriteDataTag#{userId}#{tagId}", format!("FavoriteDataTag#{PERSON}#{tag_id}"));
    query("FavoriteDataTag", Some("gsiOne"), ("gsiOnePk", "gsiOneSk"), partition, true)
}

pub(super) fn by_tag_and_type(tag_id: &str, data_type: &str) -> Request {
    let partition = (
        "FavoriteDataTag#{userId}#{tagId}#{dataType}",
        format!("FavoriteDataTag#{PERSON}#{tag_id}#{data_type}"),
    );
    query("FavoriteDataTag", Some("gsiTwo"), ("gsiTwoPk", "gsiTwoSk"), partition, false)
}

/// Returns the query of a favorite's entries under its tags.
pub(super) fn entries(data_id: &str) -> Request {
    let partition = ("FavoriteDataTag#{userId}#{dataId}", format!("FavoriteDataTag#{PERSON}#{data_id}"));
    Request::Query {
        entity: "FavoriteDataTag",
        index: None,
        attributes: ("pk", "sk"),
        partition,
        ascending: true,
        consistent: false,
        limit: usize::MAX,
    }
}

pub(super) fn listed_tags(index: &'static str, ascending: bool) -> Vec<Request> {
    let sort = match index {
        "lsiOne" => "lsiOneSk",
        "lsiTwo" => "lsiTwoSk",
        _ => "lsiThreeSk",
    };
    let partition = ("Tag#{userId}", format!("Tag#{PERSON}"));
    vec![query("Tag", Some(index), ("pk", sort), partition, ascending), read_head()]
}

pub(super) fn key(entity: &str, id: &str) -> Key {
    (format!("{entity}#{PERSON}"), id.to_owned())
}

pub(super) fn get(entity: &'static str, id: &str) -> Request {
    Request::Get { entity, key: key(entity, id), consistent: true }
}

pub(super) fn get_eventually(entity: &'static str, id: &str) -> Request {
    Request::Get { entity, key: key(entity, id), consistent: false }
}

pub(super) fn batch(entity: &'static str, ids: &[String]) -> Request {
    Request::BatchGet { entity, keys: ids.iter().map(|id| key(entity, id)).collect(), consistent: false }
}

pub(super) fn batch_consistent(entity: &'static str, ids: &[String]) -> Request {
    Request::BatchGet { entity, keys: ids.iter().map(|id| key(entity, id)).collect(), consistent: true }
}

/// Returns the read of the catalogue's head for counts and searches.
pub(super) fn read_head() -> Request {
    Request::Get { entity: "CatalogueHead", key: head(), consistent: false }
}

/// Returns the consumer's read of the head, which is consistent.
pub(super) fn open_head() -> Request {
    Request::Get { entity: "CatalogueHead", key: head(), consistent: true }
}

/// Returns the read of the tags' quota, which every change of tags begins with.
pub(super) fn quota() -> Request {
    let key = (format!("TagQuota#{PERSON}"), "TagQuota".to_owned());
    Request::Get { entity: "TagQuota", key, consistent: true }
}

/// Returns the read of the note that the account is being erased.
pub(super) fn not_erased() -> Request {
    let key = (format!("ErasedAccount#{PERSON}"), "ErasedAccount".to_owned());
    Request::Get { entity: "ErasedAccount", key, consistent: false }
}

/// Returns the read of the user's background work.
pub(super) fn get_due() -> Request {
    Request::Get { entity: "Due", key: due(), consistent: true }
}

pub(super) fn due() -> Key {
    (format!("Due#{PERSON}"), "Due".to_owned())
}

fn head() -> Key {
    (format!("CatalogueHead#{PERSON}"), "CatalogueHead".to_owned())
}

pub(super) fn segment(data_id: &str) -> Request {
    Request::Segment { data_id: data_id.to_owned() }
}

pub(super) fn write(operation: &'static str, changed: &[&'static str]) -> Request {
    Request::Write { operation, changed: changed.to_vec(), checked: Vec::new() }
}

/// Returns the transaction that creates a favorite, of these items, under the chosen id.
pub(super) fn chosen(changed: &[&'static str], id: &str) -> Request {
    let checked = vec![key("Trash", id)];
    Request::Write { operation: "TransactWriteItems", changed: changed.to_vec(), checked }
}

pub(super) fn transaction(changed: &[&'static str], checked: &[String]) -> Request {
    let checked = checked.iter().map(|tag_id| key("Tag", tag_id)).collect();
    Request::Write { operation: "TransactWriteItems", changed: changed.to_vec(), checked }
}
