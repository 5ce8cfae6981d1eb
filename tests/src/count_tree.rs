//! Reads the stored form of a user's count tree, without the code that writes it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use crate::catalogue::{DATA_TYPES, bytes, decode};

/// The number of the counter of favorites in the trash.
const TRASH: u8 = 100;

/// A group of favorites that are counted together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Scope {
    /// All favorites of the user.
    Account,
    /// The favorites with this tag.
    Tag(Uuid),
}

/// The second in which a counter of a scope changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Cell {
    /// The counted favorites.
    pub scope: Scope,
    /// The Unix time of the change in seconds, or 0 for the current favorites.
    pub second: u64,
    /// The number of the data type, or of another counter.
    pub counter: u8,
}

impl Cell {
    /// Returns the cell for a favorite of this type, in a scope and a second.
    #[must_use]
    pub fn of_type(scope: Scope, second: u64, data_type: &str) -> Self {
        let number = DATA_TYPES.iter().position(|name| *name == data_type).expect("it is a data type");
        Self { scope, second, counter: u8::try_from(number).expect("there are nine types") }
    }

    /// Returns the cell for a favorite that leaves the trash in this second.
    #[must_use]
    pub fn of_trash(second: u64) -> Self {
        Self { scope: Scope::Account, second, counter: TRASH }
    }
}

/// The changes of counters, without changes that add up to 0.
pub type Changes = BTreeMap<Cell, i64>;

/// Each scope with its seconds and the changes in each second. A second is stored as the distance from the one before.
pub type Grouped = Vec<(Scope, Vec<(u64, Vec<(u8, i64)>)>)>;

#[derive(Debug, Serialize, Deserialize)]
struct Branch {
    first: Cell,
    node: u32,
    written_for: u64,
    sums: Option<BTreeMap<u8, i64>>,
}

#[derive(Debug, Serialize, Deserialize)]
enum Contents {
    Leaf(Grouped),
    Inner(Vec<Branch>),
    Pile(Vec<Branch>),
}

#[derive(Debug, Serialize, Deserialize)]
struct InHead {
    is_dated: bool,
    runs: Vec<Branch>,
    recent: Grouped,
}

/// Returns the nodes of a user by their numbers.
#[must_use]
pub fn nodes_of<'a>(items: impl IntoIterator<Item = &'a Value>, user: &str) -> BTreeMap<u64, &'a Value> {
    let nodes = items.into_iter().filter(|item| item["type"] == "CatalogueCounts" && item["userId"] == user);
    nodes.map(|node| (node["number"].as_u64().unwrap_or_default(), node)).collect()
}

/// Returns the numbers of the nodes that a head does not name, and keeps to be overwritten.
#[must_use]
pub fn spare_nodes(head: &Value) -> Vec<u64> {
    if head.get("spare").is_none() { Vec::new() } else { decode(&bytes(head, "spare")) }
}

/// Returns the number of runs and piles of runs that a head names.
#[must_use]
pub fn runs_of(head: &Value) -> usize {
    let InHead { runs, .. } = decode(&bytes(head, "counts"));
    runs.len()
}

/// Returns the sum of all changes in a head and in the nodes of its user.
///
/// # Errors
/// Returns a description of the fault if a node is missing, is empty, or does not agree with the branch that leads to it.
pub fn changes(head: &Value, nodes: &BTreeMap<u64, &Value>) -> Result<Changes, String> {
    let InHead { is_dated, runs, recent } = decode(&bytes(head, "counts"));
    if !is_dated {
        return Err(format!("the head does not count what expires: {head}"));
    }
    let mut changes = flat(recent);
    add(&mut changes, sum_of(&runs, nodes)?);
    Ok(changes)
}

/// Returns the sum of the changes in runs.
fn sum_of(runs: &[Branch], nodes: &BTreeMap<u64, &Value>) -> Result<Changes, String> {
    let mut sum = Changes::new();
    for run in runs {
        add(&mut sum, cells_of(run, nodes)?);
    }
    Ok(sum)
}

fn add(sum: &mut Changes, changes: Changes) {
    for (cell, change) in changes {
        *sum.entry(cell).or_default() += change;
    }
    sum.retain(|_, change| *change != 0);
}

fn cells_of(branch: &Branch, nodes: &BTreeMap<u64, &Value>) -> Result<Changes, String> {
    let node = nodes.get(&branch.node.into()).ok_or_else(|| format!("no node for {branch:?}"))?;
    if node["writtenFor"] != branch.written_for {
        return Err(format!("{branch:?} leads to a node that was overwritten: {node}"));
    }
    let cells = match decode(&bytes(node, "counts")) {
        Contents::Leaf(cells) => flat(cells),
        Contents::Inner(branches) => in_order(&branches, nodes)?,
        Contents::Pile(runs) => {
            let first = runs.iter().map(|run| run.first).min();
            if first != Some(branch.first) || branch.sums.is_some() {
                return Err(format!("{branch:?} leads to a pile of {runs:?}"));
            }
            return sum_of(&runs, nodes);
        }
    };
    check(branch, &cells)?;
    Ok(cells)
}

/// Returns the changes below branches of one run.
fn in_order(branches: &[Branch], nodes: &BTreeMap<u64, &Value>) -> Result<Changes, String> {
    let mut all = Changes::new();
    for branch in branches {
        let cells = cells_of(branch, nodes)?;
        if all.last_key_value().is_some_and(|(last, _)| *last >= branch.first) {
            return Err(format!("{branch:?} begins before the branch in front of it ends"));
        }
        all.extend(cells);
    }
    Ok(all)
}

/// Checks that a branch agrees with the cells below it.
fn check(branch: &Branch, cells: &Changes) -> Result<(), String> {
    let Some((first, _)) = cells.first_key_value() else { return Err(format!("{branch:?} has no cells")) };
    let has_one_scope = cells.keys().all(|cell| cell.scope == first.scope);
    let mut sums: BTreeMap<u8, i64> = BTreeMap::new();
    for (cell, change) in cells {
        *sums.entry(cell.counter).or_default() += change;
    }
    sums.retain(|_, sum| *sum != 0);
    if branch.first == *first && branch.sums == has_one_scope.then_some(sums) {
        return Ok(());
    }
    Err(format!("{branch:?} leads to {cells:?}"))
}

/// Returns the `counts` of a head with only those recent changes for which `keeps` is true.
#[must_use]
pub fn head_with_recent(counts: &[u8], keeps: impl Fn(Cell, i64) -> bool) -> Vec<u8> {
    let head: InHead = decode(counts);
    let recent = flat(head.recent).into_iter().filter(|(cell, change)| keeps(*cell, *change));
    encode(&InHead { recent: grouped(recent), ..head })
}

/// Returns the `counts` of a node without its last cell, if it is a leaf.
#[must_use]
pub fn leaf_without_last(counts: &[u8]) -> Vec<u8> {
    match decode(counts) {
        Contents::Leaf(cells) => {
            let mut cells = flat(cells);
            cells.pop_last();
            encode(&Contents::Leaf(grouped(cells)))
        }
        other => encode(&other),
    }
}

/// Returns a group for each cell. Readers accept a scope that occurs more than once.
fn grouped(changes: impl IntoIterator<Item = (Cell, i64)>) -> Grouped {
    let group = |(cell, change): (Cell, i64)| (cell.scope, vec![(cell.second, vec![(cell.counter, change)])]);
    changes.into_iter().map(group).collect()
}

fn encode(value: &impl Serialize) -> Vec<u8> {
    postcard::to_allocvec(value).expect("it can be stored")
}

fn flat(grouped: Grouped) -> Changes {
    let mut changes = Changes::new();
    for (scope, seconds) in grouped {
        let mut second = 0;
        for (since, counters) in seconds {
            second += since;
            changes.extend(
                counters.into_iter().map(|(counter, change)| (Cell { scope, second, counter }, change)),
            );
        }
    }
    changes
}
