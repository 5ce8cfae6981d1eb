use packed_index::{Document, DocumentType, Live, Version};

use super::*;

fn time(seconds: i64) -> Timestamp {
    Timestamp::from_unix_millis(1_800_000_000_000 + seconds * 1_000).unwrap()
}

fn version(id: u128, text: &str, replaces_older: bool) -> SlotEntry {
    let live = Live { document_type: DocumentType::default(), tags: Vec::new(), expire_time: None };
    let document = Document { id: FavoriteId(id), version: Version(1), replaces_older, live: Some(live) };
    SlotEntry { document, text: text.to_owned() }
}

#[test]
fn an_index_is_read_as_it_was_written() {
    let mut index = UserIndex::after_loss(time(0));
    index.add_changes(vec![version(1, "rust", true), version(2, "go", false)], time(5));
    index.cleans = true;
    assert_eq!(UserIndex::read(&index.pack().unwrap()).unwrap(), index);
    assert!(UserIndex::default().pack().unwrap().is_empty());
    assert!(UserIndex::read(&[255; 5]).is_err());
}

#[test]
fn versions_are_dropped_beyond_the_limit_and_the_index_is_partial_until_all_are_added_again() {
    let mut index = UserIndex::default();
    index.add_changes(vec![version(1, "rust", false)], time(0));
    let bytes = index.recent_bytes().unwrap();
    assert!(!index.drop_versions_beyond(bytes, time(1)));
    assert_eq!((index.recent.len(), index.loss()), (1, None));
    assert!(index.drop_versions_beyond(bytes - 1, time(1)));
    assert!(index.recent.is_empty());
    let loss = index.loss().unwrap();
    assert!(!index.is_whole_after(loss - 1), "an earlier pass");
    assert!(index.is_whole_after(loss));
    assert_eq!(index.loss(), None);
}

#[test]
fn numbers_only_rise() {
    let mut index = UserIndex::after_loss(time(9));
    let before = index.number_after(100);
    // A clock that is behind.
    index.lose(time(0));
    assert!(index.number_after(101) > before);
    assert!(index.rebuilt(time(0)).number_after(102) > index.number_after(101));
}

#[test]
fn an_index_of_another_analysis_is_rebuilt_once_and_then_of_this_one() {
    let mut index = UserIndex { analysis: ANALYSIS + 1, next_analysis: ANALYSIS + 1, ..UserIndex::default() };
    assert!(!index.is_of_this_analysis());
    assert!(index.rebuild_if_of_other_analysis(time(0)));
    assert!(!index.rebuild_if_of_other_analysis(time(1)), "it is under way");
    assert!(!index.is_of_this_analysis(), "the other terms are still there");
    let loss = index.loss().unwrap();
    assert!(index.is_whole_after(loss));
    assert!(index.is_of_this_analysis());
    assert!(!index.rebuild_if_of_other_analysis(time(2)));
}

#[test]
fn the_first_change_that_replaces_something_is_noted() {
    let mut index = UserIndex::default();
    index.add_changes(vec![version(1, "rust", false)], time(0));
    assert_eq!(index.deleted_since, None);
    index.add_changes(vec![version(1, "go", true)], time(5));
    index.add_changes(vec![version(1, "c", true)], time(9));
    assert_eq!(index.deleted_since, Some(EpochSeconds::of(time(5))));
}
