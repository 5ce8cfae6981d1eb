//! Puts favorites of an export back into the trash.

use single_table::{Check, Condition, Put, Transaction};

use super::outcome::duplicate;
use super::report::ReportedOutcome;
use crate::error::Error;
use crate::model::favorite::{FavoriteDataKey, TrashedFavorite};
use crate::model::life::Life;
use crate::service::Favorites;

impl Favorites {
    /// Puts a favorite of an export back into the trash. `existed` says whether it was there before the step.
    pub(super) async fn recreate_trashed(
        &self,
        mut trashed: TrashedFavorite,
        existed: bool,
    ) -> Result<ReportedOutcome, Error> {
        trashed.favorite.life = Life::begin(self.store.now());
        let (user_id, data_id) = (trashed.user_id.clone(), trashed.data_id);
        let mut tries = self.tries();
        loop {
            let mut transaction = Transaction::new();
            let put = transaction.add(Put::new(&trashed).only_if(Condition::absent()));
            let key = FavoriteDataKey { user_id: user_id.clone(), data_id };
            let absent = transaction.add(Check::new(key, Condition::absent()));
            let outcome = self.store.transact(transaction).cancelled().await.map_err(Error::from);
            let Some(cancelled) = tries.after(outcome.map(Some)).await? else { continue };
            return Ok(match cancelled {
                None => ReportedOutcome::Imported,
                Some(cancelled) if cancelled.failed(put) && !existed => ReportedOutcome::Imported,
                Some(cancelled) if cancelled.failed(put) || cancelled.failed(absent) => duplicate(data_id),
                Some(_) => continue,
            });
        }
    }
}
