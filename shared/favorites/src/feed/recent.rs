//! The numbered changes since a mark.

use std::collections::BTreeMap;

use futures::TryStreamExt as _;

use crate::catalogue::{ChangeRow, ChangeRowItems, Head};
use crate::error::Error;
use crate::feed::page::{Change, Filling};
use crate::feed::place::{Mark, Place, RowPlace, Sequence};
use crate::limits::FEED_ROWS;
use crate::model::ids::{DataId, TagId, UserId};
use crate::model::tag::TagQuota;
use crate::service::Favorites;
use crate::use_cases::tag_changes::{TagChange, TagChangeItems};

/// The number of favorites whose states are read together: those that one batch read takes.
const STATES_AT_ONCE: usize = 100;

impl Favorites {
    /// Adds the tags that changed after the mark, and moves the mark behind them.
    pub(super) async fn add_tags(
        &self,
        user: &UserId,
        quota: Option<&TagQuota>,
        mark: &mut Mark<u64>,
        page: &mut Filling<'_>,
    ) -> Result<(), Error> {
        let last = quota.map_or(0, |quota| quota.revision);
        if mark.after == last {
            return Ok(());
        }
        let query = TagChangeItems::query(user.clone()).between(&(mark.after + 1,), &(last,)).consistent();
        let mut rows = self.store.stream(query);
        let (mut tag_ids, mut after): (Vec<TagId>, u64) = (Vec::new(), last);
        while let Some(TagChange { revision, tag_ids: changed, .. }) = rows.try_next().await? {
            tag_ids.extend(changed);
            if tag_ids.len() >= self.feed_room.changes {
                after = revision;
                break;
            }
        }
        // A tag that changed twice is passed on once, at the place of its last change.
        let mut seen = std::collections::BTreeSet::new();
        tag_ids.reverse();
        tag_ids.retain(|tag_id| seen.insert(*tag_id));
        tag_ids.reverse();
        for change in self.tag_states(user, &tag_ids).await? {
            page.add_anyway(change);
        }
        mark.after = after;
        Ok(())
    }

    /// Adds the favorites that changed after the place, as far as there is room, and moves the place behind
    /// them.
    pub(super) async fn add_favorites(
        &self,
        user: &UserId,
        head: Option<&Head>,
        place: &mut Place,
        page: &mut Filling<'_>,
    ) -> Result<(), Error> {
        let Some(head) = head.filter(|head| head.epoch().is_some()) else { return Ok(()) };
        let end = Sequence::end_of(head.revision());
        if place.favorites.after == end {
            return Ok(());
        }
        let Changed { steps, is_all } = self.changed_since(user, head, place).await?;
        let (mut left, mut is_full) = (steps.iter().take(self.feed_room.changes), false);
        while !is_full {
            let part: Vec<Step> = left.by_ref().take(STATES_AT_ONCE).copied().collect();
            if part.is_empty() {
                break;
            }
            let ids: Vec<DataId> = part.iter().map(Step::data_id).collect();
            let states = self.favorite_changes(user, head, &ids).await?;
            for (step, change) in part.into_iter().zip(states) {
                is_full = !page.add(change);
                if is_full {
                    break;
                }
                match step {
                    Step::Row(row) => place.row = Some(row),
                    Step::Journal(sequence) => {
                        place.row = Some(RowPlace::end_of(head.revision()));
                        place.favorites.after = sequence;
                    }
                }
            }
        }
        if !is_full && is_all && steps.len() <= self.feed_room.changes {
            place.row = None;
            place.favorites.after = end;
        }
        Ok(())
    }

    /// Returns the present states of favorites, in the order of the ids. A favorite that the catalogue has not taken in counts as gone: the
    /// commit that put its row may have failed.
    async fn favorite_changes(
        &self,
        user: &UserId,
        head: &Head,
        ids: &[DataId],
    ) -> Result<Vec<Change>, Error> {
        let mut changes = self.favorite_states(user, ids).await?;
        let is_there = |change: &Change| !matches!(change, Change::GoneFavorite(_));
        let there = ids.iter().zip(&changes).filter(|(_, change)| is_there(change));
        let taken_in = self.taken_in(user, Some(head), there.map(|(data_id, _)| *data_id)).await?;
        for (data_id, change) in ids.iter().zip(&mut changes) {
            if !taken_in.contains(data_id) {
                *change = Change::GoneFavorite(*data_id);
            }
        }
        Ok(changes)
    }

    /// Returns the favorites that changed after a place, as many as a page has. Each comes once, at the last
    /// place of those that were read: rows first, in their order, and then the journal.
    async fn changed_since(&self, user: &UserId, head: &Head, place: &Place) -> Result<Changed, Error> {
        let after = place.favorites.after;
        let mut last: BTreeMap<DataId, Step> = BTreeMap::new();
        // The row of the place's own number has the rest of a commit whose changes were too many for a page.
        let from = place.row.map_or(after.number, |row| row.revision.max(after.number));
        // A row has one favorite at least.
        let limit = FEED_ROWS.min(u32::try_from(self.feed_room.changes).unwrap_or(FEED_ROWS));
        let mut read = None;
        while last.len() < self.feed_room.changes {
            let rows = ChangeRowItems::query(user.clone()).between(&(from,), &(head.revision(),));
            let rows = self.read_after(read.as_ref(), rows.consistent().limit(limit)).await?;
            for row in rows.items {
                let (revision, drawn) = (row.revision, row.number);
                for (data_id, number) in ChangeRow::sequences(&row)? {
                    let row = RowPlace { revision, drawn, data_id };
                    if (Sequence { number, data_id }) > after && Some(row) > place.row {
                        last.insert(data_id, Step::Row(row));
                    }
                }
            }
            read = rows.next;
            if read.is_none() {
                break;
            }
        }
        let is_all = read.is_none();
        if is_all {
            let journal = head.sequences()?;
            let sequences = journal.iter().map(|(data_id, number)| Sequence { number, data_id });
            last.extend(sequences.filter(|it| *it > after).map(|it| (it.data_id, Step::Journal(it))));
        }
        let mut steps: Vec<Step> = last.into_values().collect();
        steps.sort_unstable();
        Ok(Changed { steps, is_all })
    }
}

/// Favorites that changed.
struct Changed {
    steps: Vec<Step>,
    /// True if no others changed.
    is_all: bool,
}

/// A place at which a favorite that changed is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    Row(RowPlace),
    Journal(Sequence),
}

impl Step {
    fn data_id(&self) -> DataId {
        match self {
            Self::Row(row) => row.data_id,
            Self::Journal(sequence) => sequence.data_id,
        }
    }
}
