use proptest::prelude::*;

use super::*;
use crate::catalogue::samples::{data_id, entries, note, tag_id};

fn packed(entries: &[Entry]) -> Vec<u8> {
    pack(&(0..).map(data_id).zip(entries.iter().cloned()).collect()).unwrap()
}

/// Returns the error of reading as text.
fn error_of(bytes: &[u8]) -> String {
    unpack(bytes).unwrap_err().to_string()
}

proptest! {
    #[test]
    fn what_was_packed_comes_back(entries in entries(40)) {
        prop_assert_eq!(unpack(&pack(&entries).unwrap()).unwrap(), entries);
    }

    #[test]
    fn bytes_that_are_cut_short_are_not_entries(entries in entries(10), cut in any::<prop::sample::Index>()) {
        let mut bytes = pack(&entries).unwrap();
        bytes.truncate(cut.index(bytes.len()));
        let found = unpack(&bytes);
        let format = matches!(found, Err(PackError::Format(None)));
        let cut_short = matches!(found, Err(PackError::Bytes(_)));
        prop_assert!(if bytes.is_empty() { format } else { cut_short }, "{:?}", found);
    }
}

#[test]
fn another_form_is_named() {
    let mut other = packed(&[note()]);
    other[0] = 2;
    assert_eq!(error_of(&other), "form Some(2) is unknown: this version reads form 3");
    assert_eq!(error_of(&[]), "form None is unknown: this version reads form 3");
}

#[test]
fn a_tag_that_is_not_listed_is_named() {
    let live = PackedLive { data_type: DataType::Note, tags: vec![0, 1], expire_time: None };
    let live = Facet::Present { version: 1, item: live };
    let entry = PackedEntry { data_id: data_id(1), live, trash: Facet::Unknown };
    let block = Block { tags: vec![tag_id(1)], entries: vec![entry] };
    let bytes = postcard::to_extend(&block, vec![FORMAT]).unwrap();
    assert_eq!(error_of(&bytes), "an entry refers to tag number 1, which is not listed");
}

#[test]
fn a_tag_takes_its_room_once() {
    let with_tags = |tags: &[u128]| {
        let mut entry = note();
        if let Facet::Present { item, .. } = &mut entry.live {
            item.tag_ids = tags.iter().copied().map(tag_id).collect();
        }
        entry
    };
    let len = |entries: &[Entry]| packed(entries).len();
    // Each use of a tag is a byte.
    assert_eq!(len(&[with_tags(&[1])]), len(&[with_tags(&[])]) + TAG_BYTES + 1);
    let (one, other) = (with_tags(&[1, 2]), with_tags(&[2, 3]));
    assert_eq!(len(&[one.clone(), other.clone()]) + TAG_BYTES + 3, len(&[one]) + len(&[other]));
}
