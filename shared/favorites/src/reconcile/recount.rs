//! The counters against what the entries weigh.
//!
//! A recount reads the head, then all segments and all nodes of the count tree, and keeps them in memory,
//! packed. It adds up the *rest*: what the entries weigh, less what the counters say. If nothing rests, the
//! counters are right: a commit changes both by the same.
//!
//! Users go on changing favorites meanwhile, and then what was read belongs to several revisions. So if
//! something rests, the recount reads the head again. If the head has changed, the recount begins again, and
//! after some tries it leaves the counters to the next pass. If the head is the same, everything belongs to its
//! revision, and the recount puts the counters right, on the condition that the head is still the same.
//!
//! Nothing of a recount is saved before that put. So a call that dies loses nothing but this step, and of two
//! recounts at once, only one corrects the counters.

use std::collections::BTreeMap;
use std::pin::pin;

use futures::{Stream, TryStreamExt as _};
use single_table::store::Backoff;

use crate::catalogue::count_tree::{CountNode, CountNodeItems, CountTree, Deltas};
use crate::catalogue::{Cuts, Entries, Erasure, HeadCounts, Segment, SegmentItems, Tally};
use crate::error::Error;
use crate::limits::RECOUNT_TRIES;
use crate::model::ids::UserId;
use crate::search_index::UserIndex;
use crate::service::Favorites;

/// The most memory that a change of a counter takes in a map. An entry of the map has 40 bytes, and its nodes
/// are half empty.
const CELL_BYTES: usize = 80;

/// The memory of a segment or a node without its contents.
const ITEM_BYTES: usize = 200;

/// The result of a recount.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Recounted {
    Right,
    /// The counters were not the sum of the entries, and are now.
    Corrected,
    /// The catalogue changed while it was read.
    Changed,
    /// The catalogue takes more memory than there is.
    TooLarge,
    TooSlow,
}

impl Favorites {
    /// Compares the counters of a user with what all entries weigh, and puts them right where they differ.
    /// Deletes nodes that no head names. Counters that would take more memory, time or tries than there are stay
    /// as they are. Returns true if the counters were wrong and are right now.
    pub(super) async fn recount(&self, user: &UserId) -> Result<bool, Error> {
        let tries = async {
            let mut backoff = Backoff::default();
            for _ in 1..RECOUNT_TRIES {
                let recounted = self.try_recount(user).await?;
                if recounted != Recounted::Changed {
                    return Ok(recounted);
                }
                backoff.pause().await;
            }
            self.try_recount(user).await
        };
        // Nothing is half done after any request of a recount.
        let recounted = tokio::time::timeout(self.recount_time, tries).await;
        let recounted = recounted.unwrap_or(Ok(Recounted::TooSlow))?;
        match recounted {
            Recounted::Right | Recounted::Corrected => {}
            Recounted::Changed => tracing::info!(reason = ?recounted, "counters were not compared"),
            Recounted::TooLarge | Recounted::TooSlow => {
                tracing::error!(reason = ?recounted, "counters were not compared");
            }
        }
        Ok(recounted == Recounted::Corrected)
    }

    async fn try_recount(&self, user: &UserId) -> Result<Recounted, Error> {
        let (mut head, is_head_readable) = self.open_any_head(user).await?;
        self.note_erasure(user, &mut head).await?;
        if head.erasure == Some(Erasure::UnderWay) {
            return Ok(Recounted::Right);
        }
        let mut room = self.recount_bytes;
        let segments = self.store.stream(SegmentItems::query(user.clone()).consistent());
        let Some(segments) = collect(segments, |segment| segment.entries.len(), &mut room).await? else {
            return Ok(Recounted::TooLarge);
        };
        let nodes = self.store.stream(CountNodeItems::query(user.clone()).consistent());
        let Some(nodes) = collect(nodes, CountNode::bytes, &mut room).await? else {
            return Ok(Recounted::TooLarge);
        };
        let most = room / CELL_BYTES;
        let Some(mut rest) = weight(&segments, &head.journal, most).await else {
            return Ok(Recounted::TooLarge);
        };
        rest.add_all(&head.counts.tally, -1);
        let mut nodes: BTreeMap<_, _> = nodes.into_iter().map(|node| (node.number, node)).collect();
        let all: Vec<_> = nodes.keys().copied().collect();
        let take_off = |leaf: &Deltas| {
            if rest.deltas.len() <= most {
                rest.deltas.add_all(leaf, -1);
            }
        };
        let has_all_nodes = head.counts.tree().take_nodes(&mut nodes, take_off).await;
        if rest.deltas.len() > most {
            return Ok(Recounted::TooLarge);
        }
        let stray: Vec<_> = nodes.into_keys().filter(|number| !head.counts.spare.contains(number)).collect();
        let is_tree_right = has_all_nodes && head.counts.is_dated && rest.deltas == Deltas::default();
        let is_right = is_tree_right && is_head_readable && rest == Tally::default();
        if is_right && stray.is_empty() {
            return Ok(Recounted::Right);
        }
        let (now, _) = self.open_any_head(user).await?;
        if (now.is_stored(), now.revision()) != (head.is_stored(), head.revision()) {
            return Ok(Recounted::Changed);
        }
        if !head.is_stored() && !segments.is_empty() {
            head.index = UserIndex::after_loss(self.store.now());
        }
        let mut counts = head.counts.clone();
        let surplus = if is_tree_right {
            counts.tally.add_all(&rest, 1);
            stray
        } else {
            // The memory is for one of the two.
            drop(rest);
            let tally = weight(&segments, &head.journal, usize::MAX).await.unwrap_or_default();
            counts = self.counts_anew(user, head.revision(), tally).await?;
            all
        };
        // With this put, no writer that read an older head can name a surplus node any more.
        if !self.put_head(user, &head, &counts, &head.journal, Cuts::default()).await? {
            return Ok(Recounted::Changed);
        }
        self.delete_nodes(user, &surplus).await;
        // Counters from before favorites were counted by their expiry are not wrong.
        Ok(if is_right || !head.counts.is_dated { Recounted::Right } else { Recounted::Corrected })
    }

    /// Makes counters for the head that follows the one of `revision`. Changes that are too many for a head
    /// are put into a run of new nodes.
    async fn counts_anew(&self, user: &UserId, revision: u64, mut tally: Tally) -> Result<HeadCounts, Error> {
        let recent = std::mem::take(&mut tally.deltas);
        let mut tree = CountTree { recent, revision, ..CountTree::default() };
        if tree.recent.bytes() > self.recent_counts_bytes() {
            tree = self.rewrite_counts(user, tree, 0).await?;
        }
        let mut counts = HeadCounts { tally, ..HeadCounts::default() };
        counts.set_tree(tree);
        Ok(counts)
    }
}

/// Collects items that were read, and takes their memory off `room`, in bytes. Returns None if they take more.
async fn collect<T>(
    items: impl Stream<Item = Result<T, single_table::Error>>,
    packed_bytes: impl Fn(&T) -> usize,
    room: &mut usize,
) -> Result<Option<Vec<T>>, Error> {
    let mut items = pin!(items);
    let mut all = Vec::new();
    while let Some(item) = items.try_next().await? {
        let Some(left) = room.checked_sub(ITEM_BYTES + packed_bytes(&item)) else { return Ok(None) };
        *room = left;
        all.push(item);
    }
    Ok(Some(all))
}

/// Adds up what the entries of segments and journal weigh. Returns None if that takes more than `most` changes
/// of counters.
///
/// A segment that can't be read weighs nothing: the next pass makes its entries again, and counts them then.
async fn weight(segments: &[Segment], journal: &Entries, most: usize) -> Option<Tally> {
    let mut sum = Tally::default();
    let ends = segments.iter().skip(1).map(|next| Some(next.first_id)).chain([None]);
    for (segment, end) in segments.iter().zip(ends) {
        // A million entries take seconds. Other tasks go on meanwhile, and the time of the recount may end.
        tokio::task::yield_now().await;
        let entries = segment.entries().unwrap_or_default();
        let held = entries.iter().filter(|(data_id, _)| end.is_none_or(|end| **data_id < end));
        for (_, entry) in held.filter(|(data_id, _)| !journal.contains_key(data_id)) {
            sum.count(entry, 1);
        }
        if sum.deltas.len() > most {
            return None;
        }
    }
    for entry in journal.values() {
        sum.count(entry, 1);
    }
    Some(sum).filter(|sum| sum.deltas.len() <= most)
}
