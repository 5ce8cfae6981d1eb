use proptest::prelude::*;

use super::*;
use crate::catalogue::samples::{data_id, entries, note, tag_id};

fn packed(entries: &[Entry]) -> Packed {
    let numbered = (0..).map(data_id).zip(entries.iter().cloned());
    Packed::of(&numbered.collect()).unwrap()
}

/// Returns the result of reading, with an error as text.
fn read(packed: &Packed) -> Result<usize, String> {
    packed.entries().map(|entries| entries.len()).map_err(|error| error.to_string())
}

proptest! {
    #[test]
    fn what_was_packed_comes_back(entries in entries(40, 300)) {
        let packed = Packed::of(&entries).unwrap();
        prop_assert_eq!(packed.len(), packed.entries.len() + packed.text.len());
        prop_assert_eq!(packed.entries().unwrap(), entries);
    }

    #[test]
    fn a_search_sees_the_same_favorites_as_the_consumer(entries in entries(40, 300)) {
        let packed = Packed::of(&entries).unwrap();
        let block = Block::read(&packed.entries).unwrap();
        let texts = texts(&packed.text, block.live().count()).unwrap();
        let seen: Vec<_> = block
            .live()
            .zip(texts)
            .map(|((id, live), text)| (id, live.data_type, block.tags(live).collect(), live.expire_time, text))
            .collect();
        let known: Vec<_> = entries
            .iter()
            .filter_map(|(id, entry)| {
                let live = entry.live.present()?;
                Some((*id, live.data_type, live.tag_ids.clone(), live.expire_time, live.text.text.as_str()))
            })
            .collect();
        prop_assert_eq!(seen, known);
    }

    #[test]
    fn bytes_that_are_cut_short_are_no_entries(entries in entries(10, 20), cut in any::<prop::sample::Index>()) {
        let Packed { entries: mut bytes, text } = Packed::of(&entries).unwrap();
        bytes.truncate(cut.index(bytes.len()));
        let found = Packed { entries: bytes.clone(), text }.entries();
        let format = matches!(found, Err(PackError::Format(None)));
        let cut_short = matches!(found, Err(PackError::Bytes(_)));
        prop_assert!(if bytes.is_empty() { format } else { cut_short }, "{:?}", found);
    }
}

#[test]
fn an_empty_text_is_a_text_and_no_text_is_none() {
    let removed =
        Entry { live: Facet::Removed { version: 3, since: EpochSeconds::new(7) }, ..Entry::default() };
    for entries in [
        vec![],
        vec![removed.clone()],
        vec![note("")],
        vec![note(""), note("")],
        vec![note(""), removed, note("milk"), note("")],
    ] {
        let expected: Entries = (0..).map(data_id).zip(entries.iter().cloned()).collect();
        assert_eq!(packed(&entries).entries().unwrap(), expected);
    }
}

#[test]
fn another_form_is_named() {
    let whole = packed(&[note("milk")]);
    let mut other = whole.clone();
    other.entries[0] = 3;
    assert_eq!(read(&other).unwrap_err(), "they are in form Some(3), and only the forms up to 2 are known");
    let none = Packed { entries: Vec::new(), ..whole };
    assert_eq!(read(&none).unwrap_err(), "they are in form None, and only the forms up to 2 are known");
}

#[test]
fn there_are_as_many_texts_as_entries_that_have_one() {
    let two = packed(&[note("milk"), Entry::default(), note("bread")]);
    for (text, found) in [("milk", 1), ("milk;bread;tea", 3), ("", 1)] {
        let other = Packed { text: text.to_owned(), ..two.clone() };
        let message = format!("2 of them have texts, and there are {found} texts");
        assert_eq!(read(&other).unwrap_err(), message);
    }
    let none = Packed { text: "milk".to_owned(), ..packed(&[Entry::default()]) };
    assert_eq!(read(&none).unwrap_err(), "0 of them have texts, and there are 1 texts");
}

#[test]
fn a_tag_that_is_not_listed_is_named() {
    let live = PackedLive { data_type: DataType::Note, tags: vec![0, 1], expire_time: None, cut: false };
    let live = Facet::Present { version: 1, item: live };
    let entry: PackedEntry<EpochSeconds> = PackedEntry { data_id: data_id(1), live, trash: Facet::Unknown };
    let block = Block { tags: vec![tag_id(1)], entries: vec![entry] };
    let entries = postcard::to_extend(&block, vec![FORMAT]).unwrap();
    let found = Packed { entries, text: String::new() };
    assert_eq!(read(&found).unwrap_err(), "one has tag number 1, and there is no such tag");
}

#[test]
fn a_tag_takes_its_room_once() {
    let with_tags = |tags: &[u128]| {
        let mut entry = note("");
        if let Facet::Present { item, .. } = &mut entry.live {
            item.tag_ids = tags.iter().copied().map(tag_id).collect();
        }
        entry
    };
    let len = |entries: &[Entry]| packed(entries).len();
    // Each use of a tag is a byte, and so is what stands between two texts.
    assert_eq!(len(&[with_tags(&[1])]), len(&[with_tags(&[])]) + TAG_BYTES + 1);
    let (one, other) = (with_tags(&[1, 2]), with_tags(&[2, 3]));
    assert_eq!(len(&[one.clone(), other.clone()]) + TAG_BYTES + 2, len(&[one]) + len(&[other]));
}

#[test]
fn a_favorite_whose_purge_time_was_not_stored_stays_in_the_trash() {
    let trash = Facet::Present { version: 4, item: () };
    let entry = PackedEntry { data_id: data_id(1), live: Facet::Unknown, trash };
    let block = Block { tags: Vec::new(), entries: vec![entry] };
    let entries = postcard::to_extend(&block, vec![WITHOUT_PURGE_TIMES]).unwrap();
    let entries = Packed { entries, text: String::new() }.entries().unwrap();
    assert_eq!(entries[&data_id(1)].trash, Facet::Present { version: 4, item: NEVER });
}
