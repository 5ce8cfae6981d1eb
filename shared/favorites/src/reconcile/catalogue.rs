//! A whole catalogue, read and tidied up.

use single_table::store::Backoff;
use tokio::time::Instant;

use crate::catalogue::{Cuts, Entries, Segment, SegmentItems, Tally};
use crate::error::Error;
use crate::favorites::Favorites;
use crate::ids::{DataId, UserId};

/// All that the catalogue knows of a person's favorites.
#[derive(Default)]
pub(super) struct Known {
    pub(super) entries: Entries,
    /// The first ids of its segments, in ascending order.
    pub(super) segments: Vec<DataId>,
    /// How many of its items were not what they should be, and were mended.
    pub(super) mended: u64,
}

impl Favorites {
    /// Reads the catalogue, and sees to it that its counters are what its entries weigh.
    pub(super) async fn recount(&self, user: &UserId, end: Instant) -> Result<Known, Error> {
        let mut backoff = Backoff::default();
        let mut mended = 0;
        loop {
            if Instant::now() >= end {
                return Err(Error::OutOfTime);
            }
            let (head, readable) = self.open_any_head(user).await?;
            let mut known = self.tidy_segments(user).await?;
            mended += known.mended;
            known.mended = mended;
            known.entries.extend(head.journal.clone());
            let mut tally = Tally::default();
            for entry in known.entries.values() {
                tally.count(entry, 1);
            }
            if tally == head.tally && readable {
                return Ok(known);
            }
            // Somebody may have committed while the segments were read: then the head is not put.
            if self.put_head(user, &head, &tally, &head.journal, Cuts::default()).await? {
                known.mended += 1;
                return Ok(known);
            }
            backoff.pause().await;
        }
    }

    /// What all segments have. What can't be read is emptied: its entries are made again from the table. What was forgotten is
    /// taken out, as is what a segment has beyond its range, and a segment in which nothing is left is removed.
    async fn tidy_segments(&self, user: &UserId) -> Result<Known, Error> {
        let mut known = Known::default();
        let mut segments = self.store.all(SegmentItems::query(user.clone()).consistent()).await?;
        // From the last to the first, so that the end of each is known.
        let mut end: Option<DataId> = None;
        let mut idle: Option<Segment> = None;
        while let Some(segment) = segments.pop() {
            let read = segment.entries();
            if let Err(error) = &read {
                tracing::error!(%error, first_id = %segment.first_id, "a segment can't be read and is made anew");
                known.mended += 1;
            }
            let readable = read.is_ok();
            let mut entries = read.unwrap_or_default();
            let before = entries.clone();
            let inside = |data_id: &DataId| end.is_none_or(|end| *data_id < end);
            entries.retain(|data_id, entry| inside(data_id) && entry.forget(self.seconds()));
            end = Some(segment.first_id);
            let is_tidy = readable && entries == before;
            if !is_tidy {
                // Somebody who was faster leaves it as right as it was.
                self.put_segment(user, Some(&segment), &entries).await?;
            } else if let Some(idle) = idle.take() {
                // Its range falls to this one, which has nothing of it any more.
                if Error::unless_changed(self.store.remove(&idle).await)? {
                    known.segments.pop();
                }
            }
            known.segments.push(segment.first_id);
            idle = Some(segment).filter(|segment| is_tidy && segment.is_idle(&entries));
            known.entries.extend(entries);
        }
        known.segments.reverse();
        Ok(known)
    }
}
