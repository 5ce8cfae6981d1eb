//! The exit codes of the program.

use std::process::ExitCode;

/// The end of the program, as scripts see it. The numbers are documented in `--help` and in the crate's README and don't change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// The command did what it was asked to do.
    Done = 0,
    /// The command failed for a reason that has no code of its own.
    Failed = 1,
    /// The command line is not valid. `clap` ends the program with the same number.
    Usage = 2,
    /// The user is not signed in, or the service refused the token.
    NotSignedIn = 3,
    /// The service has no such favorite, tag or job.
    NotFound = 4,
    /// The service refused the input.
    InvalidInput = 5,
    /// The change conflicts with the present state: another version, a name or link that is taken, or a limit of the library.
    Conflict = 6,
    /// The service can't be reached, or asks to try again later.
    Unavailable = 7,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}
