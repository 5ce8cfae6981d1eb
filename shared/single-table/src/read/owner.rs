//! Reads of the owners of unique values.

use futures::future::{BoxFuture, FutureExt as _};
use table_keys::Timestamp;

use super::item_set::Decoded;
use crate::Item;
use crate::entity::{Constraint, Entity, Key, constraint_key};
use crate::error::Error;
use crate::item;
use crate::store::Store;
use crate::table::{Contains, Database};
use crate::view::is_live;

/// The key of the item that owns the unique values of `C`.
pub(super) type OwnerKey<C> = <<C as Constraint>::Owner as Entity>::Key;

impl<D: Database> Store<D> {
    /// Returns the key of the item that has these unique values, or `None` if no item has them. Reads the constraint's record
    /// with a consistent `GetItem`. [`KeySet::add_owner`](crate::KeySet::add_owner) reads many of them at once.
    ///
    /// # Errors
    /// The error of a record key that can't be built, or of a call that failed.
    pub fn owner<'a, C: Constraint>(
        &'a self,
        constraint: &'a C,
    ) -> BoxFuture<'a, Result<Option<OwnerKey<C>>, Error>>
    where
        D: Contains<<C::Owner as Entity>::Table>,
    {
        // Boxed, so that the compiler reports the bounds once.
        async move {
            let key = constraint_key(constraint)?;
            let record = self.stored::<<C::Owner as Entity>::Table>(C::NAME.as_str(), key, true).await?;
            record.map_or(Ok(None), |record| live_owner::<C>(&record, self.now()))
        }
        .boxed()
    }
}

/// Returns the key of a record's owner, or `None` if the record has expired.
fn live_owner<C: Constraint>(record: &Item, now: Timestamp) -> Result<Option<OwnerKey<C>>, Error> {
    let expires = item::expires::<C::Owner>(record, C::NAME.as_str())?;
    if is_live(expires, now) { Key::from_fields(record).map(Some) } else { Ok(None) }
}

/// Decodes a record into the key of its owner. Returns `None` if the record has expired.
#[expect(clippy::needless_pass_by_value, reason = "the items of a set are decoded by value")]
pub(super) fn decode_owner<C: Constraint>(record: Item, now: Timestamp) -> Result<Option<Decoded>, Error> {
    let owner = live_owner::<C>(&record, now)?;
    Ok(owner.map(|owner| Box::new(owner) as Decoded))
}
