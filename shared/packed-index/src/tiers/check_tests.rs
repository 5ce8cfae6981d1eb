use super::*;
use crate::block::BlockSizes;
use crate::document::{Document, DocumentType, Live};
use crate::numbers::{FavoriteId, Version};
use crate::samples::now;
use crate::search::{Budget, SearchedIds, Wanted};
use crate::term::Term;
use crate::text_slot::{SlotEntry, slot_to_bytes};
use crate::tiers::memory::{Memory, WholeText};
use crate::tiers::{StoredItem, TextSlot};
use crate::write_number::WriteNumber;

const LIMITS: IndexLimits = IndexLimits { text_versions: 4, runs: 2, ..IndexLimits::STORED };

/// An index and its only writer.
struct Index {
    memory: Memory,
    state: IndexState,
    revision: u64,
    limits: IndexLimits,
}

impl Index {
    fn new(limits: IndexLimits) -> Self {
        Self { memory: Memory::default(), state: IndexState::default(), revision: 0, limits }
    }

    fn commit(&mut self, state: IndexState) {
        self.state = state;
        self.revision += 1;
        self.state.plan(self.revision, &self.limits);
    }

    /// Adds a favorite.
    fn add(&mut self, id: u8, text: &str) {
        let live = Live { document_type: DocumentType::default(), tags: Vec::new(), expire_time: None };
        let id = FavoriteId(u128::from(id) << 80);
        let document = Document { id, version: Version(1), replaces_older: false, live: Some(live) };
        let bytes = slot_to_bytes(&[SlotEntry { document, text: text.to_owned() }]).unwrap();
        let mut state = self.state.clone();
        let slot = state.free_slots(&self.limits, bytes.len()).next().unwrap();
        let number = WriteNumber(self.revision + 1);
        state.add_texts(TextSlot { slot, number, versions: 1, bytes: 1 });
        self.memory.0.insert(ItemKey::Text { slot }, StoredItem { number, bytes });
        self.commit(state);
    }

    /// Takes a step of the merge under way. Returns false if there is none.
    fn work(&mut self, most: u32) -> bool {
        let step = now(self.state.work(&self.memory, &WholeText, &self.limits, most)).unwrap();
        let Some(step) = step else { return false };
        self.memory.0.extend(step.puts.into_iter().map(|put| (put.key, put.item)));
        self.commit(step.after);
        true
    }

    /// Returns the number of favorites in runs that have a term.
    fn found(&self, term: &str) -> usize {
        let wanted = Wanted::Term { term: Term::new(term).unwrap(), in_title: false };
        let budget = Budget { enough: 100, bytes: usize::MAX };
        let found = self.state.search(&self.memory, &wanted, SearchedIds::ALL, &self.limits, budget);
        now(found).unwrap().documents.len()
    }
}

/// An index of a favorite for each number, with text slots and runs of two tiers.
fn index() -> (Memory, IndexState) {
    let mut index = Index::new(LIMITS);
    for number in 1..=31_u8 {
        index.add(number, &format!("text {number}"));
        while index.work(9) {}
    }
    (index.memory, index.state)
}

#[test]
fn blocks_of_a_merge_that_was_given_up_hide_nothing() {
    // Two terms fill a block.
    let blocks = BlockSizes { block: 20, chunk: 10 };
    let mut index =
        Index::new(IndexLimits { text_slots: 20, text_versions: 5, blocks, ..IndexLimits::STORED });
    (1..).zip(["berry", "mango", "olive", "peach", "quail"]).for_each(|(id, term)| index.add(id, term));
    // The documents, and the blocks from the beginning on and from "olive" on.
    assert!((0..3).all(|_| index.work(1)) && index.state.is_merging());
    index.add(6, "apple");
    let given_up = index.state.without_merges();
    index.commit(given_up);
    while index.work(1) {}
    assert_eq!(index.state.texts(), []);
    let terms = ["apple", "berry", "mango", "olive", "peach", "quail"];
    assert_eq!(terms.map(|term| index.found(term)), [1; 6]);
}

#[test]
fn a_whole_index_has_no_fault() {
    let (memory, state) = index();
    let tiers: Vec<_> = state.sets().map(|set| set.place.tier).collect();
    assert!(tiers.contains(&0) && tiers.contains(&1) && !state.texts().is_empty(), "{tiers:?}");
    now(state.check(&memory, &LIMITS)).unwrap();
    now(IndexState::default().check(&Memory::default(), &LIMITS)).unwrap();
}

#[test]
fn every_visible_item_that_is_missing_replaced_or_unreadable_is_found() {
    let (memory, state) = index();
    let (mut visible, mut found) = (0, 0);
    for (key, item) in &memory.0 {
        let is_of_run = || state.sets().flat_map(RunSet::runs).any(|run| run.number == item.number);
        let is_visible = match key {
            ItemKey::Text { .. } => state.texts().iter().any(|slot| slot.number == item.number),
            // Nobody reads a map after its merge.
            ItemKey::Map { .. } => false,
            _ => is_of_run(),
        };
        if !is_visible {
            continue;
        }
        visible += 1;
        let (mut missing, mut replaced, mut unreadable) = (memory.clone(), memory.clone(), memory.clone());
        missing.0.remove(key);
        replaced.0.insert(key.clone(), StoredItem { number: WriteNumber(item.number.0 + 1), ..item.clone() });
        unreadable.0.insert(key.clone(), StoredItem { bytes: vec![255; 3], ..item.clone() });
        found += [missing, replaced, unreadable]
            .iter()
            .filter(|memory| now(state.check(*memory, &LIMITS)).is_err())
            .count();
    }
    assert!(visible > 6, "{visible}");
    assert_eq!(found, 3 * visible);
}
