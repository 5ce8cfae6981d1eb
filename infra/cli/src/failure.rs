//! Failures of commands.

use favorites_api::EnvironmentError;
use favorites_api::favorites::{DataId, JobId, ValueError};
use reqwest::StatusCode;

use crate::client::ClientError;
use crate::config::ConfigError;
use crate::exit::Exit;
use crate::login::{InputError, SignInError, TokenStoreError};
use crate::output::{OutputError, counted};
use crate::redrive::FolderError;
use crate::sync::CopyError;

/// A command failed.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct Failure(#[from] pub(crate) Reason);

/// The reason for which a command failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Reason {
    #[error(transparent)]
    Client(#[from] ClientError),
    #[error(transparent)]
    SignIn(#[from] SignInError),
    #[error(transparent)]
    Input(#[from] InputError),
    #[error(transparent)]
    TokenStore(#[from] TokenStoreError),
    #[error(transparent)]
    Config(#[from] ConfigError),
    #[error(transparent)]
    Output(#[from] OutputError),
    #[error(
        "there is no tag {name:?}; `favorites tag list` lists the tags, and `favorites tag create` creates one"
    )]
    NoSuchTag { name: String },
    #[error("no favorite{place} matches {name}{hint}")]
    NoSuchFavorite { place: &'static str, name: String, hint: &'static str },
    #[error(
        "several favorites{place} match {name}; choose one by its id:\n  {}{}",
        candidates.join("\n  "), if *more { "\n  and more" } else { "" }
    )]
    SeveralFavorites { place: &'static str, name: String, candidates: Vec<String>, more: bool },
    #[error("the favorite {id} has no address to open")]
    NoAddress { id: DataId },
    #[error("can't open {address:?}: only http and https addresses are safe to open")]
    NotOpened { address: String },
    #[error(
        "another tag is named {into:?}; to merge {name:?} into it, which can't be undone, use `favorites tag merge`"
    )]
    TagNameTaken { name: String, into: String },
    #[error("{place} already exists; choose another name")]
    Exists { place: String },
    #[error("{given:?} is not a complete address; write https://{given}")]
    NoScheme { given: String },
    #[error(transparent)]
    Address(#[from] ValueError),
    #[error("the tag {name:?} can't be merged into itself")]
    MergedIntoItself { name: String },
    #[error("{option} describes a single favorite; omit it for several addresses")]
    OptionForOne { option: &'static str },
    #[error("{given} addresses are too many; one command saves at most {limit}, so split the list")]
    TooManyAddresses { given: usize, limit: usize },
    #[error("{} not saved; see the reasons above", counted(*left, "address was", "addresses were"))]
    AddressesLeft { left: usize, exit: Exit },
    #[error("{place} has more than {limit} bytes")]
    TooLong { place: String, limit: u64 },
    #[error("there are too many favorites{place} to search for {name}; give the complete id")]
    TooManyFavorites { place: &'static str, name: String },
    #[error("the service did not count the matches")]
    NoCounts,
    #[error("{place} can't be read")]
    Read { place: String, source: std::io::Error },
    /// A file or an input that the user named can't be read.
    #[error("{place} can't be read")]
    Unreadable { place: String, source: std::io::Error },
    #[error("{place} can't be written")]
    Write { place: String, source: std::io::Error },
    #[error("{file} can't be read further: {reason}; the entries before that are imported")]
    ImportFile { file: String, reason: String },
    #[error("{file} can't be imported: {reason}")]
    ImportFormat { file: String, reason: String },
    #[error("{} not imported; see the reasons above", counted(*left, "entry was", "entries were"))]
    EntriesLeft { left: u64 },
    #[error("the job {id} {state}{}", undo_hint(id, *.undoable))]
    JobEnded { id: JobId, state: &'static str, undoable: bool },
    #[error("the job {id} has made no progress for 30 minutes; `favorites job show {id}` shows its state")]
    NoProgress { id: JobId },
    #[error("{} could not be changed; see the list above", counted(*left, "favorite", "favorites"))]
    FavoritesLeft { left: u64 },
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error(transparent)]
    Copy(#[from] CopyError),
    #[error(transparent)]
    Table(#[from] EnvironmentError),
    #[error("the step {step:?} failed; expected: {expected}; got")]
    Step {
        step: &'static str,
        expected: &'static str,
        #[source]
        got: Box<Reason>,
    },
    /// A step's result is another one than expected.
    #[error("{0}")]
    Got(String),
    #[error("no end within the time limit of a step")]
    NoEnd,
    #[error("the check was interrupted")]
    Interrupted,
    #[error("{} not redriven; see the reasons above", counted(*left, "file was", "files were"))]
    FilesLeft { left: usize },
}

impl Failure {
    /// Returns the exit code.
    #[must_use]
    pub fn exit(&self) -> Exit {
        self.0.exit()
    }

    /// Returns true if the reader of the output has ended, which is not worth a message.
    #[must_use]
    pub fn is_closed_pipe(&self) -> bool {
        matches!(&self.0, Reason::Output(error) if error.is_closed_pipe())
    }
}

impl Reason {
    /// Returns the exit code.
    pub(crate) fn exit(&self) -> Exit {
        match self {
            Self::Client(error) => exit_of_client(error),
            Self::SignIn(_) | Self::Input(InputError::Token { .. }) => Exit::NotSignedIn,
            Self::NoSuchTag { .. } | Self::NoSuchFavorite { .. } => Exit::NotFound,
            Self::SeveralFavorites { .. }
            | Self::TooManyFavorites { .. }
            | Self::OptionForOne { .. }
            | Self::MergedIntoItself { .. } => Exit::Usage,
            Self::AddressesLeft { exit, .. } => *exit,
            Self::TooManyAddresses { .. }
            | Self::TooLong { .. }
            | Self::Unreadable { .. }
            | Self::NoScheme { .. }
            | Self::Address(_)
            | Self::ImportFile { .. }
            | Self::ImportFormat { .. }
            | Self::EntriesLeft { .. }
            | Self::FavoritesLeft { .. } => Exit::InvalidInput,
            Self::Step { got, .. } => got.exit(),
            Self::TagNameTaken { .. } => Exit::Conflict,
            Self::NoEnd | Self::NoProgress { .. } => Exit::Unavailable,
            Self::Output(error) if error.is_closed_pipe() => Exit::Done,
            _ => Exit::Failed,
        }
    }
}

fn undo_hint(id: &JobId, undoable: bool) -> String {
    if undoable { format!("; `favorites job undo {id}` undoes what it has done") } else { String::new() }
}

fn exit_of_client(error: &ClientError) -> Exit {
    match error {
        ClientError::Unreachable { .. } => Exit::Unavailable,
        ClientError::Refused { problem, .. } if problem.is_about_erasure() => Exit::Conflict,
        ClientError::Refused { problem, .. } => exit_of_status(problem.status()),
        // The link was refused, and not the user's token.
        ClientError::FileRefused(problem) => match exit_of_status(problem.status()) {
            Exit::Unavailable => Exit::Unavailable,
            _ => Exit::Failed,
        },
        ClientError::Setup(_) | ClientError::Disk(_) | ClientError::Unexpected { .. } => Exit::Failed,
    }
}

pub(crate) fn exit_of_status(status: StatusCode) -> Exit {
    match status.as_u16() {
        401 | 403 => Exit::NotSignedIn,
        404 => Exit::NotFound,
        400 | 413..=415 | 422 => Exit::InvalidInput,
        409 | 412 | 507 => Exit::Conflict,
        429 | 502..=504 => Exit::Unavailable,
        _ => Exit::Failed,
    }
}
