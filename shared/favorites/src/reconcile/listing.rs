//! The listing of all users of the table as due.

use std::collections::BTreeSet;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use single_table::scan::ScanOffset;
use single_table::view::View;
use single_table::{Entity, Scan};
use tokio::time::Instant;

use crate::catalogue::{Head, HeadItems, Repairs, drawn};
use crate::error::Error;
use crate::model::favorite::{FavoriteData, FavoriteDataItems, TrashedFavorite, TrashedFavoriteItems};
use crate::model::ids::UserId;
use crate::service::Favorites;
use crate::table::FavoritesTable;

/// The place of a listing of all users, which takes several calls. The item exists from the first call on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = FavoritesTable, name = "ListingProgress", partition(listing), sort(), version(revision))]
pub(crate) struct ListingProgress {
    listing: String,
    revision: u64,
    pass: Pass,
    /// The time at which the passes of all users repair differences.
    #[serde(default)]
    repairs: Repairs,
    /// The place in the pass's scan after which to continue.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    after: Option<String>,
}

/// The items that a scan finds users by. A user may have favorites and no catalogue, or only a trash, or a catalogue of favorites that
/// are gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Pass {
    /// Favorites.
    #[default]
    Favorites,
    /// Favorites in the trash.
    Trash,
    /// Heads of catalogues.
    Catalogues,
    /// Nothing is left: everybody is listed.
    Done,
}

/// The result of a call that lists users.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Listed {
    /// The notes that the call wrote. A user whose items lie on several pages has several.
    pub listed: u64,
    /// True if everybody is listed. If not, the next call continues.
    pub finished: bool,
}

const LISTING: &str = "reconcile";

impl Favorites {
    /// Begins to list everybody as due, unless that is under way. [`continue_listing`](Self::continue_listing) does the work. It
    /// scans the whole table, so it is for a restored table, and for a schedule of months.
    ///
    /// # Errors
    /// [`Error::Busy`] and [`Error::Table`].
    pub async fn begin_listing(&self, repairs: Repairs) -> Result<(), Error> {
        let stored = self.progress().await?;
        if !stored.as_ref().is_some_and(ListingProgress::is_under_way) {
            // If the item changed meanwhile, another call has begun.
            Error::unless_changed(
                self.store.save(stored.as_ref(), &mut ListingProgress::start(repairs)).await,
            )?;
        }
        Ok(())
    }

    /// Lists users as due now, for as long as `time_left` lasts. The next call continues where this one ended, and so does the next
    /// call after one that died. `None`: no listing is under way.
    ///
    /// # Errors
    /// [`Error::Busy`] and [`Error::Table`].
    pub async fn continue_listing(&self, time_left: Duration) -> Result<Option<Listed>, Error> {
        let end = Instant::now() + time_left;
        let mut place = self.listing().await?;
        if place.is_none() {
            return Ok(None);
        }
        let mut listed = Listed::default();
        while let Some(at) = place.take_if(|_| Instant::now() < end) {
            let (users, mut next) = self.users_after(&at).await?;
            for user in &users {
                self.list_due(user, self.seconds(), at.repairs).await?;
            }
            listed.listed += users.len() as u64;
            let is_saved = Error::unless_changed(self.store.save(Some(&at), &mut next).await)?;
            // Another call may have gone on from the same place, or even further.
            place = if is_saved {
                Some(next).filter(ListingProgress::is_under_way)
            } else {
                self.listing().await?
            };
        }
        listed.finished = place.is_none();
        Ok(Some(listed))
    }

    /// Returns the place of the listing that is under way.
    async fn listing(&self) -> Result<Option<ListingProgress>, Error> {
        Ok(self.progress().await?.filter(ListingProgress::is_under_way))
    }

    async fn progress(&self) -> Result<Option<ListingProgress>, Error> {
        let key = ListingProgressKey { listing: LISTING.to_owned() };
        Ok(self.store.get(&key).consistent().await?)
    }

    /// Reads a page of the scan, and returns its users and the next place.
    async fn users_after(&self, at: &ListingProgress) -> Result<(BTreeSet<UserId>, ListingProgress), Error> {
        let (users, after) = match at.pass {
            Pass::Favorites => {
                self.owners(FavoriteDataItems::scan(), at, |item: FavoriteData| item.user_id).await?
            }
            Pass::Trash => {
                self.owners(TrashedFavoriteItems::scan(), at, |item: TrashedFavorite| item.user_id).await?
            }
            Pass::Catalogues | Pass::Done => {
                self.owners(HeadItems::scan(), at, |item: Head| item.user_id).await?
            }
        };
        let pass = if after.is_some() { at.pass } else { at.pass.next() };
        Ok((users, ListingProgress { pass, after, ..at.clone() }))
    }

    /// Returns the users who own the items of a page, and the place after it.
    async fn owners<V: View<Table = FavoritesTable>>(
        &self,
        scan: Scan<V>,
        at: &ListingProgress,
        owner: impl Fn(V::Item) -> UserId,
    ) -> Result<(BTreeSet<UserId>, Option<String>), Error> {
        // A place that can't be read begins the pass again: nobody is left out, and some are listed twice.
        let after = at.after.as_deref().and_then(|text| ScanOffset::from_text(text).ok());
        let page = self.store.page(scan.including_expired().after(after)).await?;
        let users = page.items.into_iter().map(owner).collect();
        Ok((users, page.next.map(|next| next.to_text())))
    }
}

impl ListingProgress {
    fn start(repairs: Repairs) -> Self {
        Self { listing: LISTING.to_owned(), revision: drawn(), pass: Pass::default(), repairs, after: None }
    }

    fn is_under_way(&self) -> bool {
        self.pass != Pass::Done
    }
}

impl Pass {
    fn next(self) -> Self {
        match self {
            Self::Favorites => Self::Trash,
            Self::Trash => Self::Catalogues,
            Self::Catalogues | Self::Done => Self::Done,
        }
    }
}
