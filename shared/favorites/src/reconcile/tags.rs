//! Deleted tags that favorites still have.

use std::collections::BTreeSet;

use single_table::EpochSeconds;

use super::state::DeadTag;
use super::work::Work;
use crate::error::Error;
use crate::limits::{DRIFT_AFTER, SUSPECTS};
use crate::model::ids::{TagId, UserId};
use crate::service::Favorites;

impl Favorites {
    /// Begins the clean-up of a deleted tag that favorites still have at the second sight. While a clean-up
    /// is under way, it removes the tag from the favorites, which isn't drift. `read_at` is a time before the
    /// favorites were read. If the pass has stalled since, the clean-up may have removed the tag in the
    /// meantime.
    pub(super) async fn compare_tags(
        &self,
        user: &UserId,
        tags: &BTreeSet<TagId>,
        read_at: EpochSeconds,
        work: &mut Work,
    ) -> Result<(), Error> {
        let new: BTreeSet<TagId> =
            tags.iter().copied().filter(|tag_id| !work.pass.dead_tags.contains_key(tag_id)).collect();
        if new.is_empty() {
            return Ok(());
        }
        let existing = self.existing_tags(user, &new).await?;
        let now = self.seconds();
        for tag_id in new.difference(&existing).take(SUSPECTS - work.pass.dead_tags.len().min(SUSPECTS)) {
            let seen = work.state.dead_tags.get(tag_id).map(|dead_tag| dead_tag.seen);
            let is_confirmed = seen.is_some_and(|seen| seen.plus(DRIFT_AFTER) <= read_at);
            if (is_confirmed || work.pass.at_once) && self.resume_cleanup(user, *tag_id).await? {
                work.mended(is_confirmed);
            }
            let dead_tag = DeadTag { seen: seen.unwrap_or(now), is_confirmed };
            work.pass.dead_tags.insert(*tag_id, dead_tag);
        }
        Ok(())
    }
}
