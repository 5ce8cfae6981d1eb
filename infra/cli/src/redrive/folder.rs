//! A folder with parked records.

use std::path::{Path, PathBuf};
use std::time::Duration;

use favorites_api::{Deadline, Favorites, RecordOutcome, StreamEvent};
use walkdir::{DirEntry, WalkDir};

use super::document::{self, DocumentError};

/// The subfolder to which a file moves, with its path, after all its records were applied.
pub const REDRIVEN: &str = "redriven";

/// The time limit for the records of a file. It is longer than the consumer's limit for a batch, because no other records wait
/// for these.
const TIME_LIMIT: Duration = Duration::from_mins(5);

/// The ending of files that the local service is still writing.
const UNFINISHED: &str = ".new";

/// A folder with files of invocation records, also in subfolders: `aws s3 cp --recursive` creates one for each shard and day.
#[derive(Debug)]
pub struct Folder {
    root: PathBuf,
}

/// The folder can't be read.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// The path is not a folder.
    #[error("{} is not a folder", .0.display())]
    NotAFolder(PathBuf),
    /// A part of the folder can't be listed.
    #[error("the folder can't be listed")]
    List(#[from] walkdir::Error),
}

/// A file was not redriven and stays in its place.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The file can't be read.
    #[error("it can't be read: {0}")]
    Read(#[source] std::io::Error),
    /// The file is not an invocation record with records in it.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// Some records were not applied; all others were.
    #[error("{} of {records} records were not applied:{}", failed.len(), list(failed))]
    NotApplied {
        /// The number of records in the file.
        records: usize,
        /// The records that failed.
        failed: Vec<RecordOutcome>,
    },
    /// All records were applied, but the file can't be moved. Redriving it again does no harm.
    #[error("its records are applied, but it can't be moved: {0}")]
    Move(#[source] std::io::Error),
}

fn list(failed: &[RecordOutcome]) -> String {
    failed.iter().fold(String::new(), |text, outcome| {
        let number = outcome.sequence_number.as_deref().unwrap_or("unknown");
        let event_id = outcome.event_id.as_deref().unwrap_or("unknown");
        let reason = outcome.result.as_ref().err().map_or_else(String::new, ToString::to_string);
        format!("{text}\n  sequence number {number}, event {event_id}: {reason}")
    })
}

impl Folder {
    /// Opens the folder at `path`.
    ///
    /// # Errors
    /// Returns [`FolderError::NotAFolder`] if the path is not a folder.
    pub fn open(path: impl Into<PathBuf>) -> Result<Self, FolderError> {
        let root = path.into();
        if root.is_dir() { Ok(Self { root }) } else { Err(FolderError::NotAFolder(root)) }
    }

    /// Lists the files to redrive, as paths within the folder, in the order of their names. Files from S3 have no ending, so this
    /// lists all files, except for hidden files, redriven files, and files that the local service is still writing.
    ///
    /// # Errors
    /// Returns [`FolderError::List`] if a part of the folder can't be listed.
    pub fn files(&self) -> Result<Vec<PathBuf>, FolderError> {
        let entries = WalkDir::new(&self.root).min_depth(1).sort_by_file_name().into_iter();
        let mut files = Vec::new();
        for entry in entries.filter_entry(is_meant) {
            let entry = entry?;
            if entry.file_type().is_file() {
                let path = entry.path().strip_prefix(&self.root).unwrap_or(entry.path());
                files.push(path.to_owned());
            }
        }
        Ok(files)
    }

    /// Returns the number of records in `file`. Does not apply records or move files.
    ///
    /// # Errors
    /// Returns [`FileError::Read`] if the file can't be read, or [`FileError::Document`] if it has no records.
    pub fn check(&self, file: &Path) -> Result<usize, FileError> {
        Ok(self.read(file)?.len())
    }

    /// Applies the records of `file`, moves the file to [`REDRIVEN`], and returns the number of records. Replaces a file of the
    /// same path that was redriven before.
    ///
    /// # Errors
    /// Returns a [`FileError`] if a record can't be read or applied, or if the file can't be moved. The file then stays in its
    /// place.
    pub async fn redrive(&self, file: &Path, favorites: &Favorites) -> Result<usize, FileError> {
        let event = self.read(file)?;
        let records = event.len();
        let outcomes = event.outcomes(favorites, Deadline::after(TIME_LIMIT)).await;
        let failed: Vec<_> = outcomes.into_iter().filter(|outcome| outcome.result.is_err()).collect();
        if !failed.is_empty() {
            return Err(FileError::NotApplied { records, failed });
        }
        self.put_away(file).map_err(FileError::Move)?;
        Ok(records)
    }

    fn read(&self, file: &Path) -> Result<StreamEvent, FileError> {
        let text = std::fs::read(self.root.join(file)).map_err(FileError::Read)?;
        Ok(document::read(&text)?)
    }

    fn put_away(&self, file: &Path) -> std::io::Result<()> {
        let target = self.root.join(REDRIVEN).join(file);
        if let Some(folder) = target.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::rename(self.root.join(file), target)
    }
}

fn is_meant(entry: &DirEntry) -> bool {
    let name = entry.file_name().to_string_lossy();
    let is_redriven = entry.depth() == 1 && name == REDRIVEN;
    !is_redriven && !name.starts_with('.') && !name.ends_with(UNFINISHED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_meant_but_for_the_finished_the_unfinished_and_the_hidden() {
        let folder = tempfile::tempdir().unwrap();
        for file in [
            "b.json",
            "aws/lambda/shard/2026/11/21/2026-11-21T08.35.15-1",
            "a/redriven",
            "redriven/b.json",
            ".cache/x",
            ".hidden",
            "c.json.new",
        ] {
            let path = folder.path().join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "").unwrap();
        }
        let files = Folder::open(folder.path()).unwrap().files().unwrap();
        let expected = ["a/redriven", "aws/lambda/shard/2026/11/21/2026-11-21T08.35.15-1", "b.json"];
        assert_eq!(files, expected.map(PathBuf::from));
    }

    #[test]
    fn a_path_that_is_not_a_folder_is_an_error() {
        let file = tempfile::NamedTempFile::new().unwrap();
        for path in [file.path(), &file.path().join("missing")] {
            let message = Folder::open(path).unwrap_err().to_string();
            assert_eq!(message, format!("{} is not a folder", path.display()));
        }
    }

    #[test]
    fn a_folder_that_is_gone_is_an_error() {
        let parent = tempfile::tempdir().unwrap();
        let folder = Folder::open(parent.path()).unwrap();
        parent.close().unwrap();
        assert!(matches!(folder.files(), Err(FolderError::List(_))));
        assert!(matches!(folder.check(Path::new("a")), Err(FileError::Read(_))));
    }
}
