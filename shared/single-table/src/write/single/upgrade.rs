//! Upgrades an item that stops a write because the item is in a past form.

use super::send::{OneWrite, SingleFailure};
use crate::Item;
use crate::error::Error;
use crate::store::Store;
use crate::table::Database;
use crate::write::rewrite::Upgrade;

/// The number of times that one write upgrades its items. A second time is needed only if an older program puts the item again in
/// the meantime.
pub(crate) const MOST_UPGRADES: u32 = 4;

impl<D: Database> Store<D> {
    /// Upgrades a stored item in a past form. Returns false if it is in the current form, so that something
    /// else stopped the write.
    pub(crate) async fn upgrade(&self, upgrade: Upgrade, table: &str, read: &Item) -> Result<bool, Error> {
        let Some(update) = upgrade.update(table, read)? else { return Ok(false) };
        let write = OneWrite::new(upgrade.entity(), update);
        let mut is_second = false;
        loop {
            match self.send(&write).await {
                // If another writer was faster, sending the user's write again shows the current form.
                Ok(_) | Err(SingleFailure::Condition(_)) => return Ok(true),
                // The condition of the second try tells whether the first one happened.
                Err(SingleFailure::Failed(Error::Unreachable { .. })) if !is_second => is_second = true,
                Err(SingleFailure::Failed(error)) => return Err(error),
            }
        }
    }
}
