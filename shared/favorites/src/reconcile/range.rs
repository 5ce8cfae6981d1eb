//! The catalogue of a range of ids, read and tidied.

use futures::{StreamExt as _, TryStreamExt as _};
use single_table::EpochSeconds;

use crate::catalogue::{Entries, OpenHead, Segment, SegmentItems, lowest};
use crate::error::Error;
use crate::model::ids::{DataId, UserId};
use crate::search_index::UserIndex;
use crate::service::Favorites;

/// The catalogue's entries in a range of ids, at one revision of the head.
pub(super) struct Range {
    /// The time before the catalogue was read.
    pub(super) read_at: EpochSeconds,
    /// The first id.
    pub(super) from: DataId,
    /// The first id beyond the range. `None`: the range has no end.
    pub(super) to: Option<DataId>,
    pub(super) head: OpenHead,
    pub(super) is_head_readable: bool,
    pub(super) entries: Entries,
    /// The number of items of the catalogue that can't be read.
    pub(super) unreadable: u64,
}

/// Segments that were read and tidied.
#[derive(Default)]
struct Tidied {
    entries: Entries,
    unreadable: u64,
}

impl Range {
    /// Returns true if the range has the id.
    pub(super) fn has(&self, data_id: DataId) -> bool {
        data_id >= self.from && self.to.is_none_or(|to| data_id < to)
    }

    /// Ends the range after this id.
    pub(super) fn end_after(&mut self, last: DataId) {
        let next = DataId::from(uuid::Uuid::from_u128(last.as_uuid().as_u128().saturating_add(1)));
        self.to = Some(self.to.map_or(next, |to| to.min(next)));
    }
}

impl Favorites {
    /// Reads what the catalogue knows of the ids from `from` on. The range ends where the next segment would
    /// be one too many to hold in memory.
    ///
    /// The head is read first: so the segments that are read after it have everything that its journal lacks.
    pub(super) async fn read_range(&self, user: &UserId, from: DataId) -> Result<Range, Error> {
        let read_at = self.seconds();
        let (mut head, is_head_readable) = self.open_any_head(user).await?;
        self.note_erasure(user, &mut head).await?;
        let mut segments = self.segments_from(user, from).await?;
        if !head.is_stored() && !segments.is_empty() {
            head.index = UserIndex::after_loss(self.store.now());
        }
        let next = if segments.len() > self.reconciled_segments { segments.pop() } else { None };
        let to = next.map(|segment| segment.first_id);
        let Tidied { mut entries, unreadable } = self.tidy(user, segments, to).await?;
        entries.extend(head.journal.clone());
        entries.retain(|data_id, _| *data_id >= from && to.is_none_or(|to| *data_id < to));
        let unreadable = unreadable + u64::from(!is_head_readable);
        Ok(Range { read_at, from, to, head, is_head_readable, entries, unreadable })
    }

    /// Reads the segment that holds `from` and those that follow it: one more than the range may have.
    async fn segments_from(&self, user: &UserId, from: DataId) -> Result<Vec<Segment>, Error> {
        let query = SegmentItems::query(user.clone());
        let mut segments = Vec::new();
        let limit = u32::try_from(self.reconciled_segments + 1).unwrap_or(u32::MAX);
        let following = if from == lowest() {
            query.at_least(&(from,))
        } else {
            let holder =
                SegmentItems::query(user.clone()).at_most(&(from,)).descending().limit(1).consistent();
            segments.extend(self.store.stream(holder).take(1).try_collect::<Vec<_>>().await?);
            query.greater_than(&(from,))
        };
        let most = self.reconciled_segments + 1 - segments.len();
        let following = self.store.stream(following.limit(limit).consistent()).take(most);
        segments.extend(following.try_collect::<Vec<_>>().await?);
        Ok(segments)
    }

    /// Collects the entries of segments, the last of which ends at `end`. A segment that can't be read is emptied, because its
    /// entries are made again from the items. Tombstones that have served their time are taken out, as is what a segment has beyond
    /// its range, and a segment in which nothing is left is deleted.
    async fn tidy(
        &self,
        user: &UserId,
        mut segments: Vec<Segment>,
        mut end: Option<DataId>,
    ) -> Result<Tidied, Error> {
        let mut tidied = Tidied::default();
        let mut idle: Option<Segment> = None;
        // From the last to the first, so that the end of each is known.
        while let Some(segment) = segments.pop() {
            let read = segment.entries();
            if let Err(error) = &read {
                tracing::error!(%error, first_id = %segment.first_id, "a segment can't be read and is made again");
                tidied.unreadable += 1;
            }
            let is_readable = read.is_ok();
            let mut entries = read.unwrap_or_default();
            let before = entries.clone();
            let inside = |data_id: &DataId| end.is_none_or(|end| *data_id < end);
            entries.retain(|data_id, entry| inside(data_id) && entry.forget(self.seconds()));
            end = Some(segment.first_id);
            let is_tidy = is_readable && entries == before;
            if !is_tidy {
                // Somebody who was faster leaves it as right as it was.
                self.put_segment(user, Some(&segment), &entries).await?;
            } else if let Some(idle) = idle.take() {
                // The ids of the idle segment then belong to this one, which has nothing of them.
                Error::unless_changed(self.store.remove(&idle).await)?;
            }
            idle = Some(segment).filter(|segment| is_tidy && segment.is_idle(&entries));
            tidied.entries.extend(entries);
        }
        Ok(tidied)
    }
}
