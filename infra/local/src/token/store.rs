//! The place where the list of tokens is stored: the service's memory, or a file in its data folder.

use std::fs::File;
use std::io::{ErrorKind, Read as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use same_file::Handle;

use super::list::TokenList;
use crate::private_file;

const LIST_FILE: &str = "tokens.json";

const LOCK_FILE: &str = "tokens.lock";

/// The list of tokens can't be used.
#[derive(Debug, thiserror::Error)]
pub enum TokenListError {
    /// The file can't be read.
    #[error("the list of tokens {path} can't be read: {source}")]
    Read {
        /// The file.
        path: String,
        /// The error from the operating system.
        source: std::io::Error,
    },
    /// The file can't be written.
    #[error("the list of tokens {path} can't be written: {source}; nothing has changed")]
    Write {
        /// The file.
        path: String,
        /// The error from the operating system.
        source: std::io::Error,
    },
    /// The file does not contain a list of tokens.
    #[error(
        "the list of tokens {path} is damaged ({source}); delete the file and create new tokens, because those on the list are not accepted any more"
    )]
    Damaged {
        /// The file.
        path: String,
        /// The error from the JSON parser.
        source: serde_json::Error,
    },
    /// No token has the given id.
    #[error("no token has the id {id:?}; `token list` shows the ids")]
    Unknown {
        /// The given id.
        id: String,
    },
    /// The system provides no random bytes.
    #[error("the operating system provides no random bytes for the id of a token")]
    Random,
}

/// The stored list of tokens.
pub(super) enum TokenStore {
    Memory(Mutex<TokenList>),
    File(ListFile),
}

impl TokenStore {
    pub(super) fn in_memory() -> Self {
        Self::Memory(Mutex::default())
    }

    pub(super) fn in_folder(folder: &Path) -> Self {
        Self::File(ListFile {
            path: folder.join(LIST_FILE),
            lock: folder.join(LOCK_FILE),
            seen: Mutex::default(),
        })
    }

    /// Reads the list as it is now, also if another process has changed it.
    pub(super) fn read<R>(&self, read: impl FnOnce(&TokenList) -> R) -> Result<R, TokenListError> {
        match self {
            Self::Memory(list) => Ok(read(&locked(list))),
            Self::File(file) => {
                let mut seen = locked(&file.seen);
                file.refresh(&mut seen)?;
                Ok(read(&seen.list))
            }
        }
    }

    /// Changes the list. Other processes that change it at the same time wait. If `change` fails, the list stays as it was.
    pub(super) fn change<R>(
        &self,
        change: impl FnOnce(&mut TokenList) -> Result<R, TokenListError>,
    ) -> Result<R, TokenListError> {
        match self {
            Self::Memory(list) => change(&mut locked(list)),
            Self::File(file) => file.change(change),
        }
    }
}

/// Ignores poisoning: a list is replaced as a whole, and a change in memory is a single step.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A list in a file that several processes read and change. Each change replaces the file, so a reader sees a whole list.
pub(super) struct ListFile {
    path: PathBuf,
    /// The file that a process locks while it changes the list. The list itself can't be locked, because it is replaced.
    lock: PathBuf,
    seen: Mutex<Seen>,
}

/// The list that was read last, and the file that it was in.
#[derive(Default)]
struct Seen {
    list: TokenList,
    version: Option<Version>,
}

/// A version of the file. While the handle is open, no other file can have its identity, so a replaced file always differs. Size and
/// time tell whether an editor has changed the file in place.
#[derive(PartialEq)]
struct Version {
    file: Handle,
    bytes: u64,
    modified: Option<SystemTime>,
}

impl Version {
    fn of(file: File) -> std::io::Result<Self> {
        let metadata = file.metadata()?;
        Ok(Self { file: Handle::from_file(file)?, bytes: metadata.len(), modified: metadata.modified().ok() })
    }
}

impl ListFile {
    /// Reads the file if it is not the one that was read last.
    fn refresh(&self, seen: &mut Seen) -> Result<(), TokenListError> {
        let mut version = match File::open(&self.path).and_then(Version::of) {
            Ok(version) => version,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                *seen = Seen::default();
                return Ok(());
            }
            Err(source) => return Err(TokenListError::Read { path: self.name(), source }),
        };
        if seen.version.as_ref() == Some(&version) {
            return Ok(());
        }
        let mut json = Vec::new();
        version
            .file
            .as_file_mut()
            .read_to_end(&mut json)
            .map_err(|source| TokenListError::Read { path: self.name(), source })?;
        let list = serde_json::from_slice(&json)
            .map_err(|source| TokenListError::Damaged { path: self.name(), source })?;
        *seen = Seen { list, version: Some(version) };
        Ok(())
    }

    fn change<R>(
        &self,
        change: impl FnOnce(&mut TokenList) -> Result<R, TokenListError>,
    ) -> Result<R, TokenListError> {
        let unwritable = |source| TokenListError::Write { path: self.name(), source };
        let lock = private_file::open_lock(&self.lock).map_err(unwritable)?;
        // The lock ends when the file is closed.
        lock.lock().map_err(unwritable)?;
        let mut seen = locked(&self.seen);
        self.refresh(&mut seen)?;
        let mut list = seen.list.clone();
        let result = change(&mut list)?;
        let json = serde_json::to_vec_pretty(&list).map_err(|error| unwritable(error.into()))?;
        private_file::replace(&self.path, &json).map_err(unwritable)?;
        Ok(result)
    }

    fn name(&self) -> String {
        self.path.display().to_string()
    }
}
