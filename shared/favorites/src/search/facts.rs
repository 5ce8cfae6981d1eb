//! The data of a favorite, besides its text, that a search compares with its conditions.

use single_table::EpochSeconds;

use crate::model::data_type::DataType;
use crate::model::ids::{DataId, TagId};

/// A favorite that a search may find.
pub(super) struct Facts {
    pub(super) data_id: DataId,
    pub(super) data_type: DataType,
    pub(super) expire_time: Option<EpochSeconds>,
    /// The tags that exist. A deleted tag may still be on favorites until its cleanup ends.
    pub(super) tags: Vec<TagId>,
}
