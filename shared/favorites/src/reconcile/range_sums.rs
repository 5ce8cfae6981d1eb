//! The sums of the ranges of a pass, saved until the pass has counted all of them.

use futures::TryStreamExt as _;
use serde::{Deserialize, Serialize};
use single_table::{Delete, Entity, Put, Transaction};

use crate::catalogue::Tally;
use crate::error::Error;
use crate::model::ids::UserId;
use crate::service::Favorites;
use crate::table::FavoritesTable;

/// The weight of one range. Each range has an item, so a step writes what its own range weighs and no more.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = FavoritesTable, name = "ReconciliationSum", partition(user_id), sort(range))]
pub(crate) struct RangeSum {
    user_id: UserId,
    /// The number of the range in its pass, from 0.
    range: u32,
    /// The pass. An item of another pass is left over.
    pass: u64,
    #[serde(with = "serde_bytes")]
    weight: Vec<u8>,
}

/// The weights of all entries of a user.
#[derive(Debug)]
pub(super) struct Weights {
    /// The pass.
    pub(super) pass: u64,
    /// The number of ranges whose sums are saved.
    pub(super) ranges: u32,
    /// The weight of everything else.
    pub(super) rest: Tally,
}

/// Adds a put of the weight of a range to a transaction.
pub(super) fn put_sum(
    transaction: &mut Transaction<FavoritesTable>,
    user: &UserId,
    pass: u64,
    range: u32,
    weight: &Tally,
) -> Result<(), Error> {
    let weight = postcard::to_allocvec(weight).map_err(Error::catalogue)?;
    transaction.add(Put::new(&RangeSum { user_id: user.clone(), range, pass, weight }));
    Ok(())
}

impl Favorites {
    /// Passes the weights to `take`, one after the other: all of them together may be too many to be held in memory. Returns false if
    /// a saved sum is missing or can't be read.
    pub(super) async fn each_weight(
        &self,
        user: &UserId,
        weights: &Weights,
        mut take: impl FnMut(&Tally) + Send,
    ) -> Result<bool, Error> {
        take(&weights.rest);
        if weights.ranges == 0 {
            return Ok(true);
        }
        let mut found = 0;
        let mut items = self.store.stream(RangeSumItems::query(user.clone()).consistent());
        while let Some(item) = items.try_next().await? {
            if item.pass != weights.pass || item.range >= weights.ranges {
                continue;
            }
            match postcard::from_bytes(&item.weight) {
                Ok(weight) => take(&weight),
                Err(error) => {
                    tracing::error!(%error, "a sum of reconciliation can't be read, so the pass begins again");
                    return Ok(false);
                }
            }
            found += 1;
        }
        Ok(found == weights.ranges)
    }

    /// Deletes all sums.
    pub(super) async fn delete_sums(&self, user: &UserId) -> Result<(), Error> {
        let mut items = self.store.stream(RangeSumItems::query(user.clone()).consistent());
        while let Some(item) = items.try_next().await? {
            self.store.execute(Delete::<RangeSum>::new(item.key())).await?;
        }
        Ok(())
    }
}
