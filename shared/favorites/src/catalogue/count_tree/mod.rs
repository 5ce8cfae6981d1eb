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
//! [`RECENT_COUNTS_BYTES`](crate::limits::RECENT_COUNTS_BYTES), all of them are put into a *run*: a tree
//! whose leaves have up to
//! [`COUNT_NODE_BYTES`](crate::limits::COUNT_NODE_BYTES), in the order of scope and second. The head names
//! the topmost node of each run. A count is the sum over all runs, so a commit never changes an old one: this
//! is a log-structured merge tree.
//!
//! An edit of a favorite with 20 tags and an expiry changes up to 80 cells all over a tree of thousands of
//! leaves. Rewriting these leaves would take 160 write units, and leaving the changes in the head would let
//! the head grow. A run takes them all in one or two.
//!
//! Runs of about the same size are [merged](runs), by a commit if they are small, or if it has many changes.
//! Eight runs that nobody merges become a *pile*, a node that names them. So the head has a bounded size even
//! if nobody ever merges a run; only counts then take more reads.
//!
//! A node that a head names is never changed. A writer puts new nodes under other numbers, and then a head
//! that names them. The put of the head is what counts, and it happens only if nobody put a head in between.
//! So no change is in a run and in the head at once, whoever dies at whatever request, and whoever reads a
//! head reads the nodes of that head.
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
//!   writer reads the head again. If the other writer fails, a writer that read a later head overwrites the
//!   node.
//!
//! The writer deletes replaced nodes that exceed the limit after the put of its head. New nodes under numbers of their own, which a
//! dead writer left behind, are deleted by reconciliation.
//!
//! # Reading
//!
//! A branch states the sums below it, where these are of one scope. So a reader adds up the branches that lie before its moment,
//! and reads only the node in which its moment lies: one node on each level of each run.

mod cell;
mod deltas;
mod node;
mod read;
mod runs;
#[cfg(test)]
mod samples;
mod sweep;
mod write;

pub(crate) use cell::{ALWAYS, Cell, Counter, NEVER, Scope};
pub(crate) use deltas::{Deltas, Sums};
pub(crate) use node::{Branch, CountNode, CountNodeItems, NodeNumber};
pub(crate) use runs::{Run, RunSize, sorted_runs};

/// The head's part of the tree.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct CountTree {
    /// The runs, in no certain order.
    pub(crate) runs: Vec<Run>,
    /// Changes that are in no node yet.
    pub(crate) recent: Deltas,
    /// Nodes that can be overwritten, because no head from this one on names what they have.
    pub(crate) spare: Vec<NodeNumber>,
    /// The revision of the head.
    pub(crate) revision: u64,
}
