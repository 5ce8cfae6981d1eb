//! Errors of transactions.

use super::cancelled::Cancelled;
use crate::error::{Error, Outcome};

/// The reason why a transaction failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TransactionError {
    /// Conditions did not hold, so none of the operations happened.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// The call failed.
    #[error(transparent)]
    Failed(#[from] Error),
}

impl TransactionError {
    /// Returns the conditions that did not hold, or the error of a call that failed for another reason.
    ///
    /// ```
    /// # use serde::{Deserialize, Serialize};
    /// # use single_table::{Entity, Error, Store, Transaction, table};
    /// # table! {
    /// #     /// Notes.
    /// #     pub struct NoteTable { key: (pk, sk), entities: [Note] }
    /// # }
    /// # /// A note.
    /// # #[derive(Debug, Serialize, Deserialize, Entity)]
    /// # #[entity(table = NoteTable, name = "Note", partition(user), sort(id))]
    /// # pub struct Note { user: String, id: u32 }
    /// /// Returns false if the note was there already.
    /// async fn add(store: &Store<NoteTable>, note: &Note) -> Result<bool, Error> {
    ///     let mut transaction = Transaction::new();
    ///     let inserted = transaction.insert(note);
    ///     match store.transact(transaction).await {
    ///         Ok(_) => Ok(true),
    ///         Err(error) => Ok(!error.into_cancelled()?.failed(inserted)),
    ///     }
    /// }
    /// ```
    ///
    /// # Errors
    /// The [`Error`] of a call that failed for another reason than a condition.
    pub fn into_cancelled(self) -> Result<Cancelled, Error> {
        match self {
            Self::Cancelled(cancelled) => Ok(cancelled),
            Self::Failed(error) => Err(error),
        }
    }

    /// Returns what the failed transaction did to the table, which decides whether the caller may repeat the transaction: see
    /// [`Error::outcome`]. A cancelled transaction fails again until the items in its conditions change.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        match self {
            Self::Cancelled(_) => Outcome::Permanent,
            Self::Failed(error) => error.outcome(),
        }
    }
}
