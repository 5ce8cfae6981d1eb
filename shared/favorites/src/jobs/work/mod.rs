//! The kinds of work that a job does.

mod erasing;
mod export;
mod import;

use std::str::FromStr;

use serde::{Deserialize, Serialize};

pub use self::erasing::Erasing;
pub(crate) use self::erasing::{Planned, RoundEnd, Stage};
pub(crate) use self::export::ExportedKind;
pub use self::export::{Export, ExportFormat, Written};
pub use self::import::{Import, ImportFormat, ImportOptions};
use super::selector::Selector;
use crate::model::action::Action;
use crate::model::ids::JobId;
use crate::model::value::{ValueError, named};

/// The work of a job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum JobWork {
    /// Applies an action to all favorites that a selector selects.
    #[serde(rename_all = "camelCase")]
    Act {
        /// The action.
        action: Action,
        /// The favorites.
        selector: Selector,
    },
    /// Undoes another job.
    #[serde(rename_all = "camelCase")]
    Undo {
        /// The job to undo.
        job_id: JobId,
        /// The opposite of that job's action.
        action: Action,
    },
    /// Writes everything that a user has to a file.
    Export(Export),
    /// Saves the entries of a file as favorites.
    Import(Import),
    /// Erases everything that belongs to a user.
    Erase(Erasing),
}

/// The function that works on a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum JobRunner {
    /// `run-jobs`, which changes favorites.
    Jobs,
    /// `run-transfers`, which reads and writes files.
    Transfers,
    /// `run-erasures`, which deletes everything of a user.
    Erasures,
}

impl JobRunner {
    /// All of them.
    pub(crate) const ALL: [Self; 3] = [Self::Jobs, Self::Transfers, Self::Erasures];

    /// Returns its name in keys.
    fn as_str(self) -> &'static str {
        match self {
            Self::Jobs => "jobs",
            Self::Transfers => "transfers",
            Self::Erasures => "erasures",
        }
    }
}

impl FromStr for JobRunner {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        named(&Self::ALL, Self::as_str, text)
    }
}

single_table::keys::key_component!(JobRunner as String, |runner| runner.as_str(), |text: String| {
    text.parse::<JobRunner>()
});

impl JobWork {
    /// Returns the action that the job applies to favorites, if it does.
    #[must_use]
    pub fn action(&self) -> Option<Action> {
        match self {
            Self::Act { action, .. } | Self::Undo { action, .. } => Some(*action),
            Self::Export(_) | Self::Import(_) | Self::Erase(_) => None,
        }
    }

    /// Returns the function that works on it.
    pub(crate) fn runner(&self) -> JobRunner {
        match self {
            Self::Act { .. } | Self::Undo { .. } => JobRunner::Jobs,
            Self::Export(_) | Self::Import(_) => JobRunner::Transfers,
            Self::Erase(_) => JobRunner::Erasures,
        }
    }
}
