//! The first step of a merge: joining documents by id.

use super::map::MergeMap;
use crate::document::Document;
use crate::numbers::FavoriteId;

/// The largest number of runs in a merge.
pub const MERGED_RUNS: usize = 64;

/// The decision about deleted favorites.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tombstones {
    /// Keeps tombstones, because a run that is older than the merged ones may contain an older version.
    Keep,
    /// Drops tombstones. No run is older than the merged ones.
    Drop,
}

/// The documents of a new run, and the way to them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Joined {
    /// The documents, newest first.
    pub documents: Vec<Document>,
    /// The map from the documents of the merged runs.
    pub map: MergeMap,
}

/// The error for runs that can't be joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum JoinError {
    /// There are too many runs.
    #[error("there are {given} runs, and a merge joins at most {MERGED_RUNS}")]
    Runs {
        /// The number of runs.
        given: usize,
    },
    /// The ids of a run are not in descending order.
    #[error("the id {:032x} is not lower than the one before it in its run", .0.0)]
    Order(FavoriteId),
}

impl Joined {
    /// Adds the result for documents that are older than these. So runs can be joined in parts: all documents above an id, then
    /// those from it down to another one.
    pub fn append(&mut self, older: Self) {
        self.documents.extend(older.documents);
        self.map.append(&older.map);
    }
}

/// Joins the documents of runs, from the oldest run to the newest. The highest version of each favorite remains, and the newest run
/// wins among equal versions.
///
/// # Errors
/// [`JoinError`] if there are more than [`MERGED_RUNS`] runs, or the ids of a run are not in descending order.
pub fn join(runs: &[&[Document]], tombstones: Tombstones) -> Result<Joined, JoinError> {
    if runs.len() > MERGED_RUNS {
        return Err(JoinError::Runs { given: runs.len() });
    }
    for run in runs {
        if let Some(pair) = run.windows(2).find(|pair| pair[0].id <= pair[1].id) {
            return Err(JoinError::Order(pair[1].id));
        }
    }
    let mut rest = runs.to_vec();
    let mut joined = Joined::default();
    while let Some(id) = rest.iter().filter_map(|run| Some(run.first()?.id)).max() {
        let mut versions = Vec::new();
        for (number, run) in (0_u8..).zip(&mut rest) {
            if let Some((first, others)) = run.split_first().filter(|(first, _)| first.id == id) {
                versions.push((number, first));
                *run = others;
            }
        }
        add(&versions, tombstones, &mut joined);
    }
    Ok(joined)
}

/// Adds the versions of one favorite, each with the number of its run, from the oldest run to the newest.
fn add(versions: &[(u8, &Document)], tombstones: Tombstones, joined: &mut Joined) {
    // `max_by_key` returns the last of equal ones.
    let Some((winner, newest)) = versions.iter().max_by_key(|(_, document)| document.version) else { return };
    let kept = newest.live.is_some() || tombstones == Tombstones::Keep;
    for (run, _) in versions {
        joined.map.push(*run, kept && run == winner);
    }
    if kept {
        // The other versions end here, so only the oldest of them can still replace one in an older run.
        let oldest_replaces = versions.first().is_some_and(|(_, oldest)| oldest.replaces_older);
        let replaces_older = oldest_replaces && tombstones == Tombstones::Keep;
        joined.documents.push(Document { replaces_older, ..Document::clone(newest) });
    }
}

#[cfg(test)]
#[path = "join_tests.rs"]
mod tests;
