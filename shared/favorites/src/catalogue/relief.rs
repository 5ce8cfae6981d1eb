//! Moving recent changes of counters to runs of the count tree, as part of a commit.

use crate::catalogue::head_counts::HeadCounts;
use crate::error::Error;
use crate::model::ids::UserId;
use crate::service::Favorites;

impl Favorites {
    /// Moves the recent changes of counters into a run if they are too many for the head. `changes` is the
    /// number of entries that the commit changes, and `has_moved_entries` is true if it writes segments.
    ///
    /// A commit merges as many runs as fit a leaf for each of its changes. A lone change that writes segments
    /// merges none, and lets the changes grow to twice the usual size, so that it stays cheap.
    pub(super) async fn relieve(
        &self,
        user: &UserId,
        counts: &mut HeadCounts,
        changes: usize,
        has_moved_entries: bool,
    ) -> Result<(), Error> {
        let is_busy = changes <= 1 && has_moved_entries;
        let most = self.recent_counts_bytes() * if is_busy { 2 } else { 1 };
        if counts.tally.deltas.bytes() <= most {
            return Ok(());
        }
        let merged_bytes = if is_busy { 0 } else { self.count_leaf_bytes() * changes.max(1) };
        let tree = self.rewrite_counts(user, counts.tree(), merged_bytes).await?;
        counts.set_tree(tree);
        Ok(())
    }
}
