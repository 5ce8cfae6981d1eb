//! The model: the store, the head, and workers that read the head, put items and replace the head.

use std::collections::BTreeMap;

use packed_index::Fences;

use crate::favorite::Change;
use crate::head::Head;
use crate::job::step;
use crate::store::{Flaw, SetPlace, Store};
use crate::writer::put_batch;

#[derive(Debug, Default)]
pub(crate) struct Model {
    pub(crate) store: Store,
    pub(crate) head: Head,
    /// The first fences of each set, for the flaw that uses them again.
    stale: BTreeMap<SetPlace, Fences>,
    /// A head that a slow worker has read.
    seen: Option<Head>,
}

impl Model {
    pub(crate) fn new(flaw: Option<Flaw>) -> Self {
        Self { store: Store::new(flaw), ..Self::default() }
    }

    /// Replaces the head, if it is still the one that the worker has read.
    fn commit(&mut self, mut after: Head) {
        if after.revision == self.head.revision {
            after.revision += 1;
            after.plan();
            for (tier, sets) in after.tiers.iter().enumerate() {
                for (set, fences) in
                    sets.sets.iter().enumerate().filter_map(|(set, runs)| Some((set, runs.fences.clone()?)))
                {
                    self.stale.entry((tier, set)).or_insert(fences);
                }
            }
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
            if head.job.is_some() { self.work()? } else { self.commit(head) }
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

    /// Does a step of the merge that is under way.
    pub(crate) fn work(&mut self) -> Result<(), String> {
        let head = self.head.clone();
        let Some(job) = &head.job else { return Ok(()) };
        let number = job.number;
        let (puts, after) = step(&self.store, &self.stale, &head)?;
        for put in puts {
            let key = put.key.clone();
            match self.store.put(put) {
                Err(present) if present != number => {
                    return Err(format!("{key:?} has the number of another job"));
                }
                // An interrupted worker has put it already.
                Err(_) | Ok(()) => {}
            }
        }
        self.commit(after);
        Ok(())
    }

    /// Does a part of a step, and doesn't replace the head.
    pub(crate) fn interrupt(&mut self, puts: usize) -> Result<(), String> {
        let (all, _) = step(&self.store, &self.stale, &self.head)?;
        for put in all.into_iter().take(puts) {
            let _ = self.store.put(put);
        }
        Ok(())
    }

    /// Lets a slow worker read the head.
    pub(crate) fn see(&mut self) {
        self.seen = Some(self.head.clone());
    }

    /// Lets the slow worker do a step of the merge that it has seen. It notices if the items that it reads have changed.
    pub(crate) fn late_step(&mut self) {
        let Some(seen) = &self.seen else { return };
        if let Ok((puts, after)) = step(&self.store, &self.stale, seen) {
            for put in puts {
                let _ = self.store.put(put);
            }
            self.commit(after);
        }
    }
}
