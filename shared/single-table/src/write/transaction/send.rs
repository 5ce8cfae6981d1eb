//! Sends transactions.

use std::fmt;
use std::future::IntoFuture;

use aws_sdk_dynamodb::operation::transact_write_items::builders::TransactWriteItemsFluentBuilder;
use futures::future::BoxFuture;

use super::cancelled::Cancelled;
use super::error::TransactionError;
use super::operations::{Transaction, check_len};
use super::step::check_distinct;
use super::token::Token;
use crate::capacity::Units;
use crate::error::Error;
use crate::store::Store;
use crate::table::Database;
use crate::write::customize::Customize;
use crate::write::operation::Written;

impl<D: Database> Store<D> {
    /// Does all operations of a transaction or none: `TransactWriteItems`. A transaction without operations sends no request. If
    /// other writers change the same items, or if DynamoDB throttles, the transaction is tried up to 8 times.
    ///
    /// # Errors
    /// [`TransactionError::Cancelled`] with the operations and items for which conditions did not hold.
    /// [`Error::TooManyOperations`] before any request if the transaction has more than 100
    /// operations.
    pub fn transact(&self, transaction: Transaction<D>) -> SendTransaction<'_, D> {
        SendTransaction { store: self, transaction, token: None, customize: None }
    }
}

/// A transaction that is sent when it is awaited. [`Store::transact`] returns this value.
#[must_use = "a transaction is sent when it is awaited"]
pub struct SendTransaction<'a, D: Database> {
    store: &'a Store<D>,
    transaction: Transaction<D>,
    token: Option<String>,
    customize: Option<Box<Customize<'a, TransactWriteItemsFluentBuilder>>>,
}

impl<'a, D: Database> SendTransaction<'a, D> {
    /// Sets the client request token of the transaction, of 1 to 36 characters. Within 10 minutes, DynamoDB does a transaction
    /// with the same token and the same operations only once, however often it is sent. DynamoDB answers the repeated requests
    /// with success, and they consume read units. So a program that crashed can send its transaction again. Without this method,
    /// each call has a token of its own.
    ///
    /// "The same operations" includes every value. One of these values is the time in conditions about expiry, such as those of
    /// [`insert`](Transaction::insert) in a table with a TTL attribute: make [`Store::with_clock`] return the same time. Another
    /// is a random [`Shard`](crate::view::Shard): choose the shard by its number instead.
    ///
    /// The token does not cover one case: if another item owns a record that the transaction would free, the transaction is sent
    /// without that operation and with another token.
    ///
    /// # Errors
    /// [`Error::TokenLength`] before any request, and
    /// [`Error::TokenReused`] if another transaction had the token within the last 10 minutes. The
    /// awaited transaction returns both.
    ///
    /// ```
    /// # use serde::{Deserialize, Serialize};
    /// # use single_table::{Entity, Store, Transaction, TransactionError, Update, table};
    /// # table! {
    /// #     /// Counters.
    /// #     pub struct CounterTable { key: (pk, sk), entities: [Counter] }
    /// # }
    /// # /// A counter.
    /// # #[derive(Debug, Clone, Serialize, Deserialize, Entity)]
    /// # #[entity(table = CounterTable, name = "Counter", partition(name), sort())]
    /// # pub struct Counter { name: String, #[serde(default)] count: u64 }
    /// /// Counts an order once, even if it is delivered twice.
    /// async fn count(store: &Store<CounterTable>, order: u32) -> Result<(), TransactionError> {
    ///     let key = CounterKey { name: "orders".to_owned() };
    ///     let mut transaction = Transaction::new();
    ///     transaction.add(Update::upsert(key).add(Counter::COUNT, 1));
    ///     store.transact(transaction).token(format!("order-{order}")).await?;
    ///     Ok(())
    /// }
    /// ```
    pub fn token(mut self, token: impl Into<String>) -> Self {
        self.token = Some(token.into());
        self
    }

    /// Changes the SDK's builder of the request before it is sent, for a parameter that this library does not know. The change
    /// can override the library's own parameters. If the transaction takes several requests, the change applies to each of them.
    pub fn customize(
        mut self,
        change: impl Fn(TransactWriteItemsFluentBuilder) -> TransactWriteItemsFluentBuilder + Send + Sync + 'a,
    ) -> Self {
        self.customize = Some(Box::new(change));
        self
    }

    /// Sends the transaction, and returns the conditions that cancelled it: `None` if all operations happened. Use this method when
    /// a condition that does not hold is an expected answer, as in optimistic locking.
    ///
    /// ```
    /// # use serde::{Deserialize, Serialize};
    /// # use single_table::{Entity, Error, Store, Transaction, table};
    /// # table! {
    /// #     /// Seats.
    /// #     pub struct SeatTable { key: (pk, sk), entities: [Seat] }
    /// # }
    /// # /// A booked seat.
    /// # #[derive(Debug, Clone, Serialize, Deserialize, Entity)]
    /// # #[entity(table = SeatTable, name = "Seat", partition(concert), sort(seat))]
    /// # pub struct Seat { concert: String, seat: u32, guest: String }
    /// /// Books two seats, or returns the guest who has booked the first one.
    /// async fn book(store: &Store<SeatTable>, seats: [&Seat; 2]) -> Result<Option<String>, Error> {
    ///     let mut transaction = Transaction::new();
    ///     let [first, _second] = seats.map(|seat| transaction.insert(seat));
    ///     let Some(cancelled) = store.transact(transaction).cancelled().await? else { return Ok(None) };
    ///     Ok(cancelled.item(first)?.map(|seat| seat.guest))
    /// }
    /// ```
    ///
    /// # Errors
    /// The [`Error`] of a call that failed for another reason than a condition.
    pub async fn cancelled(self) -> Result<Option<Cancelled>, Error> {
        match self.await {
            Ok(_) => Ok(None),
            Err(error) => error.into_cancelled().map(Some),
        }
    }

    async fn run(self) -> Result<Written, TransactionError> {
        let token = self.token.map_or_else(|| Ok(Token::random()), Token::of)?;
        check_len(self.transaction.len())?;
        if self.transaction.is_empty() {
            return Ok(Written { units: Units::default() });
        }
        let operations = self.transaction.build(&self.store.names, self.store.now())?;
        check_distinct(&operations)?;
        self.store.transact_built(&operations, &token, self.customize.as_deref()).await
    }
}

impl<'a, D: Database> IntoFuture for SendTransaction<'a, D> {
    type Output = Result<Written, TransactionError>;
    type IntoFuture = BoxFuture<'a, Self::Output>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}

impl<D: Database> fmt::Debug for SendTransaction<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SendTransaction")
            .field("transaction", &self.transaction)
            .field("token", &self.token)
            .finish_non_exhaustive()
    }
}
