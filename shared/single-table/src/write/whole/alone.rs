//! One entity inserted, replaced or removed, and the owners of unique values.

use super::change::{Change, PutOrDelete};
use crate::entity::{Constraint, Entity, Key, Versioned, constraint_key};
use crate::error::Error;
use crate::item;
use crate::store::Store;
use crate::table::{Contains, Database};
use crate::write::error::WriteError;
use crate::write::operation::Written;
use crate::write::transaction::{Cancelled, Op, Transaction, TransactionError};

impl<D: Database> Store<D> {
    /// Puts an entity that is not there yet, and claims its unique values: the same as [`Transaction::insert`]. Without unique
    /// values it is a `PutItem`, at half the price of a `TransactWriteItems`.
    ///
    /// # Errors
    /// [`WriteError::ConditionFailed`] when there is an item with its key; [`WriteError::Taken`] with the owners of its values.
    pub async fn insert<E: Entity>(&self, entity: &E) -> Result<Written, WriteError<E>>
    where
        D: Contains<E::Table>,
    {
        self.change(Change::insertion(entity)).await
    }

    /// Puts `after` in place of `before` with the next version, and swaps unique values: the same as [`Transaction::replace`].
    /// Where no unique value changes it is a `PutItem`. On success `after` has the version that was written, and on an error the
    /// one that it had.
    ///
    /// It returns no old item: that is `before`, but for fields that plain updates have changed.
    /// [`Put::returning_old`](crate::Put::returning_old) returns it.
    ///
    /// # Errors
    /// [`WriteError::ConditionFailed`] when the item is not at the version of `before`; [`WriteError::Taken`] with the owners of
    /// its new values; [`Error::OtherKey`] when the two have different primary keys.
    pub async fn replace<E: Versioned>(&self, before: &E, after: &mut E) -> Result<Written, WriteError<E>>
    where
        D: Contains<E::Table>,
    {
        let written = self.change(Change::replacement(before, after, None)).await?;
        after.set_next_version(before);
        Ok(written)
    }

    /// Deletes an entity and frees its unique values: the same as [`Transaction::remove`]. Without unique values it is a
    /// `DeleteItem`.
    ///
    /// It returns no old item: that is `entity`, but for fields that plain updates have changed.
    /// [`Delete::returning_old`](crate::Delete::returning_old) returns it.
    ///
    /// # Errors
    /// [`WriteError::ConditionFailed`] when the item is not at the entity's version. [`Error::Unreachable`] when a try got no
    /// answer and the next one found no item: this delete may have happened, or another one.
    pub async fn remove<E: Versioned>(&self, entity: &E) -> Result<Written, WriteError<E>>
    where
        D: Contains<E::Table>,
    {
        self.change(Change::removal(entity)).await
    }

    /// Returns the key of the item that has these unique values, as the last write left it: a consistent `GetItem` of the record.
    ///
    /// # Errors
    /// When the record's key can't be built, or the call fails.
    pub async fn owner<C: Constraint>(
        &self,
        constraint: &C,
    ) -> Result<Option<<C::Owner as Entity>::Key>, Error>
    where
        D: Contains<<C::Owner as Entity>::Table>,
    {
        let name = C::NAME.as_str();
        let key = constraint_key(constraint)?;
        let Some(record) = self.stored::<<C::Owner as Entity>::Table>(name, key, true).await? else {
            return Ok(None);
        };
        let expired = item::expires::<C::Owner>(&record, name)?.is_some_and(|end| end.expired(self.now()));
        if expired { Ok(None) } else { Key::from_fields(&record).map(Some) }
    }

    /// Writes an entity alone where it has no record to write, and else in a transaction.
    async fn change<E: Entity>(&self, change: Change<E>) -> Result<Written, WriteError<E>>
    where
        D: Contains<E::Table>,
    {
        match change {
            Change { entity: PutOrDelete::Put(put), records } if records.is_empty() => {
                self.execute(put).await
            }
            Change { entity: PutOrDelete::Delete(delete), records } if records.is_empty() => {
                self.execute(delete).await
            }
            change => {
                let mut transaction = Transaction::new();
                let op = transaction.add_change(change);
                self.transact(transaction).await.map_err(|error| match error {
                    TransactionError::Cancelled(cancelled) => obstacle(&cancelled, op),
                    TransactionError::Failed(error) => error.into(),
                })
            }
        }
    }
}

fn obstacle<E: Entity>(cancelled: &Cancelled, op: Op<E>) -> WriteError<E> {
    if cancelled.failed(op) {
        return WriteError::condition_failed(cancelled.item(op));
    }
    match cancelled.taken(op) {
        Ok(taken) => WriteError::Taken(taken),
        Err(error) => error.into(),
    }
}
