//! Reading all changes of a tree whose nodes are in memory.

use std::collections::BTreeMap;

use crate::catalogue::count_tree::CountTree;
use crate::catalogue::count_tree::deltas::Deltas;
use crate::catalogue::count_tree::node::{Branch, Contents, CountNode, NodeNumber};

impl CountTree {
    /// Takes the nodes of the tree out of `nodes`, and passes the changes in each leaf to `take`. Returns false if
    /// a node is missing, was overwritten, or can't be read.
    pub(crate) async fn take_nodes(
        &self,
        nodes: &mut BTreeMap<NodeNumber, CountNode>,
        mut take: impl FnMut(&Deltas),
    ) -> bool {
        let mut branches: Vec<Branch> = self.runs.iter().map(|run| run.branch.clone()).collect();
        let mut is_whole = true;
        while let Some(branch) = branches.pop() {
            // A large tree takes seconds. Other tasks go on meanwhile.
            tokio::task::yield_now().await;
            let node = nodes.remove(&branch.node).filter(|node| node.is_of(&branch));
            match node.map(|node| node.contents()) {
                Some(Ok(Contents::Leaf(deltas))) => take(&deltas),
                Some(Ok(Contents::Inner(below) | Contents::Pile(below))) => branches.extend(below),
                Some(Err(error)) => {
                    tracing::error!(%error, "a node of the counts can't be read and is made again");
                    is_whole = false;
                }
                None => is_whole = false,
            }
        }
        is_whole
    }
}
