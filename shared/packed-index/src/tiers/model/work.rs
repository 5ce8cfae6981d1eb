//! The model: the store, the head, and workers that read the head, put items and replace the head.

use super::favorite::{Change, Words};
use super::head::{Head, LIMITS};
use super::store::{Flaw, Store};
use super::writer::put_batch;
use crate::samples::now;
use crate::tiers::Step;

#[derive(Debug, Default)]
pub(crate) struct Model {
    pub(crate) store: Store,
    pub(crate) head: Head,
    /// A head that a slow worker has read.
    seen: Option<Head>,
    /// The number of sets whose fences were replaced.
    pub(crate) retired: usize,
}

impl Model {
    pub(crate) fn new(flaw: Option<Flaw>) -> Self {
        Self { store: Store::new(flaw), ..Self::default() }
    }

    /// Replaces the head, if it is still the one that the worker has read.
    fn commit(&mut self, mut after: Head) {
        if after.revision == self.head.revision {
            after.revision += 1;
            after.index.plan(after.revision, &LIMITS);
            self.retired += after.index.retired().len().saturating_sub(self.head.index.retired().len());
            self.head = after;
        }
    }

    /// Writes the next changes.
    pub(crate) fn batch(&mut self, changes: &[Change], size: usize) -> Result<(), String> {
        for _ in 0..100 {
            let head = self.head.clone();
            if let Some(after) = put_batch(&mut self.store, &head, changes, size) {
                self.commit(after);
                return Ok(());
            }
            // A merge frees slots; without one, a higher revision does.
            if head.index.is_merging() { self.work(1)? } else { self.commit(head) }
        }
        Err("no text slot becomes free".to_owned())
    }

    /// Lets two writers put the next changes, one more of them than the other. Only one of them replaces the head.
    pub(crate) fn race(&mut self, changes: &[Change], sizes: [usize; 2]) {
        let head = self.head.clone();
        let first = put_batch(&mut self.store, &head, changes, sizes[0]);
        let second = put_batch(&mut self.store, &head, changes, sizes[1]);
        for after in [first, second].into_iter().flatten() {
            self.commit(after);
        }
    }

    /// Returns the next step of the merge that a head names.
    fn step(&self, head: &Head, most: u32) -> Result<Option<Step>, String> {
        let state = match self.store.flaw {
            Some(Flaw::EarlyDrop) => head.index.without_older_runs(),
            _ => head.index.clone(),
        };
        let step =
            now(state.work(&self.store, &Words, &LIMITS, most)).map_err(|error| format!("{error:?}"))?;
        Ok(step.map(|mut step| {
            if state != head.index {
                step.after.restore_older_runs(&head.index);
            }
            step
        }))
    }

    /// Does a step of the merge that is under way.
    pub(crate) fn work(&mut self, most: u32) -> Result<(), String> {
        let head = self.head.clone();
        let Some(step) = self.step(&head, most)? else { return Ok(()) };
        for put in step.puts {
            match self.store.put(put.clone()) {
                Err(present) if !put.is_done_by(present) => {
                    return Err(format!("{} has the number of another job", put.key));
                }
                // An interrupted worker has put it already.
                Err(_) | Ok(()) => {}
            }
        }
        self.commit(Head { index: step.after, ..head });
        Ok(())
    }

    /// Does a part of a step, and doesn't replace the head.
    pub(crate) fn interrupt(&mut self, puts: usize) -> Result<(), String> {
        let head = self.head.clone();
        let step = self.step(&head, 3)?;
        for put in step.into_iter().flat_map(|step| step.puts).take(puts) {
            let _ = self.store.put(put);
        }
        Ok(())
    }

    /// Deletes the items of sets that nobody reads any more.
    pub(crate) fn sweep(&mut self) {
        let mut after = self.head.clone();
        for set in self.head.index.retired() {
            self.store.delete(*set);
            after.index.forget(*set);
        }
        self.commit(after);
    }

    /// Gives up the merges under way, which then begin again.
    pub(crate) fn give_up(&mut self) {
        let index = self.head.index.without_merges();
        self.commit(Head { index, ..self.head.clone() });
    }

    /// Lets a slow worker read the head.
    pub(crate) fn see(&mut self) {
        self.seen = Some(self.head.clone());
    }

    /// Lets the slow worker do a step of the merge that it has seen. It notices if the items that it reads have changed.
    pub(crate) fn late_step(&mut self) {
        let Some(seen) = self.seen.clone() else { return };
        if let Ok(Some(step)) = self.step(&seen, 2) {
            for put in step.puts {
                let _ = self.store.put(put);
            }
            self.commit(Head { index: step.after, ..seen });
        }
    }
}
