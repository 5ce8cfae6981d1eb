//! Claims the links that were saved under an earlier rule by which two addresses are the same link.

use std::num::NonZeroU16;

use single_table::Backfill;
use single_table::backfill::{BackfillError, BackfillProgress};
use single_table::entity::Constraint as _;

use crate::error::Error;
use crate::limits::CLAIM_UNITS_PER_SECOND;
use crate::model::favorite::{FavoriteData, UniqueLink};
use crate::service::Favorites;
use crate::stored_items::{StoredItem, StoredItemItems};

/// The result of claiming all links.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ClaimedLinks {
    /// The favorites that were read.
    pub favorites: u64,
    /// The favorites that were written: they got a record, or their item got its present shape.
    pub claimed: u64,
    /// The favorites whose link another favorite of the user has. They stay as they are, without a record.
    pub doubles: u64,
    /// The records of earlier rules that were deleted.
    pub deleted: u64,
}

/// The reason why not all links are claimed. The next call goes over all favorites again, and writes nothing
/// twice.
#[derive(Debug, thiserror::Error)]
pub enum ClaimLinksError {
    /// The favorites can't be read, or one of them can't be written.
    #[error("the links of the table can't be claimed: {0}")]
    Backfill(#[from] BackfillError),
    /// The records of earlier rules can't be read or deleted.
    #[error("the records of earlier rules can't be deleted: {0}")]
    Delete(#[source] Error),
}

impl Favorites {
    /// Gives each link of the table, of all users, its record by the present rule if it has none, and deletes
    /// the records of earlier rules. Of several favorites that have become the same link, one gets the
    /// record, and all stay. The service may run meanwhile, but no earlier version of it. `report` is told
    /// the result so far after each page.
    ///
    /// # Errors
    /// [`ClaimLinksError`].
    pub async fn claim_links(
        &self,
        mut report: impl FnMut(&ClaimedLinks),
    ) -> Result<ClaimedLinks, ClaimLinksError> {
        let mut result = ClaimedLinks::default();
        let claims =
            Backfill::<FavoriteData>::new().leave_taken().write_units_per_second(CLAIM_UNITS_PER_SECOND);
        let mut run = self.store.backfill(claims, BackfillProgress::new(NonZeroU16::MIN));
        while let Some(progress) = run.next_page().await? {
            let counts = progress.counts();
            result.favorites = counts.scanned;
            result.claimed = counts.changed;
            result.doubles = counts.taken;
            report(&result);
        }
        let mut after = None;
        loop {
            let page = self.items.page(StoredItemItems::scan().including_expired().after(after)).await;
            let page = page.map_err(|error| ClaimLinksError::Delete(error.into()))?;
            let old: Vec<StoredItem> = page.items.into_iter().filter(is_old_record).collect();
            result.deleted += self.delete_items(&old).await.map_err(ClaimLinksError::Delete)?;
            report(&result);
            after = page.next;
            if after.is_none() {
                return Ok(result);
            }
        }
    }
}

/// Returns true if the item is the record of a link by an earlier rule. Nothing reads or writes such a record
/// any more.
fn is_old_record(item: &StoredItem) -> bool {
    let kind = item.pk.split_once('#').map(|(kind, _)| kind);
    kind == Some(UniqueLink::NAME.as_str()) && !item.sk.starts_with(&UniqueLink::prefix())
}
