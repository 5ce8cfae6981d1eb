//! A record of the stream, and what was seen of a favorite.

use single_table::EpochSeconds;
use single_table::item::StreamItem;

use crate::catalogue::Sighting;
use crate::model::ids::UserId;

/// A record of the stream.
#[derive(Debug, Clone)]
pub struct ChangeRecord {
    /// About when the item was written, to the second: the record's `ApproximateCreationDateTime`. A record that does not
    /// say it is taken for an old one.
    pub written: Option<EpochSeconds>,
    /// The item before.
    pub old: Option<StreamItem>,
    /// The item after.
    pub new: Option<StreamItem>,
}

/// A sighting of a user's favorite, with the place of its record in the batch.
pub(super) struct Seen {
    pub(super) at: usize,
    pub(super) user: UserId,
    pub(super) sighting: Sighting,
}
