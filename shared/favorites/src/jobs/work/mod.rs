//! The kinds of work that a job does.

mod erasing;
mod export;
mod import;

use serde::{Deserialize, Serialize};

pub use self::erasing::Erasing;
pub(crate) use self::erasing::{Planned, RoundEnd, Stage};
pub(crate) use self::export::ExportedKind;
pub use self::export::{Export, ExportFormat, Written};
pub use self::import::{ColumnName, CsvField, Import, ImportFormat, ImportOptions};
use super::selector::Selector;
use crate::model::action::Action;
use crate::model::ids::JobId;

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

impl JobWork {
    /// Returns the action that the job applies to favorites, if it does.
    #[must_use]
    pub fn action(&self) -> Option<Action> {
        match self {
            Self::Act { action, .. } | Self::Undo { action, .. } => Some(*action),
            Self::Export(_) | Self::Import(_) | Self::Erase(_) => None,
        }
    }
}
