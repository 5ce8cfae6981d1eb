use proptest::prelude::*;

use super::*;
use crate::numbers::FavoriteId;
use crate::samples::{document, documents};

fn entry(document: Document, text: &str) -> SlotEntry {
    let text = if document.live.is_some() { text.to_owned() } else { String::new() };
    SlotEntry { document, text }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn a_slot_is_read_as_it_was_written(documents in documents(20), texts in proptest::collection::vec(any::<String>(), 20)) {
        let entries: Vec<_> = documents.into_iter().zip(&texts).map(|(document, text)| entry(document, text)).collect();
        let bytes = slot_to_bytes(&entries).expect("the documents are in order");
        prop_assert_eq!(slot_from_bytes(&bytes), Ok(entries));
    }

    #[test]
    fn any_bytes_are_a_slot_or_an_error(mut bytes: Vec<u8>) {
        let _ = slot_from_bytes(&bytes);
        // No documents, and some compressed bytes.
        bytes.splice(0..0, [FORM, 0, 9]);
        let _ = slot_from_bytes(&bytes);
    }

    #[test]
    fn a_damaged_slot_is_a_slot_or_an_error(position: prop::sample::Index, value: u8) {
        let entries = [entry(document(FavoriteId(9), 1), "one"), entry(document(FavoriteId(7), 4), "two")];
        let mut bytes = slot_to_bytes(&entries).expect("the documents are in order");
        let position = position.index(bytes.len());
        bytes[position] = value;
        let _ = slot_from_bytes(&bytes);
    }
}

#[test]
fn a_slot_declares_the_length_of_its_texts() {
    let mut bytes = slot_to_bytes(&[entry(document(FavoriteId(u128::MAX), 1), &"a".repeat(99))]).unwrap();
    assert_eq!(slot_from_bytes(&bytes).map(|entries| entries.len()), Ok(1));
    let place = bytes.iter().position(|byte| *byte == 100).unwrap();
    for wrong in [99, 101] {
        bytes[place] = wrong;
        assert_eq!(slot_from_bytes(&bytes), Err(Malformed::Compression));
    }
}

#[test]
fn a_slot_of_101_favorites_is_refused() {
    let entries: Vec<_> = (0..101).rev().map(|id| entry(document(FavoriteId(id), 1), "")).collect();
    assert_eq!(slot_to_bytes(&entries), Err(SlotError::Favorites { given: 101 }));
    assert!(slot_to_bytes(&entries[1..]).is_ok());
}

#[test]
fn texts_of_more_than_a_mebibyte_are_refused() {
    let text = "a".repeat(SLOT_TEXT_BYTES);
    let given = SLOT_TEXT_BYTES + 1;
    assert_eq!(slot_to_bytes(&[entry(document(FavoriteId(7), 1), &text)]), Err(SlotError::Texts { given }));
}
