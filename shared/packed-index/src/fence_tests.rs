use proptest::collection::btree_set;
use proptest::prelude::*;

use super::*;

fn fence(term: &str, chunk: u16) -> Fence {
    Fence { term: Term::new(term).expect("it is short"), chunk: Chunk(chunk) }
}

fn fences() -> impl Strategy<Value = Fences> {
    btree_set(("[ab]{1,4}", any::<u16>()), 0..20).prop_map(|set| {
        let mut fences = Fences::default();
        for (term, chunk) in set {
            fences.push(fence(&term, chunk)).expect("a set is in ascending order");
        }
        fences
    })
}

proptest! {
    #[test]
    fn fences_are_read_as_they_were_written(fences in fences()) {
        prop_assert_eq!(Fences::from_bytes(&fences.to_bytes()), Ok(fences));
    }

    #[test]
    fn any_bytes_are_fences_or_an_error(mut bytes: Vec<u8>, form: bool) {
        if form {
            bytes.insert(0, FORM);
        }
        let _ = Fences::from_bytes(&bytes);
    }

    #[test]
    fn the_chunk_of_a_document_is_the_last_one_that_begins_at_or_before_it(
        (documents, document) in (1u32..3_000_000).prop_flat_map(|documents| (Just(documents), 0..documents)),
    ) {
        let chunk = Chunk::of(DocumentNumber(document), documents);
        prop_assert!(chunk.first_document(documents).0 <= document);
        if let Some(next) = chunk.0.checked_add(1) {
            prop_assert!(Chunk(next).first_document(documents).0 > document);
        }
    }

    #[test]
    fn a_document_of_a_run_below_65_536_has_a_chunk_of_its_own(
        (documents, document) in (1u32..=65_536).prop_flat_map(|documents| (Just(documents), 0..documents)),
    ) {
        let document = DocumentNumber(document);
        prop_assert_eq!(Chunk::of(document, documents).first_document(documents), document);
    }
}

#[test]
fn a_fence_that_is_not_after_the_last_one_is_refused() {
    let mut fences = Fences::default();
    fences.push(fence("b", 7)).unwrap();
    for other in [fence("b", 7), fence("b", 6), fence("a", 9)] {
        assert_eq!(fences.push(other.clone()), Err(NotAfterLast(other)));
    }
    assert_eq!(fences.push(fence("b", 8)), Ok(()));
}

#[test]
fn the_fence_after_another_is_the_next_higher_one() {
    let mut fences = Fences::default();
    fences.push(fence("b", 0)).unwrap();
    assert_eq!(fences.after(&Fence::default()), Some(&fence("b", 0)));
    assert_eq!(fences.after(&fence("a", 3)), Some(&fence("b", 0)));
    assert_eq!(fences.after(&fence("b", 0)), None);
}

#[test]
fn a_wrong_count_is_refused() {
    assert_eq!(Fences::from_bytes(&[FORM, 2]), Err(Malformed::Count));
}
