//! Moving recent changes from the head into runs of nodes, and merging runs.

use futures::future::{join_all, try_join_all};

use crate::catalogue::count_tree::CountTree;
use crate::catalogue::count_tree::deltas::Deltas;
use crate::catalogue::count_tree::node::{
    Branch, Contents, CountNode, CountNodeKey, NodeNumber, drawn_number,
};
use crate::catalogue::count_tree::runs::{Run, level_of_a_pile, merged_with};
use crate::error::{Busy, Error, busy};
use crate::limits::SPARE_COUNT_NODES;
use crate::model::ids::UserId;
use crate::service::Favorites;

/// The number of nodes that are put or deleted in parallel.
const AT_ONCE: usize = 32;

/// New nodes of a user.
struct NewNodes<'a> {
    favorites: &'a Favorites,
    user: &'a UserId,
    /// The revision of the head that will name the new nodes.
    written_for: u64,
    spare: Vec<NodeNumber>,
    /// The new nodes, and whether each is over a spare one.
    made: Vec<(CountNode, bool)>,
}

impl Favorites {
    /// Moves all recent changes into a new run, and merges it with earlier runs of about its size, up to
    /// `most_bytes` together. Without a merge, this reads nothing.
    ///
    /// # Errors
    /// [`Error::Busy`] if the table is throttled.
    pub(crate) async fn rewrite_counts(
        &self,
        user: &UserId,
        tree: CountTree,
        most_bytes: usize,
    ) -> Result<CountTree, Error> {
        let CountTree { mut runs, recent: mut changes, spare, revision } = tree;
        // The worker merges runs also when there are few recent changes.
        let bytes = changes.bytes().max(self.recent_counts_bytes());
        let kept = runs.len() - merged_with(&mut runs, bytes, most_bytes);
        let mut replaced = Vec::new();
        // A run that can't be read must not hold up a commit. Reconciliation makes the tree again.
        match self.read_runs(user, &runs[kept..]).await {
            Ok((numbers, deltas)) => {
                runs.truncate(kept);
                changes.add_all(&deltas, 1);
                replaced = numbers;
            }
            Err(error) => tracing::warn!(%error, "runs of the counts are not merged"),
        }
        let make = |spare| -> Result<_, Error> {
            let mut nodes = NewNodes::new(self, user, (spare, revision));
            let mut runs = runs.clone();
            runs.extend(nodes.run(changes.clone())?);
            // One pile is enough: a commit adds one run.
            if let Some(level) = level_of_a_pile(&runs) {
                nodes.pile(&mut runs, level)?;
            }
            Ok((nodes, runs))
        };
        let (mut nodes, mut runs) = make(spare)?;
        match self.put_nodes(&nodes.made).await {
            // A commit that died before its put of the head has left a node of this revision over a spare one. As
            // only a put of the head changes the revision, new numbers must do.
            Err(Error::Busy(Busy::Contended)) => {
                (nodes, runs) = make(Vec::new())?;
                self.put_nodes(&nodes.made).await?;
            }
            put => put?,
        }
        let mut spare = nodes.spare;
        spare.extend(replaced);
        // Reconciliation deletes the others.
        spare.truncate(SPARE_COUNT_NODES);
        Ok(CountTree { runs, recent: Deltas::default(), spare, revision })
    }

    /// Reads runs as a whole. Returns the numbers of their nodes, and the sum of their changes.
    async fn read_runs(&self, user: &UserId, runs: &[Run]) -> Result<(Vec<NodeNumber>, Deltas), Error> {
        let (mut numbers, mut sum) = (Vec::new(), Deltas::default());
        let mut level: Vec<Branch> = runs.iter().map(|run| run.branch.clone()).collect();
        while !level.is_empty() {
            numbers.extend(level.iter().map(|branch| branch.node));
            let nodes = self.read_nodes(user, level.iter(), true).await?.ok_or_else(busy)?;
            level = Vec::new();
            for node in nodes {
                match node.contents()? {
                    Contents::Leaf(deltas) => sum.add_all(&deltas, 1),
                    Contents::Inner(branches) | Contents::Pile(branches) => level.extend(branches),
                }
            }
        }
        Ok((numbers, sum))
    }

    async fn put_nodes(&self, nodes: &[(CountNode, bool)]) -> Result<(), Error> {
        for nodes in nodes.chunks(AT_ONCE) {
            try_join_all(nodes.iter().map(|(node, is_over_spare)| self.put_node(node, *is_over_spare)))
                .await?;
        }
        Ok(())
    }

    /// Deletes nodes that no head names any more. A failure is not reported: reconciliation deletes what is left.
    pub(crate) async fn delete_nodes(&self, user: &UserId, numbers: &[NodeNumber]) {
        let delete = async |number: &NodeNumber| {
            let key = CountNodeKey { user_id: user.clone(), number: *number };
            if let Err(error) = self.store.execute(single_table::Delete::<CountNode>::new(key)).await {
                tracing::info!(%error, "a surplus node of the counts stays");
            }
        };
        for numbers in numbers.chunks(AT_ONCE) {
            join_all(numbers.iter().map(delete)).await;
        }
    }
}

impl<'a> NewNodes<'a> {
    /// `spare` and `revision` are those of the head that was read.
    fn new(favorites: &'a Favorites, user: &'a UserId, (spare, revision): (Vec<NodeNumber>, u64)) -> Self {
        Self { favorites, user, written_for: revision + 1, spare, made: Vec::new() }
    }

    /// Makes a run: leaves, and inner nodes one level above the other, up to a single branch. None without a change.
    fn run(&mut self, changes: Deltas) -> Result<Option<Run>, Error> {
        let bytes = changes.bytes();
        let most = self.favorites.count_leaf_bytes();
        let most = if bytes <= most { most } else { self.favorites.count_node_bytes };
        let leaves = changes.parts(most).into_iter().map(Contents::Leaf);
        let leaves = leaves.filter_map(|contents| self.make(&contents).transpose());
        let mut level = leaves.collect::<Result<Vec<_>, _>>()?;
        while level.len() > 1 {
            level = self.inner_nodes(&level)?;
        }
        Ok(level.pop().map(|branch| Run::sorted(branch, bytes)))
    }

    fn inner_nodes(&mut self, branches: &[Branch]) -> Result<Vec<Branch>, Error> {
        let all: usize = branches.iter().map(Branch::bytes).sum();
        let parts = all.div_ceil(self.favorites.count_node_bytes).max(1);
        let each = branches.len().div_ceil(parts).max(2);
        let mut made = Vec::with_capacity(parts);
        for part in branches.chunks(each) {
            made.extend(self.make(&Contents::Inner(part.to_vec()))?);
        }
        Ok(made)
    }

    /// Puts all runs of a level into a pile.
    fn pile(&mut self, runs: &mut Vec<Run>, level: u8) -> Result<(), Error> {
        let (piled, others) = std::mem::take(runs).into_iter().partition(|run| run.level == level);
        *runs = others;
        let branches = piled.iter().map(|run: &Run| run.branch.clone()).collect();
        let pile = self.make(&Contents::Pile(branches))?;
        runs.extend(pile.map(|branch| Run::pile(branch, &piled)));
        Ok(())
    }

    fn make(&mut self, contents: &Contents) -> Result<Option<Branch>, Error> {
        let spare = self.spare.last().copied();
        let number = spare.unwrap_or_else(drawn_number);
        let made = CountNode::of(self.user, number, self.written_for, contents)?;
        let Some((node, branch)) = made else { return Ok(None) };
        self.spare.pop();
        self.made.push((node, spare.is_some()));
        Ok(Some(branch))
    }
}
