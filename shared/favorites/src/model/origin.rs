//! The sources of new favorites.

use single_table::Timestamp;

use crate::model::favorite::FavoriteData;
use crate::model::ids::DataId;
use crate::model::life::{Life, first_version_after};

/// The source of the id, the times and the version of a new favorite.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Origin {
    /// The request. It may have chosen the id.
    #[default]
    Request,
    /// An import, which derives the id from what it imports, so that an entry has the same id if it is
    /// imported again.
    Derived {
        /// The id.
        data_id: DataId,
        /// True if there may have been a favorite with this id.
        may_exist: bool,
    },
    /// An export, which had the favorite.
    Exported {
        /// The id.
        data_id: DataId,
        /// The time of the last change.
        update_time: Timestamp,
        /// The version.
        version: u64,
    },
}

impl Origin {
    /// Returns the id of the favorite, if the source has it.
    pub(crate) fn data_id(self) -> Option<DataId> {
        match self {
            Self::Request => None,
            Self::Derived { data_id, .. } | Self::Exported { data_id, .. } => Some(data_id),
        }
    }

    /// Notes that an earlier try may have created the favorite.
    pub(crate) fn note_repeat(&mut self) {
        if let Self::Derived { may_exist, .. } = self {
            *may_exist = true;
        }
    }

    /// Gives a new favorite what the source has. If there may have been a favorite with its id, it begins a
    /// life at its `update_time`.
    pub(crate) fn apply(self, favorite: FavoriteData) -> FavoriteData {
        let life = Life::begin(favorite.update_time);
        match self {
            Self::Request => favorite,
            Self::Derived { data_id, may_exist: false } => FavoriteData { data_id, ..favorite },
            Self::Derived { data_id, may_exist: true } => FavoriteData { data_id, life, ..favorite },
            Self::Exported { data_id, update_time, version } => {
                FavoriteData { data_id, update_time, version: first_version_after(version), life, ..favorite }
            }
        }
    }
}
