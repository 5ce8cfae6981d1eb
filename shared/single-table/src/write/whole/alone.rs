//! Inserts, replaces, relocates and removes one entity.

use futures::future::{BoxFuture, FutureExt as _};

use super::change::{Change, PutOrDelete};
use super::relocation::Relocation;
use crate::entity::{Entity, Versioned};
use crate::store::Store;
use crate::table::{Contains, Database};
use crate::write::error::WriteError;
use crate::write::operation::Written;
use crate::write::transaction::{Cancelled, Op, Transaction, TransactionError};

// The type of an `async fn` repeats the bounds of the function, so the compiler would report a store of another table three
// times. The type of a boxed future does not.
impl<D: Database> Store<D> {
    /// Puts an entity that is not in the table yet, and claims its unique values: the same as [`Transaction::insert`]. An entity
    /// without unique values takes a `PutItem`, at half the price of a `TransactWriteItems`.
    ///
    /// # Errors
    /// [`WriteError::ConditionFailed`] when there is an item with the same key; [`WriteError::Taken`] with the owners of its
    /// values when other items have them.
    pub fn insert<'a, E: Entity>(&'a self, entity: &'a E) -> BoxFuture<'a, Result<Written, WriteError<E>>>
    where
        D: Contains<E::Table>,
    {
        self.change(Change::insertion(entity)).boxed()
    }

    /// Puts `after` with the next version in place of `before`, and swaps their unique values: the same as
    /// [`Transaction::replace`]. If no unique value changes, the write is a `PutItem`. On success, `after` has the version that
    /// was written; on an error, it keeps the version that it had.
    ///
    /// This write returns no old item, because `before` is the old item except for fields that plain updates have changed.
    /// [`Put::returning_old`](crate::Put::returning_old) returns the old item.
    ///
    /// # Errors
    /// [`WriteError::ConditionFailed`] when the item does not have the version of `before`; [`WriteError::Taken`] with the owners
    /// of the new values when other items have them; [`Error::OtherKey`](crate::Error::OtherKey) when `before` and `after` have different primary keys.
    pub fn replace<'a, E: Versioned>(
        &'a self,
        before: &'a E,
        after: &'a mut E,
    ) -> BoxFuture<'a, Result<Written, WriteError<E>>>
    where
        D: Contains<E::Table>,
    {
        async move {
            let written = self.change(Change::replacement(before, after, None)).await?;
            after.set_next_version(before);
            Ok(written)
        }
        .boxed()
    }

    /// Saves an entity that was read before: [replaces](Self::replace) `before` with `after`, or [inserts](Self::insert) `after` if
    /// the read found no item. An inserted entity keeps the version in its field.
    ///
    /// ```no_run
    /// # use serde::{Deserialize, Serialize};
    /// # use single_table::{Entity, Store, WriteError, table};
    /// # table! {
    /// #     /// Notes.
    /// #     pub struct NoteTable { key: (pk, sk), entities: [Note] }
    /// # }
    /// # /// A note.
    /// # #[derive(Debug, Clone, Serialize, Deserialize, Entity)]
    /// # #[entity(table = NoteTable, name = "Note", partition(user), sort(), version(version))]
    /// # pub struct Note { user: String, text: String, version: u64 }
    /// /// Appends a line to the note of a user, which may not exist yet.
    /// async fn append(store: &Store<NoteTable>, user: &str, line: &str) -> Result<(), WriteError<Note>> {
    ///     let before: Option<Note> = store.get(&NoteKey { user: user.to_owned() }).consistent().await?;
    ///     let empty = || Note { user: user.to_owned(), text: String::new(), version: 1 };
    ///     let mut after = before.clone().unwrap_or_else(empty);
    ///     after.text.push_str(line);
    ///     store.save(before.as_ref(), &mut after).await?; // fails if another writer was faster
    ///     Ok(())
    /// }
    /// ```
    ///
    /// # Errors
    /// The errors of [`replace`](Self::replace) and of [`insert`](Self::insert).
    pub async fn save<E: Versioned>(
        &self,
        before: Option<&E>,
        after: &mut E,
    ) -> Result<Written, WriteError<E>>
    where
        D: Contains<E::Table>,
    {
        match before {
            Some(before) => self.replace(before, after).await,
            None => self.insert(after).await,
        }
    }

    /// Puts `after` with the next version under its own primary key, and deletes `before`: the same as [`Transaction::relocate`].
    /// This is always a transaction. On success, `after` has the version that was written.
    ///
    /// # Errors
    /// [`WriteError::ConditionFailed`] when the item of `before` does not have its version, or when there is an item with the key of
    /// `after`. The key of the item in the error tells the two apart; without an item, `before` is gone. [`WriteError::Taken`] with the
    /// owners of the new values when other items have them; [`Error::SameKey`](crate::Error::SameKey) when `before` and `after` have the same primary key.
    pub fn relocate<'a, E: Versioned>(
        &'a self,
        before: &'a E,
        after: &'a mut E,
    ) -> BoxFuture<'a, Result<Written, WriteError<E>>>
    where
        D: Contains<E::Table>,
    {
        async move {
            let mut transaction = Transaction::new();
            let Relocation { removed, inserted } = transaction.relocate(before, after);
            let written = self.transact(transaction).await.map_err(|error| match error {
                TransactionError::Cancelled(cancelled) if cancelled.failed(removed) => {
                    obstacle(&cancelled, removed)
                }
                TransactionError::Cancelled(cancelled) => obstacle(&cancelled, inserted),
                TransactionError::Failed(error) => error.into(),
            })?;
            after.set_next_version(before);
            Ok(written)
        }
        .boxed()
    }

    /// Deletes an entity and frees its unique values: the same as [`Transaction::remove`]. An entity without unique values takes
    /// a `DeleteItem`.
    ///
    /// This write returns no old item, because `entity` is the old item except for fields that plain updates have changed.
    /// [`Delete::returning_old`](crate::Delete::returning_old) returns the old item.
    ///
    /// # Errors
    /// [`WriteError::ConditionFailed`] when the item does not have the entity's version. [`Error::Unreachable`](crate::Error::Unreachable) when a try got no
    /// answer and the next one found no item: either this delete or another one has happened.
    pub fn remove<'a, E: Versioned>(&'a self, entity: &'a E) -> BoxFuture<'a, Result<Written, WriteError<E>>>
    where
        D: Contains<E::Table>,
    {
        self.change(Change::removal(entity)).boxed()
    }

    /// Writes an entity in a single request if it has no record to write, and otherwise in a transaction.
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
