use uuid::Uuid;

use super::*;
use crate::catalogue::{Block, Entry, Facet, Live};
use crate::count_tree::{Grouped, Scope};

const DATA_ID: Uuid = Uuid::from_u128(1);
const TAG_ID: Uuid = Uuid::from_u128(10);
/// The Unix time in seconds at which favorites leave the trash.
const PURGED: u64 = 1_800_000_000;
/// The number of the counter of favorites in the trash.
const TRASH: u8 = 100;

/// Returns the count tree of a user with this number of links under the tag.
fn counts(links: i64) -> Value {
    counts_of(vec![(Scope::Tag(TAG_ID), vec![(0, vec![(2, links)])])])
}

/// Returns the count tree of a user with one link under the tag, and with these changes.
fn counts_with(mut changes: Grouped) -> Value {
    changes.push((Scope::Tag(TAG_ID), vec![(0, vec![(2, 1)])]));
    counts_of(changes)
}

fn counts_of(changes: Grouped) -> Value {
    let roots: Vec<u8> = Vec::new();
    json!(STANDARD.encode(postcard::to_allocvec(&(true, roots, changes)).unwrap()))
}

fn head() -> Value {
    let live = Live { data_type: 2, tags: vec![0], expire_time: None };
    let entry =
        Entry { data_id: DATA_ID, live: Facet::Present { version: 2, item: live }, trash: Facet::Unknown };
    let block = Block { tags: vec![TAG_ID], entries: vec![entry] };
    let entries = postcard::to_extend(&block, vec![3]).unwrap();
    json!({ "type": "CatalogueHead", "pk": "CatalogueHead#a", "userId": "a", "total": 1, "trash": 0,
        "byType": { "link": 1 }, "counts": counts(1), "entries": STANDARD.encode(entries) })
}

fn consistent() -> Vec<Value> {
    vec![
        json!({ "type": "FavoriteData", "pk": "FavoriteData#a", "userId": "a", "dataId": DATA_ID, "version": 2,
            "dataType": "link", "contentUrl": "https://example.com/", "tagIds": [TAG_ID] }),
        json!({ "type": "FavoriteDataTag", "pk": "FavoriteDataTag#a#1", "userId": "a", "dataId": DATA_ID,
            "tagId": TAG_ID, "version": 2, "dataType": "link", "contentUrl": "https://example.com/" }),
        json!({ "type": "UniqueLink", "pk": "UniqueLink#a", "userId": "a", "dataId": DATA_ID }),
        json!({ "type": "Tag", "pk": "Tag#a", "userId": "a", "tagId": TAG_ID, "tagName": "Rust" }),
        json!({ "type": "UniqueTagName", "pk": "UniqueTagName#a", "userId": "a", "tagId": TAG_ID,
            "foldedName": "rust" }),
        json!({ "type": "TagQuota", "pk": "TagQuota#a", "userId": "a", "tags": 1 }),
        head(),
    ]
}

#[test]
fn a_whole_account_has_no_fault() {
    assert_eq!(faults(&consistent()), Vec::<String>::new());
    assert_eq!(faults(&[]), Vec::<String>::new());
}

#[test]
fn a_cleanup_may_wait_but_not_be_under_way_or_be_of_a_tag_that_exists() {
    let cleanup = |tag_id: &str, time: u8, attempts: u8, position: Value| {
        json!({
            "type": "TagCleanup", "pk": "TagCleanup#a", "userId": "a", "tagId": tag_id, "since": "10:00",
            "time": format!("10:{time:02}"), "attempts": attempts, "position": position,
        })
    };
    for (item, expected) in [
        (cleanup("gone", 15, 0, Value::Null), 0),
        (cleanup("gone", 0, 0, Value::Null), 1),
        (cleanup("gone", 15, 1, Value::Null), 1),
        (cleanup("gone", 15, 0, json!("a place")), 1),
        (cleanup(&TAG_ID.to_string(), 15, 0, Value::Null), 1),
    ] {
        let items = [consistent(), vec![item]].concat();
        assert_eq!(faults(&items).len(), expected, "{:?}", items.last());
    }
}

#[test]
fn every_missing_item_is_a_fault() {
    for missing in 0..consistent().len() {
        let mut items = consistent();
        let item = items.remove(missing);
        assert!(!faults(&items).is_empty(), "without {item}");
    }
}

#[test]
fn every_difference_is_a_fault() {
    for (at, member, value) in [
        (0, "pk", json!("Tag#a")),
        (1, "version", json!(1)),
        (1, "otherTags", json!("AAAA")),
        (2, "ttl", json!(7)),
        (3, "tagName", json!("C")),
        (5, "tags", json!(2)),
        (0, "version", json!(3)),
        (6, "total", json!(2)),
        (6, "trash", json!(-1)),
        (6, "byType", json!({ "link": 1, "image": 1 })),
        (6, "counts", counts(2)),
    ] {
        let mut items = consistent();
        items[at][member] = value;
        assert!(!faults(&items).is_empty(), "{}", items[at]);
    }
}

#[test]
fn an_entry_before_its_segment_is_a_fault() {
    let segment = |first_id: u128, data_id: u128| {
        let entry = Entry {
            data_id: Uuid::from_u128(data_id),
            live: Facet::Removed { version: 1, since: 7 },
            trash: Facet::Unknown,
        };
        let entries = postcard::to_extend(&Block { tags: vec![], entries: vec![entry] }, vec![3]).unwrap();
        json!({ "type": "Catalogue", "pk": "Catalogue#a", "userId": "a",
            "firstId": Uuid::from_u128(first_id), "entries": STANDARD.encode(entries) })
    };
    for (segments, expected) in [
        (vec![segment(0, 1), segment(2, 2)], 0),
        (vec![segment(0, 2), segment(2, 3)], 0),
        (vec![segment(0, 0), segment(2, 1)], 1),
        (vec![segment(1, 1)], 1),
    ] {
        let items = [consistent(), segments].concat();
        assert_eq!(faults(&items).len(), expected, "{:?}", faults(&items));
    }
}

#[test]
fn wrong_knowledge_of_the_trash_is_a_fault() {
    let trashed = json!({ "type": "Trash", "pk": "Trash#a", "userId": "a", "dataId": Uuid::from_u128(2),
        "favorite": { "version": 3 }, "ttl": PURGED });
    let knows = |version: u64| {
        let trash = Facet::Present { version, item: PURGED };
        let entry = Entry { data_id: Uuid::from_u128(2), live: Facet::Unknown, trash };
        let entries = postcard::to_extend(&Block { tags: vec![], entries: vec![entry] }, vec![3]).unwrap();
        json!({ "type": "Catalogue", "pk": "Catalogue#a", "userId": "a", "firstId": Uuid::nil(),
            "entries": STANDARD.encode(entries) })
    };
    for (version, expected) in [(3, 0), (2, 1)] {
        let mut items = [consistent(), vec![trashed.clone(), knows(version)]].concat();
        items[6]["trash"] = json!(1);
        items[6]["counts"] = counts_with(vec![(Scope::Account, vec![(PURGED, vec![(TRASH, -1)])])]);
        assert_eq!(faults(&items).len(), expected, "{:?}", faults(&items));
    }
}

#[test]
fn entries_beyond_a_segments_range_are_ignored() {
    let segment = |first_id: u128, data_id: u128| {
        let trash = Facet::Present { version: 1, item: PURGED };
        let entry = Entry { data_id: Uuid::from_u128(data_id), live: Facet::Unknown, trash };
        let entries = postcard::to_extend(&Block { tags: vec![], entries: vec![entry] }, vec![3]).unwrap();
        json!({ "type": "Catalogue", "pk": "Catalogue#a", "userId": "a",
            "firstId": Uuid::from_u128(first_id), "entries": STANDARD.encode(entries) })
    };
    let trashed = json!({ "type": "Trash", "pk": "Trash#a", "userId": "a", "dataId": Uuid::from_u128(3),
        "favorite": { "version": 1 }, "ttl": PURGED });
    for (segments, expected) in [
        ([segment(0, 2), segment(2, 3)], 0),
        ([segment(0, 3), segment(2, 3)], 0),
        ([segment(0, 2), segment(3, 4)], 1),
    ] {
        let mut items = [consistent(), segments.to_vec(), vec![trashed.clone()]].concat();
        items[6]["trash"] = json!(1);
        items[6]["counts"] = counts_with(vec![(Scope::Account, vec![(PURGED, vec![(TRASH, -1)])])]);
        assert_eq!(faults(&items).len(), expected, "{:?}", faults(&items));
    }
}
