//! The whole tree, as reconciliation reads it.

use std::collections::BTreeMap;

use futures::TryStreamExt as _;

use crate::catalogue::count_tree::CountTree;
use crate::catalogue::count_tree::fingerprint::{CellNumbers, Fingerprint};
use crate::catalogue::count_tree::node::{Branch, Contents, CountNode, CountNodeItems, NodeNumber};
use crate::error::Error;
use crate::model::ids::UserId;
use crate::service::Favorites;

/// The nodes of a user, read as a whole.
pub(crate) struct WholeTree {
    /// The fingerprint of the sum of all changes. None if a node that is named is missing or can't be read.
    pub(crate) fingerprint: Option<Fingerprint>,
    /// Nodes that the head names, itself or through other nodes.
    pub(crate) named: Vec<NodeNumber>,
    /// All other nodes, without the spare ones.
    pub(crate) stray: Vec<NodeNumber>,
}

/// The part of a node that is kept in memory.
struct Kept {
    written_for: u64,
    contents: KeptContents,
}

enum KeptContents {
    Leaf(Fingerprint),
    Inner(Vec<Named>),
    Unreadable(Error),
}

/// The number of a node, and the revision of the head for which it was written.
type Named = (NodeNumber, u64);

impl Favorites {
    /// Reads all nodes of a user, as the last write left them. Read the head before: then a put of a later head makes sure that
    /// no writer is about to name a stray node.
    pub(crate) async fn read_whole_tree(
        &self,
        user: &UserId,
        tree: &CountTree,
        numbers: &CellNumbers,
    ) -> Result<WholeTree, Error> {
        let mut nodes = BTreeMap::new();
        let mut read = self.store.stream(CountNodeItems::query(user.clone()).consistent());
        while let Some(node) = read.try_next().await? {
            nodes.insert(node.number, Kept::of(&node, numbers));
        }
        let mut fingerprint = Fingerprint::of(&tree.recent, numbers);
        let all: Vec<_> = nodes.keys().copied().collect();
        let is_whole =
            take(&mut nodes, tree.runs.iter().map(|run| named_by(&run.branch)).collect(), &mut fingerprint);
        let (mut stray, named): (Vec<_>, _) = all.into_iter().partition(|number| nodes.contains_key(number));
        stray.retain(|number| !tree.spare.contains(number));
        Ok(WholeTree { fingerprint: is_whole.then_some(fingerprint), named, stray })
    }
}

impl Kept {
    fn of(node: &CountNode, numbers: &CellNumbers) -> Self {
        let contents = match node.contents() {
            Ok(Contents::Leaf(deltas)) => KeptContents::Leaf(Fingerprint::of(&deltas, numbers)),
            Ok(Contents::Inner(branches) | Contents::Pile(branches)) => {
                KeptContents::Inner(branches.iter().map(named_by).collect())
            }
            Err(error) => KeptContents::Unreadable(error),
        };
        Self { written_for: node.written_for, contents }
    }
}

fn named_by(branch: &Branch) -> Named {
    (branch.node, branch.written_for)
}

/// Takes nodes and those below them, and adds up their fingerprints. Returns false if one was missing, overwritten or unreadable.
fn take(nodes: &mut BTreeMap<NodeNumber, Kept>, named: Vec<Named>, fingerprint: &mut Fingerprint) -> bool {
    let mut is_whole = true;
    for (number, written_for) in named {
        let node = nodes.remove(&number).filter(|node| node.written_for == written_for);
        is_whole &= match node.map(|node| node.contents) {
            Some(KeptContents::Leaf(of_leaf)) => {
                fingerprint.add(of_leaf);
                true
            }
            Some(KeptContents::Inner(below)) => take(nodes, below, fingerprint),
            Some(KeptContents::Unreadable(error)) => {
                tracing::error!(%error, "a node of the counts can't be read and is made again");
                false
            }
            None => false,
        };
    }
    is_whole
}
