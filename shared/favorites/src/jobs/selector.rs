//! The favorites that a job is for.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::model::data_type::DataType;
use crate::model::ids::{DataId, TagId};

/// Selects everything that a list or a search has, minus exceptions. The default selects all favorites. An action on the trash has no
/// use for anything but the exceptions.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Selector {
    /// The text of a search that finds the favorites.
    #[serde(rename = "q", default, skip_serializing_if = "Option::is_none")]
    pub query: Option<String>,
    /// The type of the favorites.
    #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
    pub data_type: Option<DataType>,
    /// A tag that the favorites have.
    #[serde(rename = "tag", default, skip_serializing_if = "Option::is_none")]
    pub tag_id: Option<TagId>,
    /// Favorites that stay as they are.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub except: BTreeSet<DataId>,
}

impl Selector {
    /// Returns true if it has a condition on favorites.
    #[must_use]
    pub fn is_narrowed(&self) -> bool {
        self.query.is_some() || self.data_type.is_some() || self.tag_id.is_some()
    }
}
