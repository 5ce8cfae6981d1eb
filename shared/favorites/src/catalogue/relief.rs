//! Moving what the head has too much of to segments and to nodes of the count tree, as part of a commit.

use crate::catalogue::count_tree::{NodeNumber, Rewritten};
use crate::catalogue::entry::{Entries, bytes};
use crate::catalogue::head::OpenHead;
use crate::catalogue::head_counts::HeadCounts;
use crate::catalogue::room::Room;
use crate::catalogue::segment::Cuts;
use crate::error::Error;
use crate::limits::LONE_HEAD_UNITS;
use crate::model::ids::UserId;
use crate::service::Favorites;

/// The most changes of a commit that leaves it to later commits to empty the journal, one segment at a time.
pub(super) const FEW_CHANGES: usize = 8;

/// A head that a commit is about to put.
pub(super) struct Load<'a> {
    pub(super) before: &'a OpenHead,
    pub(super) counts: &'a mut HeadCounts,
    pub(super) journal: &'a mut Entries,
    /// The entries that will be added to the journal.
    pub(super) news: &'a Entries,
    /// Segments that are put with the head.
    pub(super) cuts: &'a mut Cuts,
    /// The number of entries that the commit changes.
    pub(super) changes: usize,
}

/// The result of relieving a head.
pub(super) struct Relieved {
    /// The nodes to delete after the head is put.
    pub(super) surplus: Vec<NodeNumber>,
    /// True if the commit is expensive: it puts segments in a transaction with the head, or nodes.
    pub(super) is_expensive: bool,
}

/// The parts of the head that a commit may pay for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Relief {
    Both,
    /// The journal, or the counts where the journal needs nothing.
    Journal,
    /// The counts, or the journal where the counts need nothing.
    Counts,
}

impl Favorites {
    /// Moves entries of the journal to segments, and changes of counters to nodes, where these are too many for the head. Returns None
    /// if another writer changed a segment meanwhile.
    pub(super) async fn relieve(&self, user: &UserId, load: Load<'_>) -> Result<Option<Relieved>, Error> {
        let relief = self.relief(user, &load)?;
        let Load { before, counts, journal, news, cuts, changes } = load;
        let is_lone = changes <= FEW_CHANGES;
        if relief == Relief::Counts
            && let Some(surplus) = self.move_counts(user, counts, changes).await
        {
            return Ok(Some(Relieved { surplus, is_expensive: true }));
        }
        let entries = journal.len();
        if cuts.is_empty() {
            let room = Room { taken: bytes(news), most_segments: news.len() };
            if !self.make_room(user, before.revision(), journal, room, cuts).await? {
                return Ok(None);
            }
        }
        let may_move = match relief {
            // A transaction with the head is as expensive as a lone change may be.
            Relief::Both => !is_lone || cuts.is_empty(),
            Relief::Journal => cuts.is_empty() && journal.len() == entries,
            Relief::Counts => false,
        };
        let surplus = if may_move { self.move_counts(user, counts, changes).await } else { None };
        let is_expensive = !cuts.is_empty() || surplus.is_some();
        Ok(Some(Relieved { surplus: surplus.unwrap_or_default(), is_expensive }))
    }

    /// Decides what a commit pays for. A lone change pays for both parts only if the head is small, and else for the fuller one.
    fn relief(&self, user: &UserId, load: &Load<'_>) -> Result<Relief, Error> {
        let Load { before, counts, journal, news, cuts, changes } = load;
        let recent_bytes = counts.tally.deltas.bytes();
        if *changes > FEW_CHANGES || recent_bytes <= self.recent_counts_bytes() {
            return Ok(Relief::Both);
        }
        let mut all = Entries::clone(journal);
        all.extend(news.iter().map(|(data_id, entry)| (*data_id, entry.clone())));
        if before.units_with(user, counts, &all)? <= LONE_HEAD_UNITS {
            return Ok(Relief::Both);
        }
        let are_counts_fuller = recent_bytes * self.journal_bytes > bytes(&all) * self.recent_counts_bytes();
        Ok(if cuts.is_empty() && are_counts_fuller { Relief::Counts } else { Relief::Journal })
    }

    /// Moves recent changes of counters into nodes if they are too many for the head, and returns the nodes to delete after the
    /// head is put. Returns None if nothing moved. Changes that can't be moved now stay in the head until another commit.
    async fn move_counts(
        &self,
        user: &UserId,
        counts: &mut HeadCounts,
        most_nodes: usize,
    ) -> Option<Vec<NodeNumber>> {
        if counts.tally.deltas.bytes() <= self.recent_counts_bytes() {
            return None;
        }
        match self.rewrite_counts(user, counts.tree(), most_nodes).await {
            Ok(Rewritten { tree, surplus }) => {
                counts.set_tree(tree);
                Some(surplus)
            }
            Err(error) => {
                tracing::info!(%error, "recent counts stay in the head");
                None
            }
        }
    }
}
