use proptest::prelude::*;

use super::form::TOMBSTONE;
use super::*;
use crate::numbers::{FavoriteId, TagNumber};
use crate::samples::{document, documents};

proptest! {
    #[test]
    fn documents_are_read_as_they_were_written(documents in documents(30)) {
        let bytes = documents_to_bytes(&documents).expect("the documents are in order");
        prop_assert_eq!(documents_from_bytes(&bytes), Ok(documents));
    }

    #[test]
    fn any_bytes_are_documents_or_an_error(mut bytes: Vec<u8>, count in 0_u8..4) {
        let _ = documents_from_bytes(&bytes);
        bytes.splice(0..0, [FORM, count, 0]);
        if let Ok(documents) = documents_from_bytes(&bytes) {
            prop_assert!(documents.is_sorted_by(|one, other| one.id > other.id));
        }
    }
}

#[test]
fn a_hundred_documents_with_two_tags_each_take_18_bytes_each() {
    // The ids have a time in milliseconds and 74 random bits, as those of UUIDv7; the times are eighty minutes apart.
    let id = |number: u128| {
        FavoriteId(((number * 4_800_000) << 80) | ((number * 0x9e37_79b9_7f4a_7c15_f39c) % (1 << 74)))
    };
    let documents = (0..100).rev().map(|number| Document {
        live: Some(Live {
            document_type: DocumentType::new(2).unwrap(),
            tags: vec![TagNumber(1 << 62), TagNumber(u64::MAX)],
            expire_time: None,
        }),
        ..document(id(number + 400_000), 1)
    });
    let bytes = documents_to_bytes(&documents.collect::<Vec<_>>()).unwrap();
    assert_eq!(bytes.len() / 100, 18);
}

#[test]
fn ids_that_do_not_descend_are_refused() {
    let same = [document(FavoriteId(7), 1), document(FavoriteId(7), 2)];
    assert_eq!(documents_to_bytes(&same), Err(DocumentsError::Order(FavoriteId(7))));
    let up = [document(FavoriteId(7), 1), document(FavoriteId(u128::MAX), 2)];
    assert_eq!(documents_to_bytes(&up), Err(DocumentsError::Order(FavoriteId(u128::MAX))));
}

#[test]
fn tags_that_do_not_ascend_are_refused() {
    let mut twice = document(FavoriteId(7), 1);
    twice.live.as_mut().unwrap().tags = vec![TagNumber(1), TagNumber(1)];
    assert_eq!(documents_to_bytes(&[twice]), Err(DocumentsError::Tags(FavoriteId(7))));
}

#[test]
fn a_tombstone_with_tags_is_refused() {
    assert_eq!(
        documents_from_bytes(&[FORM, 1, 1, 0, 0, 0, 0, 0, 0, 0, 7, TOMBSTONE, 1, 0, 1, 0]),
        Err(Malformed::Number { limit: DocumentType::MAX.into() })
    );
}

#[test]
fn there_are_15_types() {
    assert!(DocumentType::new(14).is_some() && DocumentType::new(15).is_none());
}
