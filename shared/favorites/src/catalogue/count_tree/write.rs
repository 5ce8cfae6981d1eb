//! Moving recent changes from the head into nodes.

use std::collections::BTreeMap;

use futures::future::{BoxFuture, FutureExt as _, join_all, try_join_all};

use crate::catalogue::count_tree::CountTree;
use crate::catalogue::count_tree::cell::Cell;
use crate::catalogue::count_tree::deltas::Deltas;
use crate::catalogue::count_tree::node::{
    Branch, Contents, CountNode, CountNodeKey, NodeNumber, drawn_number,
};
use crate::error::{Error, busy};
use crate::limits::SPARE_COUNT_NODES;
use crate::model::ids::UserId;
use crate::service::Favorites;

/// The number of nodes that are put or deleted in parallel.
const AT_ONCE: usize = 32;

/// A tree with new nodes. They are in the table, and count when a head that names them is put.
#[derive(Debug, Default)]
pub(crate) struct Rewritten {
    pub(crate) tree: CountTree,
    /// Nodes that the new tree neither has nor keeps as spare ones.
    pub(crate) surplus: Vec<NodeNumber>,
}

/// A rewriting under way.
struct Rewriting<'a> {
    favorites: &'a Favorites,
    user: &'a UserId,
    /// The most nodes of each level that may be replaced below one node.
    most: usize,
    /// The revision of the head that will name the new nodes.
    written_for: u64,
    spare: Vec<NodeNumber>,
    /// The new nodes, and whether each is over a spare one.
    made: Vec<(CountNode, bool)>,
    replaced: Vec<NodeNumber>,
    /// Changes that stay in the head, because the nodes that they belong to are left alone.
    left: Deltas,
}

impl Favorites {
    /// Moves recent changes into new nodes, and puts these. The heaviest changes move first: at most those of `most` leaves below
    /// one node.
    ///
    /// # Errors
    /// [`Error::Busy`] if a node is missing or overwritten, because another writer replaced it since the head was read, or if another
    /// writer overwrites a spare node at the same time.
    pub(crate) async fn rewrite_counts(
        &self,
        user: &UserId,
        tree: CountTree,
        most: usize,
    ) -> Result<Rewritten, Error> {
        let CountTree { roots, recent, spare, revision } = tree;
        let mut rewriting = Rewriting::new(self, user, most, (spare, revision));
        let mut roots = rewriting.merge(roots, recent).await?;
        while roots.len() > 1 && roots.iter().map(Branch::bytes).sum::<usize>() > self.count_roots_bytes() {
            roots = rewriting.inner_nodes(&roots)?;
        }
        let Rewriting { mut spare, made, replaced, left, .. } = rewriting;
        self.put_nodes(&made).await?;
        spare.extend(replaced);
        let surplus = spare.split_off(spare.len().min(SPARE_COUNT_NODES));
        Ok(Rewritten { tree: CountTree { roots, recent: left, spare, revision }, surplus })
    }

    /// Puts changes into new leaves for the head that follows the one of `revision`, and returns the branches that lead to them.
    pub(crate) async fn put_leaves(
        &self,
        user: &UserId,
        revision: u64,
        changes: Deltas,
    ) -> Result<Vec<Branch>, Error> {
        let mut rewriting = Rewriting::new(self, user, usize::MAX, (Vec::new(), revision));
        let branches = rewriting.leaves(changes)?;
        self.put_nodes(&rewriting.made).await?;
        Ok(branches)
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

impl<'a> Rewriting<'a> {
    /// `spare` and `revision` are those of the head that was read.
    fn new(
        favorites: &'a Favorites,
        user: &'a UserId,
        most: usize,
        (spare, revision): (Vec<NodeNumber>, u64),
    ) -> Self {
        let (made, replaced, left) = (Vec::new(), Vec::new(), Deltas::default());
        Self { favorites, user, most, written_for: revision + 1, spare, made, replaced, left }
    }

    /// Adds changes to the nodes below some branches, and returns the branches as they are then.
    fn merge(&mut self, branches: Vec<Branch>, changes: Deltas) -> BoxFuture<'_, Result<Vec<Branch>, Error>> {
        async move {
            if branches.is_empty() {
                return self.leaves(changes);
            }
            let mut by_branch = divided(&branches, &changes);
            self.leave_light(&mut by_branch);
            let places: Vec<_> = by_branch.keys().copied().collect();
            let wanted = places.iter().map(|place| &branches[*place]);
            let nodes = self.favorites.read_nodes(self.user, wanted, true).await?.ok_or_else(busy)?;
            let mut read: BTreeMap<usize, CountNode> = places.into_iter().zip(nodes).collect();
            let mut after = Vec::with_capacity(branches.len());
            for (place, branch) in branches.into_iter().enumerate() {
                match (read.remove(&place), by_branch.remove(&place)) {
                    (Some(node), Some(changes)) => {
                        self.replaced.push(branch.node);
                        after.extend(self.replace(node.contents()?, changes).await?);
                    }
                    _ => after.push(branch),
                }
            }
            Ok(after)
        }
        .boxed()
    }

    /// Makes nodes that have the contents of one, and the changes.
    async fn replace(&mut self, contents: Contents, changes: Deltas) -> Result<Vec<Branch>, Error> {
        match contents {
            Contents::Leaf(mut deltas) => {
                deltas.add_all(&changes, 1);
                self.leaves(deltas)
            }
            Contents::Inner(branches) => {
                let branches = self.merge(branches, changes).await?;
                self.inner_nodes(&branches)
            }
        }
    }

    /// Keeps the changes of the branches with the most bytes, and leaves those of all others in the head.
    fn leave_light(&mut self, by_branch: &mut BTreeMap<usize, Deltas>) {
        let mut places: Vec<_> = by_branch.iter().map(|(place, changes)| (changes.bytes(), *place)).collect();
        places.sort_unstable_by(|one, other| other.cmp(one));
        for (_, place) in places.into_iter().skip(self.most.max(1)) {
            if let Some(changes) = by_branch.remove(&place) {
                self.left.add_all(&changes, 1);
            }
        }
    }

    fn leaves(&mut self, deltas: Deltas) -> Result<Vec<Branch>, Error> {
        let parts = deltas.parts(self.favorites.count_node_bytes).into_iter().map(Contents::Leaf);
        parts.filter_map(|contents| self.make(&contents).transpose()).collect()
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

/// The changes that belong to each branch, by its place. What lies before the first branch belongs to it.
fn divided(branches: &[Branch], changes: &Deltas) -> BTreeMap<usize, Deltas> {
    let place = |cell: Cell| branches.partition_point(|branch| branch.first <= cell).saturating_sub(1);
    let mut by_branch: BTreeMap<usize, Deltas> = BTreeMap::new();
    for (cell, change) in changes.iter() {
        by_branch.entry(place(cell)).or_default().add(cell, change);
    }
    by_branch
}
