//! How far a backfill is.

use std::fmt;
use std::marker::PhantomData;
use std::num::NonZeroU16;
use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use crate::cursor::CursorError;
use crate::entity::{Entity, Marker};
use crate::scan::Places;

/// How far a backfill of entity `E` is. With serde it can be kept, and be gone on from later.
///
/// It holds keys of the table, so it is for those who run it: see [`ScanOffset`](crate::scan::ScanOffset).
#[derive(Serialize, Deserialize)]
#[serde(try_from = "Kept", into = "Kept", bound = "")]
pub struct BackfillProgress<E: Entity> {
    pub(super) kept: Kept,
    entity: Marker<E>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Kept {
    pub(super) segments: Places,
    pub(super) counts: BackfillCounts,
}

/// What became of the items so far, of all pages that are done.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BackfillCounts {
    /// Items of the entity that were read.
    pub scanned: u64,
    /// Of these, how many were written.
    pub changed: u64,
    /// How many were as they should be.
    pub unchanged: u64,
    /// How many others removed before they could be written.
    pub gone: u64,
    /// How often an item had to be read again, because it was not any more as it was read.
    pub conflicts: u64,
    /// The write capacity units that were consumed.
    pub write_units: f64,
}

impl AddAssign for BackfillCounts {
    fn add_assign(&mut self, more: Self) {
        self.scanned += more.scanned;
        self.changed += more.changed;
        self.unchanged += more.unchanged;
        self.gone += more.gone;
        self.conflicts += more.conflicts;
        self.write_units += more.write_units;
    }
}

impl<E: Entity> BackfillProgress<E> {
    /// Of a backfill in so many segments that has not begun (see "Parallel scan" in the developer guide).
    #[must_use]
    pub fn new(segments: NonZeroU16) -> Self {
        Self::of(Kept { segments: Places::new(segments), counts: BackfillCounts::default() })
    }

    fn of(kept: Kept) -> Self {
        Self { kept, entity: PhantomData }
    }

    pub(crate) fn places(&self) -> Places {
        self.kept.segments.clone()
    }

    /// What became of the items so far.
    #[must_use]
    pub fn counts(&self) -> BackfillCounts {
        self.kept.counts
    }

    /// How many segments there are.
    #[must_use]
    pub fn segments(&self) -> usize {
        self.kept.segments.0.len()
    }

    /// How many of them are done.
    #[must_use]
    pub fn done(&self) -> usize {
        self.kept.segments.done()
    }

    /// Whether all are.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.done() == self.segments()
    }
}

impl<E: Entity> TryFrom<Kept> for BackfillProgress<E> {
    type Error = CursorError;

    fn try_from(kept: Kept) -> Result<Self, CursorError> {
        let segments = kept.segments.checked::<E::Table>(None)?;
        Ok(Self::of(Kept { segments, ..kept }))
    }
}

impl<E: Entity> From<BackfillProgress<E>> for Kept {
    fn from(progress: BackfillProgress<E>) -> Self {
        progress.kept
    }
}

impl<E: Entity> Clone for BackfillProgress<E> {
    fn clone(&self) -> Self {
        Self::of(self.kept.clone())
    }
}

impl<E: Entity> fmt::Debug for BackfillProgress<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("BackfillProgress").field(&self.kept).finish()
    }
}
