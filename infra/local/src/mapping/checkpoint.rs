//! The checkpoints of the stream's consumers.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::private_file;

/// The checkpoints cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The file cannot be read.
    #[error("the checkpoints {path} can't be read: {source}")]
    Read {
        /// The path of the file.
        path: String,
        /// The error from the operating system.
        source: std::io::Error,
    },
    /// The file does not contain checkpoints.
    #[error(
        "the checkpoints {path} are damaged ({source}); delete the file, and the service consumes the stream again from its start"
    )]
    Damaged {
        /// The path of the file.
        path: String,
        /// The error from the JSON parser.
        source: serde_json::Error,
    },
}

/// A sequence number for each consumer, stream and shard.
type Positions = BTreeMap<String, BTreeMap<String, BTreeMap<String, String>>>;

#[derive(Debug, Default)]
struct State {
    positions: Positions,
    /// True if the file lacks a change of the positions.
    is_unwritten: bool,
}

/// The last sequence number that each consumer has finished, for each shard.
///
/// The positions are in memory until [`write_changes`](Checkpoints::write_changes) writes them to the file.
/// After a restart, records after the written checkpoint are delivered, possibly for the second time. Records
/// before it are never delivered again.
#[derive(Debug)]
pub(crate) struct Checkpoints {
    file: Option<PathBuf>,
    state: Mutex<State>,
}

impl Checkpoints {
    pub(crate) fn in_memory() -> Self {
        Self { file: None, state: Mutex::default() }
    }

    /// Returns checkpoints without any position, which replace those in `file` when they are written or
    /// cleared.
    pub(crate) fn empty_in(file: PathBuf) -> Self {
        Self { file: Some(file), state: Mutex::default() }
    }

    /// Opens the checkpoints in `file`, which need not exist yet.
    pub(crate) fn in_file(file: PathBuf) -> Result<Self, CheckpointError> {
        let path = || file.display().to_string();
        let positions = match std::fs::read(&file) {
            Ok(json) => serde_json::from_slice(&json)
                .map_err(|source| CheckpointError::Damaged { path: path(), source })?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Positions::new(),
            Err(source) => return Err(CheckpointError::Read { path: path(), source }),
        };
        Ok(Self { file: Some(file), state: Mutex::new(State { positions, is_unwritten: false }) })
    }

    pub(crate) fn get(&self, consumer: &str, stream: &str, shard: &str) -> Option<String> {
        self.lock().positions.get(consumer)?.get(stream)?.get(shard).cloned()
    }

    /// Remembers that `consumer` has finished all records up to `sequence_number`.
    pub(crate) fn set(&self, consumer: &str, stream: &str, shard: &str, sequence_number: &str) {
        let mut state = self.lock();
        let shards = state.positions.entry(consumer.to_owned()).or_default();
        let shards = shards.entry(stream.to_owned()).or_default();
        let before = shards.insert(shard.to_owned(), sequence_number.to_owned());
        state.is_unwritten |= before.is_none_or(|before| before != sequence_number);
    }

    /// Forgets all positions, so that each consumer reads its stream from the start again. No consumer may run meanwhile.
    pub(crate) fn clear(&self) -> std::io::Result<()> {
        let mut state = self.lock();
        state.positions.clear();
        self.write(&mut state)
    }

    /// Writes the file if a position has changed. If that fails, the next call tries again; the worst result
    /// is that records are delivered again.
    pub(crate) fn write_changes(&self) -> std::io::Result<()> {
        // The lock is held while the file is written, so that an older state never replaces a newer one.
        let mut state = self.lock();
        if state.is_unwritten { self.write(&mut state) } else { Ok(()) }
    }

    /// Returns the newest sequence number that all `consumers` have finished, in a stream with one shard. Returns `None` if one
    /// of them has no checkpoint yet, or if there are no consumers.
    pub(crate) fn consumed_by_all(&self, consumers: &[String]) -> Option<String> {
        let positions = &self.lock().positions;
        let mut numbers = Vec::new();
        for consumer in consumers {
            let shards = positions.get(consumer)?.values().flat_map(BTreeMap::values);
            numbers.push(shards.min_by_key(|number| order_of(number))?);
        }
        numbers.into_iter().min_by_key(|number| order_of(number)).cloned()
    }

    fn write(&self, state: &mut State) -> std::io::Result<()> {
        if let Some(file) = &self.file {
            private_file::replace(file, &serde_json::to_vec_pretty(&state.positions)?)?;
        }
        state.is_unwritten = false;
        Ok(())
    }

    /// Locks the positions and ignores poisoning: each change is a single insertion, so a panic can't leave the map half changed.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns a value that sorts like the sequence number, which is decimal with up to 40 digits and no fixed length.
pub(super) fn order_of(sequence_number: &str) -> (usize, String) {
    let digits = sequence_number.trim_start_matches('0');
    (digits.len(), digits.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_outlives_a_restart() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("checkpoints.json");
        let checkpoints = Checkpoints::in_file(file.clone()).unwrap();
        assert_eq!(checkpoints.get("count", "stream", "shard"), None);
        checkpoints.set("count", "stream", "shard", "7");
        checkpoints.set("count", "stream", "shard", "8");
        checkpoints.write_changes().unwrap();
        let checkpoints = Checkpoints::in_file(file).unwrap();
        assert_eq!(checkpoints.get("count", "stream", "shard").as_deref(), Some("8"));
        assert_eq!(checkpoints.get("count", "another", "shard"), None);
    }

    #[test]
    fn all_consumers_must_be_done() {
        let checkpoints = Checkpoints::in_memory();
        let consumers = ["count".to_owned(), "search".to_owned()];
        checkpoints.set("count", "stream", "shard", "100");
        assert_eq!(checkpoints.consumed_by_all(&consumers), None);
        checkpoints.set("search", "stream", "shard", "99");
        assert_eq!(checkpoints.consumed_by_all(&consumers).as_deref(), Some("99"));
        assert_eq!(checkpoints.consumed_by_all(&[]), None);
    }

    #[test]
    fn cleared_checkpoints_stay_cleared_over_a_restart() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("checkpoints.json");
        let checkpoints = Checkpoints::in_file(file.clone()).unwrap();
        checkpoints.set("count", "stream", "shard", "7");
        checkpoints.write_changes().unwrap();
        checkpoints.clear().unwrap();
        assert_eq!(checkpoints.get("count", "stream", "shard"), None);
        assert_eq!(Checkpoints::in_file(file).unwrap().get("count", "stream", "shard"), None);
    }

    #[test]
    fn a_damaged_file_is_an_error() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "{").unwrap();
        let error = Checkpoints::in_file(file.path().to_owned()).unwrap_err();
        assert!(matches!(error, CheckpointError::Damaged { .. }), "{error}");
    }

    #[test]
    fn an_unreadable_file_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let error = Checkpoints::in_file(folder.path().to_owned()).unwrap_err();
        assert!(matches!(error, CheckpointError::Read { .. }), "{error}");
    }

    #[test]
    fn a_file_that_cannot_be_written_is_written_at_the_next_try() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("missing");
        let checkpoints = Checkpoints::in_file(folder.join("checkpoints.json")).unwrap();
        checkpoints.set("count", "stream", "shard", "7");
        checkpoints.write_changes().unwrap_err();
        assert_eq!(checkpoints.get("count", "stream", "shard").as_deref(), Some("7"));
        std::fs::create_dir(&folder).unwrap();
        checkpoints.write_changes().unwrap();
        let written = Checkpoints::in_file(folder.join("checkpoints.json")).unwrap();
        assert_eq!(written.get("count", "stream", "shard").as_deref(), Some("7"));
    }

    #[test]
    fn a_file_is_only_written_after_a_change() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("checkpoints.json");
        let checkpoints = Checkpoints::in_file(file.clone()).unwrap();
        checkpoints.write_changes().unwrap();
        assert!(!file.exists());
        checkpoints.set("count", "stream", "shard", "7");
        checkpoints.write_changes().unwrap();
        std::fs::remove_file(&file).unwrap();
        checkpoints.set("count", "stream", "shard", "7");
        checkpoints.write_changes().unwrap();
        assert!(!file.exists());
    }
}
