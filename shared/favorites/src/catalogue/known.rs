//! The versions that the catalogue knows.

use std::collections::BTreeMap;

use crate::error::Error;
use crate::model::ids::{DataId, UserId};
use crate::service::Favorites;

impl Favorites {
    /// Returns the highest version that the catalogue knows of each favorite that it knows, removed ones included. A favorite that comes
    /// back under its old id needs a higher version, because the catalogue ignores the others.
    pub(crate) async fn known_versions(
        &self,
        user: &UserId,
        ids: &[DataId],
    ) -> Result<BTreeMap<DataId, u64>, Error> {
        if ids.is_empty() {
            return Ok(BTreeMap::new());
        }
        let head = self.open_head(user).await?;
        let slots = self.read_slots(user, ids.to_vec()).await?;
        let version = |data_id: &DataId| {
            let entry = head.journal.get(data_id).or_else(|| slots.entry(*data_id))?;
            let version = entry.live.version().max(entry.trash.version())?;
            Some((*data_id, version))
        };
        Ok(ids.iter().filter_map(version).collect())
    }
}
