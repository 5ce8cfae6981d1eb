//! The counts of this moment, as they follow from the head and the count tree.

use std::collections::{BTreeMap, BTreeSet};

use single_table::EpochSeconds;

use crate::catalogue::count_tree::{Scope, Sums};
use crate::catalogue::head::Head;
use crate::catalogue::head_counts::HeadCounts;
use crate::error::Error;
use crate::model::ids::{TagId, UserId};
use crate::service::Favorites;

/// The number of times that a reader reads the head. It reads the head again if writers have replaced nodes that the head names.
const TRIES: usize = 8;

impl Favorites {
    /// Returns the counters of the account at this moment.
    pub(crate) async fn account_sums(&self, user: &UserId) -> Result<Sums, Error> {
        let head = self.read_head_counts(user, false).await?;
        self.account_sums_of(user, head, self.seconds()).await
    }

    /// Returns the counters of the account at `now`, given a head that was read a moment ago.
    pub(crate) async fn account_sums_of(
        &self,
        user: &UserId,
        head: HeadCounts,
        now: EpochSeconds,
    ) -> Result<Sums, Error> {
        let scopes = BTreeSet::from([Scope::Account]);
        let mut sums = self.sums_at(user, head, &scopes, now).await?;
        Ok(sums.remove(&Scope::Account).unwrap_or_default())
    }

    /// Returns the counters of some tags at this moment.
    pub(crate) async fn tag_sums(
        &self,
        user: &UserId,
        tags: impl IntoIterator<Item = TagId>,
    ) -> Result<BTreeMap<Scope, Sums>, Error> {
        let head = self.read_head_counts(user, false).await?;
        self.sums_at(user, head, &tags.into_iter().map(Scope::Tag).collect(), self.seconds()).await
    }

    /// Returns the counters of some scopes at `now`, given a head that was read a moment ago.
    pub(crate) async fn sums_at(
        &self,
        user: &UserId,
        mut head: HeadCounts,
        scopes: &BTreeSet<Scope>,
        now: EpochSeconds,
    ) -> Result<BTreeMap<Scope, Sums>, Error> {
        for attempt in 0..TRIES {
            let is_again = attempt > 0;
            if is_again {
                head = self.read_head_counts(user, true).await?;
            }
            if let Some(mut sums) = self.sums_of(user, &head.tree(), scopes, now, is_again).await? {
                if let Some(of_account) = sums.get_mut(&Scope::Account) {
                    of_account.add_all(&head.stored());
                }
                return Ok(sums);
            }
        }
        Err(Error::catalogue(format_args!(
            "the head of {} names a node of the counts that does not exist",
            user.as_str()
        )))
    }

    async fn read_head_counts(&self, user: &UserId, consistent: bool) -> Result<HeadCounts, Error> {
        let head = self.load_head(user, consistent).await?;
        head.as_ref().map_or_else(|| Ok(HeadCounts::default()), Head::counts)
    }
}
