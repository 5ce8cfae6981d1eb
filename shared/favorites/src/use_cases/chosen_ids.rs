//! The ids that clients have chosen.

use serde::{Deserialize, Serialize};
use single_table::Entity;

use crate::model::favorite::FavoriteData;
use crate::model::ids::{DataId, UserId};
use crate::table::FavoritesTable;

/// The record that a client has created a favorite under an id of its own. It stays when the favorite is gone, so a repeated creation
/// never brings the favorite back. If the favorite gets another id later, that id has such a record too.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = FavoritesTable, name = "ChosenId", partition(user_id), sort(data_id))]
pub(crate) struct ChosenIdRecord {
    user_id: UserId,
    data_id: DataId,
}

impl ChosenIdRecord {
    /// Returns the record of the favorite's id.
    pub(crate) fn of(favorite: &FavoriteData) -> Self {
        Self { user_id: favorite.user_id.clone(), data_id: favorite.data_id }
    }
}
