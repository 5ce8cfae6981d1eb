//! The actors: writers of changes and workers, which read the head, put items and replace the head.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::Flaw;
use super::favorite::{Change, Words};
use super::store::Store;
use crate::compaction::{Compacted, CompactionError};
use crate::index::{IndexLimits, IndexState, ItemKey, Put, ReadError, StoredItem, TextSlot};
use crate::samples::now;
use crate::text_slot::slot_to_bytes;
use crate::write_number::WriteNumber;

/// The sizes of the model, far smaller than those of the service, so that short histories reach many
/// compactions.
pub(crate) const LIMITS: IndexLimits = IndexLimits {
    text_slots: 6,
    due_slots: 3,
    due_versions: 1_000,
    due_bytes: 400,
    taken_bytes: 300,
    fanout: 2,
    level_size: 40,
    documents_in_item: 3,
    block_bytes: 24,
    blocks_in_part: 3,
};

/// The visible state.
#[derive(Debug, Clone, Default)]
pub(crate) struct Head {
    pub(crate) revision: u64,
    /// The number of changes that are visible.
    pub(crate) changes: usize,
    pub(crate) index: IndexState,
}

#[derive(Debug, Default)]
pub(crate) struct Model {
    pub(crate) store: Store,
    pub(crate) head: Head,
    /// A head that a slow worker or reader has read.
    pub(crate) seen: Head,
    /// The number of changes whose writers were told that they are visible.
    pub(crate) acknowledged: usize,
    /// The number of compactions that ended, and of calls that stopped at a checkpoint.
    pub(crate) compacted: usize,
    pub(crate) stopped: usize,
}

type WorkError = CompactionError<super::store::StoreError>;

impl Model {
    pub(crate) fn new(flaw: Option<Flaw>) -> Self {
        Self { store: Store { flaw, ..Store::default() }, ..Self::default() }
    }

    /// Replaces the head, if it is still the one that the actor has read. Returns true if it did.
    fn commit(&mut self, mut after: Head) -> bool {
        if after.revision != self.head.revision && self.store.flaw != Some(Flaw::Unconditional) {
            return false;
        }
        after.revision += 1;
        let is_begun = after.index.plan(WriteNumber(after.revision), &LIMITS);
        if is_begun && self.store.flaw == Some(Flaw::TakenSlot) {
            after.index.take_slot_of_oldest_run();
        }
        self.acknowledged = self.acknowledged.max(after.changes);
        self.head = after;
        true
    }

    /// Writes the next changes.
    pub(crate) fn batch(&mut self, changes: &[Change], size: usize) -> Result<(), String> {
        for _ in 0..100 {
            let head = self.head.clone();
            if let Some(after) = self.put_batch(&head, changes, size) {
                self.commit(after);
                return Ok(());
            }
            // A compaction frees slots; without one, a higher revision does.
            if head.index.compaction().is_some() {
                self.compact(&|| false)?;
            } else {
                self.commit(head);
            }
        }
        Err("no text slot becomes free".to_owned())
    }

    /// Lets two writers put the next changes, one more of them than the other. Only one of them replaces the
    /// head.
    pub(crate) fn race(&mut self, changes: &[Change], sizes: [usize; 2]) {
        let head = self.head.clone();
        let after = sizes.map(|size| self.put_batch(&head, changes, size));
        for after in after.into_iter().flatten() {
            self.commit(after);
        }
    }

    /// Puts a text slot with the next changes, and returns the head that makes it visible. Returns `None` if
    /// no slot is free.
    fn put_batch(&self, head: &Head, changes: &[Change], size: usize) -> Option<Head> {
        let number = WriteNumber(head.revision + 1);
        let versions = (head.changes + 1)..;
        let batch = versions.zip(changes.iter().skip(head.changes)).take(size);
        // The last change of a favorite counts.
        let entries: BTreeMap<_, _> =
            batch.clone().map(|(version, change)| (change.id, change.entry(version))).collect();
        let entries: Vec<_> = entries.into_values().rev().collect();
        let content = slot_to_bytes(&entries).expect("the ids of a map are in order");
        let versions = u8::try_from(entries.len()).expect("batches are small");
        let bytes = u32::try_from(content.len()).expect("batches are small");
        for slot in head.index.free_slots(&LIMITS, content.len()) {
            let item = StoredItem { number, bytes: content.clone() };
            if self.store.put(Put { key: ItemKey::Text { slot }, item }).is_ok() {
                let mut after = head.clone();
                after.index.add_texts(TextSlot { slot, number, versions, bytes });
                after.changes += batch.count();
                return Some(after);
            }
        }
        None
    }

    /// Works on the compaction that a head names.
    fn work(
        &self,
        head: &Head,
        is_over: &(impl Fn() -> bool + Sync),
    ) -> Result<Option<Compacted>, WorkError> {
        let state = match self.store.flaw {
            Some(Flaw::EarlyDrop) => head.index.without_older_runs(),
            _ => head.index.clone(),
        };
        now(state.compact(&self.store, &Words, &LIMITS, is_over))
    }

    /// Takes the result of a worker into the present head, as far as it belongs there.
    fn note(&mut self, number: WriteNumber, compacted: Compacted) {
        let mut after = self.head.clone();
        let number = match (self.store.flaw, after.index.compaction()) {
            (Some(Flaw::LateResult), Some(present)) => present.number,
            _ => number,
        };
        let is_stopped = matches!(compacted, Compacted::Stopped(_));
        if self.store.flaw == Some(Flaw::LostTexts) && !is_stopped {
            after.index.take_one_more_text();
        }
        if after.index.note(number, compacted) && self.commit(after) {
            *(if is_stopped { &mut self.stopped } else { &mut self.compacted }) += 1;
        }
    }

    /// Works on the compaction that is under way.
    pub(crate) fn compact(&mut self, is_over: &(impl Fn() -> bool + Sync)) -> Result<(), String> {
        let head = self.head.clone();
        let compacted = self.work(&head, is_over).map_err(|error| format!("{error:?}"))?;
        if let (Some(compaction), Some(compacted)) = (head.index.compaction(), compacted) {
            self.note(compaction.number, compacted);
        }
        Ok(())
    }

    /// Works on it up to some checkpoint.
    pub(crate) fn compact_some(&mut self, checkpoints: usize) -> Result<(), String> {
        let left = AtomicUsize::new(checkpoints);
        self.compact(&|| left.fetch_sub(1, Ordering::Relaxed) == 0)
    }

    /// Does a part of the work, and dies.
    pub(crate) fn die(&mut self, puts: usize) {
        self.store.fail_after(Some(puts));
        // The worker is dead, and its result with it.
        let _ = self.work(&self.head, &|| false);
        self.store.fail_after(None);
    }

    /// Lets a slow worker read the head.
    pub(crate) fn see(&mut self) {
        self.seen = self.head.clone();
    }

    /// Lets the slow worker do the compaction that it has seen. It notices if what it reads or writes has
    /// changed.
    pub(crate) fn compact_late(&mut self) {
        let seen = self.seen.clone();
        if let (Some(compaction), Ok(Some(compacted))) =
            (seen.index.compaction(), self.work(&seen, &|| false))
        {
            self.note(compaction.number, compacted);
        }
    }

    /// Gives up the compaction under way, which begins again.
    pub(crate) fn give_up(&mut self) {
        let index = self.head.index.without_compaction();
        self.commit(Head { index, ..self.head.clone() });
    }

    /// Begins a compaction of everything.
    pub(crate) fn plan_whole(&mut self) {
        let mut after = self.head.clone();
        after.index.plan_whole(WriteNumber(after.revision + 1), &LIMITS);
        self.commit(after);
    }

    /// Deletes the items that nobody needs any more.
    pub(crate) fn clean(&mut self) {
        let index = self.head.index.clone();
        let flaw = self.store.flaw;
        self.store.keep(|key, number| match flaw {
            Some(Flaw::DeletedTarget) => index.without_compaction().needs(key, number),
            _ => index.needs(key, number),
        });
    }
}

/// Returns true for the error of a reader whose head is not the current one.
pub(crate) fn is_outdated<E: std::error::Error>(error: &ReadError<E>) -> bool {
    matches!(error, ReadError::Other { .. })
}
