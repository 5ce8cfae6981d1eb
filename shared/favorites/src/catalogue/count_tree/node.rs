//! Nodes of the count tree: items that nobody changes as long as a head names them.

use serde::{Deserialize, Serialize};
use single_table::{Condition, Entity, EpochSeconds, Put};

use crate::catalogue::count_tree::cell::Cell;
use crate::catalogue::count_tree::deltas::{Deltas, Sums, scope_bytes, varint};
use crate::catalogue::revision::drawn;
use crate::error::{Error, busy};
use crate::model::ids::UserId;
use crate::service::Favorites;
use crate::table::FavoritesTable;

/// The number of a node among those of its user. It is drawn, because writers that know nothing of each other make nodes.
pub(crate) type NodeNumber = u32;

/// A node. The head of the catalogue names the nodes that count. All other nodes are spare, or left over from a write that failed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = FavoritesTable, name = "CatalogueCounts", partition(user_id), sort(number))]
pub(crate) struct CountNode {
    pub(crate) user_id: UserId,
    pub(crate) number: NodeNumber,
    /// The revision of the head for which the node was written: the first one that names the node as it is, if any does.
    pub(crate) written_for: u64,
    #[serde(with = "serde_bytes")]
    counts: Vec<u8>,
}

/// The contents of a node.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) enum Contents {
    Leaf(Deltas),
    /// Branches in the order of their cells, which don't overlap.
    Inner(Vec<Branch>),
    /// Runs, whose cells overlap.
    Pile(Vec<Branch>),
}

/// A part of the tree: the cells from its first one up to the first one of the next branch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Branch {
    pub(crate) first: Cell,
    pub(crate) node: NodeNumber,
    /// The revision of the head for which the node was written. A node with another one was overwritten since.
    pub(crate) written_for: u64,
    /// The sums of all its cells, where these belong to one scope. They save a reader the node.
    pub(crate) sums: Option<Sums>,
}

impl Branch {
    /// Returns the bytes of the stored form.
    pub(crate) fn bytes(&self) -> usize {
        let Cell { scope, second, counter: _ } = self.first;
        let sums = self.sums.as_ref().map_or(0, Sums::bytes);
        scope_bytes(scope)
            + varint(second.get())
            + 1
            + varint(self.node.into())
            + varint(self.written_for)
            + 1
            + sums
    }
}

impl CountNode {
    /// Makes a node for the head of revision `written_for`, and the branch that leads to it. None for contents without a cell.
    pub(crate) fn of(
        user: &UserId,
        number: NodeNumber,
        written_for: u64,
        contents: &Contents,
    ) -> Result<Option<(Self, Branch)>, Error> {
        let Some((first, sums)) = contents.summary() else { return Ok(None) };
        let counts = postcard::to_allocvec(contents).map_err(Error::catalogue)?;
        let node = Self { user_id: user.clone(), number, written_for, counts };
        Ok(Some((node, Branch { first, node: number, written_for, sums })))
    }

    /// Returns true if this is the node to which a branch leads, as that branch's head named it.
    pub(crate) fn is_of(&self, branch: &Branch) -> bool {
        (self.number, self.written_for) == (branch.node, branch.written_for)
    }

    /// Returns the bytes of the contents.
    pub(crate) fn bytes(&self) -> usize {
        self.counts.len()
    }

    pub(crate) fn contents(&self) -> Result<Contents, Error> {
        postcard::from_bytes(&self.counts).map_err(|error| {
            Error::catalogue(format_args!(
                "node {} of the counts of {}: {error}",
                self.number,
                self.user_id.as_str()
            ))
        })
    }
}

/// Draws the number of a new node.
pub(crate) fn drawn_number() -> NodeNumber {
    // The lowest bit is the same in all numbers, and the next 32 are random.
    NodeNumber::try_from((drawn() >> 1) & u64::from(NodeNumber::MAX)).unwrap_or_default()
}

impl Favorites {
    /// Puts a node that no head names yet: over a spare node, or under a number that no node has.
    ///
    /// # Errors
    /// [`Error::Busy`] if another writer took the number. That writer has the same head, and one of the two puts will fail.
    pub(crate) async fn put_node(&self, node: &CountNode, is_over_spare: bool) -> Result<(), Error> {
        let is_put = if is_over_spare {
            // The head that was read lists it as spare. So what was written for that head or an earlier one is named by no later one.
            let is_dead = CountNode::WRITTEN_FOR.lt(node.written_for);
            let put = Put::new(node).only_if(Condition::absent() | is_dead);
            Error::unless_changed(self.store.execute(put).await)?
        } else {
            Error::unless_changed(self.store.insert(node).await)?
        };
        if is_put { Ok(()) } else { Err(busy()) }
    }
}

impl Contents {
    /// Returns where the cells begin, and their sums where they belong to one scope.
    fn summary(&self) -> Option<(Cell, Option<Sums>)> {
        match self {
            Self::Leaf(deltas) => {
                let (first, _) = deltas.iter().next()?;
                let sums = deltas.scope().map(|scope| deltas.sums(scope, EpochSeconds::new(u64::MAX)));
                Some((first, sums))
            }
            Self::Inner(branches) => {
                let first = branches.first()?.first;
                let mut all = Some(Sums::default());
                for branch in branches {
                    let sums = branch.sums.as_ref().filter(|_| branch.first.scope == first.scope);
                    all = all.zip(sums).map(|(mut all, sums)| {
                        all.add_all(sums);
                        all
                    });
                }
                Some((first, all))
            }
            Self::Pile(branches) => Some((branches.iter().map(|branch| branch.first).min()?, None)),
        }
    }
}
