use super::*;
use crate::error::Malformed;
use crate::index::{ItemKey, StoredItem};
use crate::samples::{Memory, index_of, now, term};
use crate::write_number::WriteNumber;

const LIMITS: IndexLimits = IndexLimits { documents_in_item: 4, block_bytes: 40, ..IndexLimits::STORED };

/// Returns an index of this number of favorites, each third of which has the word `tea`.
fn thirds(number: usize) -> (IndexState, Memory) {
    let text = |number: usize| {
        if number.is_multiple_of(3) { format!("tea {number}") } else { format!("milk {number}") }
    };
    let texts: Vec<_> = (0..number).map(text).collect();
    index_of(&texts.iter().map(String::as_str).collect::<Vec<_>>(), &LIMITS)
}

fn word(word: &str) -> Wanted {
    Wanted::Term { term: term(word), in_title: false }
}

#[test]
fn a_scan_tells_of_each_document_which_conditions_it_meets() {
    let (state, store) = thirds(7);
    let conditions = [word("tea"), Wanted::Not(Box::new(word("5"))), Wanted::Any(Vec::new())];
    let scan = now(state.scan(&store, &conditions, SearchedIds::ALL, &LIMITS, usize::MAX)).unwrap();
    let scanned = now(scan.unwrap().next_part()).unwrap();
    let met: Vec<_> = scanned.documents.iter().map(|one| (one.document.id.0 - 1, one.met.clone())).collect();
    let expected = (0..7).rev().map(|number| (number, vec![number % 3 == 0, number != 5, false]));
    assert_eq!((met, scanned.searched_to), (expected.collect(), None));
}

/// Returns the documents of a scan, and the number of its parts.
fn all<I: SearchItems + Sync>(
    mut scan: Scan<'_, I>,
) -> Result<(Vec<ScannedDocument>, usize), ReadError<I::Error>> {
    let (mut documents, mut parts) = (Vec::new(), 0);
    loop {
        let part = now(scan.next_part())?;
        parts += 1;
        documents.extend(part.documents);
        assert!(scan.scanned[0].documents.len() < ITEMS_AT_ONCE * 4, "they are taken");
        if part.searched_to.is_none() {
            return Ok((documents, parts));
        }
    }
}

#[test]
fn a_scan_reads_some_hundred_items_at_a_time() {
    let number = ITEMS_AT_ONCE * 4 + 1;
    let (state, store) = thirds(number);
    let conditions = [word("tea")];
    let scan = now(state.scan(&store, &conditions, SearchedIds::ALL, &LIMITS, usize::MAX)).unwrap();
    let (documents, parts) = all(scan.unwrap()).unwrap();
    let ids: Vec<_> = documents.iter().map(|one| one.document.id.0).collect();
    assert_eq!(ids, (1..=number as u128).rev().collect::<Vec<_>>());
    assert!((2..=number / 16).contains(&parts), "{parts}");
}

#[test]
fn a_scan_reads_only_items_that_may_have_the_searched_ids() {
    let (state, store) = thirds(100);
    let ids = SearchedIds { lowest: FavoriteId(40), end: Some(FavoriteId(50)) };
    // A damaged item is an error only for those who need it.
    let damaged = StoredItem { number: WriteNumber(1), bytes: vec![9] };
    store.lock().insert(ItemKey::Documents { run: 0, item: 24 }, damaged);
    let conditions = [word("tea")];
    let scan = |ids| now(state.scan(&store, &conditions, ids, &LIMITS, usize::MAX)).unwrap().unwrap();
    let (documents, _) = all(scan(ids)).unwrap();
    let found: Vec<_> = documents.iter().map(|one| one.document.id.0).collect();
    assert_eq!(found, (40..50).rev().collect::<Vec<_>>());
    let error = all(scan(SearchedIds::ALL)).unwrap_err();
    assert!(matches!(error, ReadError::Malformed { source: Malformed::Form { .. }, .. }), "{error:?}");
}

#[test]
fn lists_may_take_a_quarter_of_the_bytes() {
    let (state, store) = thirds(900);
    let conditions = [word("tea")];
    let scan = |bytes| now(state.scan(&store, &conditions, SearchedIds::ALL, &LIMITS, bytes)).unwrap();
    let most = |blocks: usize| blocks * LIMITS.block_bytes * SHARE_OF_LISTS;
    let blocks = (1..100).find(|blocks| scan(most(*blocks)).is_some()).unwrap();
    assert!(blocks > 1, "the list takes more than one block");
    assert!(scan(most(blocks) - 1).is_none());
}
