//! The progress of a backfill.

use std::fmt;
use std::marker::PhantomData;
use std::num::NonZeroU16;
use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use crate::cursor::CursorError;
use crate::entity::{Entity, Marker};
use crate::scan::Places;

/// The progress of a backfill of entity `E`. Serialize it with serde to continue the backfill later.
///
/// The progress contains keys of the table, so do not give it to users: see [`ScanOffset`](crate::scan::ScanOffset).
#[derive(Serialize, Deserialize)]
#[serde(try_from = "Kept", into = "Kept", bound = "")]
pub struct BackfillProgress<E: Entity> {
    pub(super) kept: Kept,
    entity: Marker<E>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Kept {
    /// The name of the entity.
    entity: String,
    pub(super) segments: Places,
    pub(super) counts: BackfillCounts,
}

/// The number of items by result, over all completed pages.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BackfillCounts {
    /// The items of the entity that the backfill read.
    pub scanned: u64,
    /// The items that the backfill wrote.
    pub changed: u64,
    /// The items that needed no write.
    pub unchanged: u64,
    /// The items that another writer deleted before the backfill could write them.
    pub gone: u64,
    /// The number of times that another writer changed an item first, so that the backfill read the item again.
    pub conflicts: u64,
    /// The items that have values of a unique constraint that another item has claimed. They are among the
    /// other counts, too.
    pub taken: u64,
    /// The consumed write capacity units.
    pub write_units: f64,
}

impl AddAssign for BackfillCounts {
    fn add_assign(&mut self, more: Self) {
        self.scanned += more.scanned;
        self.changed += more.changed;
        self.unchanged += more.unchanged;
        self.gone += more.gone;
        self.conflicts += more.conflicts;
        self.taken += more.taken;
        self.write_units += more.write_units;
    }
}

impl<E: Entity> BackfillProgress<E> {
    /// Creates the progress of a new backfill with this number of segments (see "Parallel scan" in the developer guide).
    #[must_use]
    pub fn new(segments: NonZeroU16) -> Self {
        let (entity, counts) = (E::NAME.as_str().to_owned(), BackfillCounts::default());
        Self::of(Kept { entity, segments: Places::new(segments), counts })
    }

    fn of(kept: Kept) -> Self {
        Self { kept, entity: PhantomData }
    }

    pub(crate) fn places(&self) -> Places {
        self.kept.segments.clone()
    }

    /// Returns the number of items by result.
    #[must_use]
    pub fn counts(&self) -> BackfillCounts {
        self.kept.counts
    }

    /// Returns the number of segments.
    #[must_use]
    pub fn segments(&self) -> usize {
        self.kept.segments.0.len()
    }

    /// Returns the number of completed segments.
    #[must_use]
    pub fn done(&self) -> usize {
        self.kept.segments.done()
    }

    /// Returns true if all segments are complete.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.done() == self.segments()
    }
}

impl<E: Entity> TryFrom<Kept> for BackfillProgress<E> {
    type Error = CursorError;

    fn try_from(kept: Kept) -> Result<Self, CursorError> {
        if kept.entity != E::NAME.as_str() {
            return Err(CursorError::OtherEntity { expected: E::NAME.as_str(), found: kept.entity });
        }
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
