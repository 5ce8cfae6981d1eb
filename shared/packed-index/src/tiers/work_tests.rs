use std::io;

use super::*;
use crate::document::{Document, DocumentType, Live};
use crate::error::Malformed;
use crate::fence::Fence;
use crate::numbers::{FavoriteId, Version};
use crate::samples::now;
use crate::text_slot::{SlotEntry, slot_to_bytes};
use crate::tiers::memory::WholeText;
use crate::tiers::{ItemKey, Put, ReadError, RunSet, StoredItem, TextSlot};
use crate::write_number::WriteNumber;

/// A store that gives the same answer for every item.
struct Answer(Result<Option<StoredItem>, io::ErrorKind>);

impl Items for Answer {
    type Error = io::Error;

    async fn read(&self, keys: &[ItemKey]) -> Result<Vec<Option<StoredItem>>, io::Error> {
        let answer = self.0.clone().map_err(io::Error::from)?;
        Ok(vec![answer; keys.len()])
    }
}

fn stored(number: u64, bytes: Vec<u8>) -> StoredItem {
    StoredItem { number: WriteNumber(number), bytes }
}

fn slot() -> Vec<u8> {
    let live = Live { document_type: DocumentType::default(), tags: Vec::new(), expire_time: None };
    let document =
        Document { id: FavoriteId(1 << 80), version: Version(1), replaces_older: false, live: Some(live) };
    slot_to_bytes(&[SlotEntry { document, text: "rust".to_owned() }]).unwrap()
}

/// A state that merges one text slot with the number 1.
fn merging() -> IndexState {
    let mut state = IndexState::default();
    state.add_texts(TextSlot { slot: 3, number: WriteNumber(1), versions: 1, bytes: 1 });
    state.plan(2, &LIMITS);
    state
}

const LIMITS: IndexLimits = IndexLimits { text_versions: 1, ..IndexLimits::STORED };

fn work(state: &IndexState, answer: &Answer) -> Result<Option<Step>, WorkError<io::Error>> {
    now(state.work(answer, &WholeText, &LIMITS, 1))
}

#[test]
fn without_a_merge_there_is_no_step() {
    assert_eq!(work(&IndexState::default(), &Answer(Ok(None))).unwrap(), None);
}

#[test]
fn a_merge_of_text_slots_writes_documents_then_blocks_and_fences() {
    let state = merging();
    let answer = Answer(Ok(Some(stored(1, slot()))));
    let documents = work(&state, &answer).unwrap().unwrap();
    let keys: Vec<_> = documents.puts.iter().map(|put| put.key.to_string()).collect();
    assert_eq!(keys, ["documents 0 of run 7 of set 0 of tier 0"]);
    assert_eq!(documents.after.sets().count(), 0, "nothing is visible yet");
    let blocks = work(&documents.after, &answer).unwrap().unwrap();
    let keys: Vec<_> = blocks.puts.iter().map(|put| put.key.to_string()).collect();
    let block = "the block at \"\", chunk 0, of run 7 of set 0 of tier 0";
    assert_eq!(keys, [block, "part 0 of the fences of set 0 of tier 0"]);
    assert!(blocks.puts.iter().all(|put| put.item.number == WriteNumber(2)));
    let runs: Vec<_> = blocks.after.sets().flat_map(RunSet::runs).map(|run| run.documents).collect();
    assert_eq!((runs, blocks.after.texts().len()), (vec![1], 0));
}

#[test]
fn a_put_that_is_refused_is_done_if_the_item_has_its_number() {
    let put = Put::new(ItemKey::Text { slot: 0 }, WriteNumber(5), Vec::new());
    assert!(put.is_done_by(WriteNumber(5)));
    assert!(!put.is_done_by(WriteNumber(6)));
}

#[test]
fn an_error_of_the_store_is_passed_on() {
    let error = work(&merging(), &Answer(Err(io::ErrorKind::TimedOut))).unwrap_err();
    let WorkError::Read(ReadError::Store(error)) = error else { panic!("{error:?}") };
    assert_eq!(error.kind(), io::ErrorKind::TimedOut);
}

#[test]
fn an_item_that_is_missing_or_not_the_one_of_the_state_is_named() {
    for (answer, found) in [(None, None), (Some(stored(9, slot())), Some(WriteNumber(9)))] {
        let error = work(&merging(), &Answer(Ok(answer))).unwrap_err();
        let WorkError::Read(ReadError::Other { key, expected, found: number }) = error else {
            panic!("{error:?}")
        };
        assert_eq!((key, expected, number), (ItemKey::Text { slot: 3 }, WriteNumber(1), found));
    }
}

#[test]
fn a_damaged_item_is_named() {
    let error = work(&merging(), &Answer(Ok(Some(stored(1, vec![9]))))).unwrap_err();
    let WorkError::Read(ReadError::Malformed { key, source }) = error else { panic!("{error:?}") };
    assert_eq!((key, source), (ItemKey::Text { slot: 3 }, Malformed::Form { given: 9, known: 1 }));
}

#[test]
fn a_merge_whose_set_is_gone_is_refused() {
    let mut state = merging();
    state.tiers.clear();
    if let Some(job) = &mut state.job {
        job.progress = Progress::Blocks { fence: Fence::default(), blocks: 0, bytes: 0 };
    }
    let error = work(&state, &Answer(Ok(Some(stored(1, slot()))))).unwrap_err();
    assert!(matches!(error, WorkError::Set(set) if set.tier == 0), "{error:?}");
}
