//! Counters of tags, and counters that change when favorites expire, in a tree.
//!
//! # Counting with time
//!
//! A count is a sum of [changes over time](Deltas). A favorite that expires adds one now, and takes one off in its second of
//! expiry. So the count at any moment is the sum of the changes up to that moment, and nobody has to do anything when the moment
//! comes. The changes follow from the known states of favorites alone. When DynamoDB removes the item later, the record of that
//! takes both changes back: the count of any later moment stays as it is, so nothing is taken off twice.
//!
//! # Where the changes are stored
//!
//! The head of the catalogue has the newest changes, as sums. When they exceed
//! [`RECENT_COUNTS_BYTES`](crate::limits::RECENT_COUNTS_BYTES), those that belong to one leaf of the tree move there. Leaves have
//! up to [`COUNT_NODE_BYTES`](crate::limits::COUNT_NODE_BYTES), in the order of scope and second. The head names the topmost
//! nodes of the tree by their numbers.
//!
//! A node that a head names is never changed. A writer puts new nodes in place of old ones under other numbers, and then a head
//! that names them. The put of the head is what counts, and it happens only if nobody put a head in between. So no change is in the
//! tree and in the head at once, whoever dies at whatever request, and whoever reads a head reads the nodes of that head.
//!
//! # Spare nodes
//!
//! The head keeps up to [`SPARE_COUNT_NODES`](crate::limits::SPARE_COUNT_NODES) numbers of nodes that were replaced. The next writer
//! overwrites these nodes, so a lone change deletes none. Each node states the revision of the head for which it was written, and
//! each branch states it as well:
//!
//! - A reader or writer takes a node only if the two agree. Otherwise the node was overwritten after its head was read, and the
//!   reader reads the head again.
//! - A writer that read the head of revision `r` writes nodes for `r + 1`, and overwrites a spare node only if that was written for
//!   `r` or an earlier revision. Only a head of the revision for which a node was written begins to name it. The head of revision `r`
//!   exists and lists the node as spare, so no later head names what the node has.
//! - A node that was written for `r + 1` may belong to another writer, whose head may still come. It is left alone, and this
//!   writer's changes stay in its head. If the other writer fails, a writer that read a later head overwrites the node.
//!
//! The writer deletes replaced nodes that exceed the limit after the put of its head. New nodes under numbers of their own, which a
//! dead writer left behind, are deleted by reconciliation.
//!
//! # Reading
//!
//! A branch states the sums below it, where these are of one scope. So a reader adds up the branches that lie before its moment,
//! and reads only the node in which its moment lies: one node on each level.

mod cell;
mod deltas;
mod fingerprint;
mod node;
mod read;
#[cfg(test)]
mod samples;
mod sweep;
mod window;
mod write;

pub(crate) use cell::{ALWAYS, Cell, Counter, NEVER, Scope};
pub(crate) use deltas::{Deltas, Sums};
pub(crate) use fingerprint::{CellNumbers, Fingerprint};
pub(crate) use node::{Branch, CountNode, NodeNumber};
pub(crate) use sweep::WholeTree;
pub(crate) use window::Window;
pub(crate) use write::Rewritten;

use serde::{Deserialize, Serialize};

/// The head's part of the tree.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CountTree {
    /// The topmost nodes, in the order of their cells.
    pub(crate) roots: Vec<Branch>,
    /// Changes that are in no node yet.
    pub(crate) recent: Deltas,
    /// Nodes that can be overwritten, because no head from this one on names what they have.
    #[serde(skip)]
    pub(crate) spare: Vec<NodeNumber>,
    /// The revision of the head.
    #[serde(skip)]
    pub(crate) revision: u64,
}
