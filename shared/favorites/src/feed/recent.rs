//! The numbered changes since a mark.

use std::collections::BTreeMap;

use futures::TryStreamExt as _;

use crate::catalogue::{ChangeRow, ChangeRowItems, Head};
use crate::error::Error;
use crate::feed::page::{Change, Filling};
use crate::feed::place::{Mark, Sequence};
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

    /// Adds the favorites that changed after the mark, as far as there is room, and moves the mark behind them.
    pub(super) async fn add_favorites(
        &self,
        user: &UserId,
        head: Option<&Head>,
        mark: &mut Mark<Sequence>,
        page: &mut Filling<'_>,
    ) -> Result<(), Error> {
        let Some(head) = head.filter(|head| head.epoch().is_some()) else { return Ok(()) };
        let end = Sequence::end_of(head.revision());
        if mark.after == end {
            return Ok(());
        }
        let changed = self.changed_since(user, head, mark.after).await?;
        let (mut sequences, mut is_full) = (changed.iter().take(self.feed_room.changes), false);
        while !is_full {
            let part: Vec<Sequence> = sequences.by_ref().take(STATES_AT_ONCE).copied().collect();
            if part.is_empty() {
                break;
            }
            let ids: Vec<DataId> = part.iter().map(|sequence| sequence.data_id).collect();
            let states = self.favorite_changes(user, head, &ids).await?;
            for (sequence, change) in part.into_iter().zip(states) {
                is_full = !page.add(change);
                if is_full {
                    break;
                }
                mark.after = sequence;
            }
        }
        if !is_full && changed.len() <= self.feed_room.changes {
            mark.after = end;
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

    /// Returns the last change of each favorite that changed after a place, the oldest change first.
    async fn changed_since(
        &self,
        user: &UserId,
        head: &Head,
        after: Sequence,
    ) -> Result<Vec<Sequence>, Error> {
        let mut last: BTreeMap<DataId, u64> = BTreeMap::new();
        let query = ChangeRowItems::query(user.clone());
        // The row of the place's own number has the rest of a commit whose changes were too many for a page.
        let query = query.between(&(after.number,), &(head.revision(),)).consistent();
        let mut rows = self.store.stream(query);
        while let Some(row) = rows.try_next().await? {
            note_last(&mut last, ChangeRow::sequences(&row)?);
        }
        note_last(&mut last, head.sequences()?.iter());
        let changed = last.into_iter().map(|(data_id, number)| Sequence { number, data_id });
        let mut changed: Vec<Sequence> = changed.filter(|sequence| *sequence > after).collect();
        changed.sort_unstable();
        Ok(changed)
    }
}

/// Notes the highest number of each favorite.
fn note_last(last: &mut BTreeMap<DataId, u64>, changes: impl IntoIterator<Item = (DataId, u64)>) {
    for (data_id, number) in changes {
        let known = last.entry(data_id).or_default();
        *known = number.max(*known);
    }
}
