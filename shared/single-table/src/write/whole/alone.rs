//! One entity inserted, replaced or removed, and the owners of unique values.

use super::error::ChangeError;
use crate::entity::{Constraint, Entity, Key, Versioned, constraint_key};
use crate::error::Error;
use crate::item;
use crate::store::Store;
use crate::table::{Contains, Database};
use crate::write::operation::Written;
use crate::write::send::SingleFailure;
use crate::write::transaction::{Cancelled, Op, Transaction, TransactionError};

impl<D: Database> Store<D> {
    /// Puts an entity that is not there yet, and claims its unique values: as [`Transaction::insert`]. One without unique values
    /// is a `PutItem`, at half the price of a `TransactWriteItems`.
    ///
    /// # Errors
    /// [`ChangeError::ConditionFailed`] when there is an item with its key; [`ChangeError::Taken`] with the owners of its values.
    pub async fn insert<E: Entity>(&self, entity: &E) -> Result<Written, ChangeError<E>>
    where
        D: Contains<E::Table>,
    {
        let mut transaction = Transaction::new();
        let op = transaction.insert(entity);
        self.change(transaction, op).await
    }

    /// Puts `after` in place of `before` with the next version, and swaps unique values: as [`Transaction::replace`]. Where no
    /// unique value changes it is a `PutItem`. On success `after` has the version that was written, and on an error the one that it
    /// had.
    ///
    /// # Errors
    /// [`ChangeError::ConditionFailed`] when the item is not at the version of `before`; [`ChangeError::Taken`] with the owners of
    /// its new values; [`Error::OtherKey`] when the two have different primary keys.
    pub async fn replace<E: Versioned>(&self, before: &E, after: &mut E) -> Result<Written, ChangeError<E>>
    where
        D: Contains<E::Table>,
    {
        let mut transaction = Transaction::new();
        let op = transaction.replace(before, after);
        let written = self.change(transaction, op).await?;
        after.set_next_version(before);
        Ok(written)
    }

    /// Deletes an entity and frees its unique values: as [`Transaction::remove`]. One without unique values is a `DeleteItem`.
    ///
    /// # Errors
    /// [`ChangeError::ConditionFailed`] when the item is not at the entity's version.
    pub async fn remove<E: Versioned>(&self, entity: &E) -> Result<Written, ChangeError<E>>
    where
        D: Contains<E::Table>,
    {
        let mut transaction = Transaction::new();
        let op = transaction.remove(entity);
        self.change(transaction, op).await
    }

    /// The key of the item that has these unique values, as the last write left it: a consistent `GetItem` of the record.
    ///
    /// # Errors
    /// When the record's key can't be made, or the call fails.
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

    async fn change<E: Entity>(
        &self,
        mut transaction: Transaction<D>,
        op: Op<E>,
    ) -> Result<Written, ChangeError<E>> {
        if transaction.len() == 1
            && let Some(step) = transaction.steps.pop()
        {
            let (name, answer) = self.send((step.build)(&self.names, self.now())?, true).await;
            let units = answer.map_err(|failure| match failure {
                SingleFailure::Condition(item) => in_the_way(item.map(item::decode).transpose()),
                SingleFailure::Failed(error) => error.into(),
            })?;
            self.used(name, &[E::NAME.as_str()], None, units);
            return Ok(Written { units });
        }
        self.transact(transaction).await.map_err(|error| match error {
            TransactionError::Cancelled(cancelled) => obstacle(&cancelled, op),
            TransactionError::Failed(error) => error.into(),
        })
    }
}

fn obstacle<E: Entity>(cancelled: &Cancelled, op: Op<E>) -> ChangeError<E> {
    if cancelled.failed(op) {
        return in_the_way(cancelled.item(op));
    }
    match cancelled.taken(op) {
        Ok(taken) => ChangeError::Taken(taken),
        Err(error) => error.into(),
    }
}

fn in_the_way<E: Entity>(item: Result<Option<E>, Error>) -> ChangeError<E> {
    match item {
        Ok(item) => ChangeError::ConditionFailed { item: item.map(Box::new) },
        Err(error) => error.into(),
    }
}
