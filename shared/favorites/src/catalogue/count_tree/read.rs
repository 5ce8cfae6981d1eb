//! Reading counts at a moment.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

use single_table::EpochSeconds;

use crate::catalogue::count_tree::CountTree;
use crate::catalogue::count_tree::cell::{Cell, Scope};
use crate::catalogue::count_tree::deltas::Sums;
use crate::catalogue::count_tree::node::{Branch, Contents, CountNode, CountNodeKey};
use crate::error::Error;
use crate::model::ids::UserId;
use crate::service::Favorites;

/// The sums of several scopes.
pub(crate) type SumsByScope = BTreeMap<Scope, Sums>;

/// A branch, and where the next one begins.
type Bounded = (Branch, Option<Cell>);

impl Favorites {
    /// Returns the sums of these scopes up to a moment. None if a node is missing: then the head is not the last one, or the tree
    /// is damaged.
    pub(crate) async fn sums_of(
        &self,
        user: &UserId,
        tree: &CountTree,
        scopes: &BTreeSet<Scope>,
        until: EpochSeconds,
        consistent: bool,
    ) -> Result<Option<SumsByScope>, Error> {
        let mut found: SumsByScope =
            scopes.iter().map(|scope| (*scope, tree.recent.sums(*scope, until))).collect();
        let mut level = unbounded(tree.runs.iter().map(|run| run.branch.clone()));
        loop {
            let wanted = pass(level, scopes, until, &mut found);
            if wanted.is_empty() {
                return Ok(Some(found));
            }
            let branches = wanted.iter().map(|(branch, _)| branch);
            let Some(nodes) = self.read_nodes(user, branches, consistent).await? else { return Ok(None) };
            level = Vec::new();
            for ((_, end), node) in wanted.into_iter().zip(nodes) {
                match node.contents()? {
                    Contents::Inner(branches) => level.extend(bounded(branches, end)),
                    Contents::Pile(branches) => level.extend(unbounded(branches)),
                    Contents::Leaf(deltas) => {
                        for (scope, sums) in &mut found {
                            sums.add_all(&deltas.sums(*scope, until));
                        }
                    }
                }
            }
        }
    }

    /// Reads the nodes to which branches lead, in their order. None if one is missing or was overwritten.
    pub(super) async fn read_nodes<'a>(
        &self,
        user: &UserId,
        branches: impl Iterator<Item = &'a Branch> + Clone,
        consistent: bool,
    ) -> Result<Option<Vec<CountNode>>, Error> {
        let key = |branch: &Branch| CountNodeKey { user_id: user.clone(), number: branch.node };
        let keys: Vec<_> = branches.clone().map(key).collect();
        let read = self.store.get_many::<CountNode>(&keys);
        let read = if consistent { read.consistent() } else { read };
        let nodes: Option<Vec<CountNode>> =
            read.await?.complete().map_err(single_table::Error::from)?.into_iter().collect();
        Ok(nodes.filter(|nodes| nodes.iter().zip(branches).all(|(node, branch)| node.is_of(branch))))
    }
}

/// Gives each branch the place where it ends: where the next one begins, or at `end`.
fn bounded(branches: Vec<Branch>, end: Option<Cell>) -> Vec<Bounded> {
    let ends: Vec<_> = branches.iter().skip(1).map(|next| Some(next.first)).chain([end]).collect();
    branches.into_iter().zip(ends).collect()
}

/// Branches of runs, which end nowhere in particular.
fn unbounded(branches: impl IntoIterator<Item = Branch>) -> Vec<Bounded> {
    branches.into_iter().map(|branch| (branch, None)).collect()
}

/// Adds up the branches that lie in the asked part of one scope as a whole, and returns those that have to be read.
fn pass(
    level: Vec<Bounded>,
    scopes: &BTreeSet<Scope>,
    until: EpochSeconds,
    found: &mut SumsByScope,
) -> Vec<Bounded> {
    let mut wanted = Vec::new();
    for (branch, end) in level {
        let scope = branch.first.scope;
        let is_before = |end: Cell| end.scope == scope && end.second <= until;
        if let (Some(sums), Some(of_scope)) = (&branch.sums, found.get_mut(&scope))
            && end.is_some_and(is_before)
        {
            of_scope.add_all(sums);
        } else if meets(&branch, end, scopes, until) {
            wanted.push((branch, end));
        }
    }
    wanted
}

/// Returns true if a branch may have cells of a scope up to the moment.
fn meets(branch: &Branch, end: Option<Cell>, scopes: &BTreeSet<Scope>, until: EpochSeconds) -> bool {
    let first = branch.first;
    if scopes.contains(&first.scope) && first.second <= until {
        return true;
    }
    if branch.sums.is_some() {
        return false;
    }
    let mut later = scopes.range((Bound::Excluded(first.scope), Bound::Unbounded));
    later.next().is_some_and(|scope| end.is_none_or(|end| *scope <= end.scope))
}
