//! A transaction that is about to be sent.

use std::fmt;
use std::future::IntoFuture;

use aws_sdk_dynamodb::operation::transact_write_items::builders::TransactWriteItemsFluentBuilder;
use futures::future::BoxFuture;

use super::error::TransactionError;
use super::operations::{Transaction, check_len};
use super::token::Token;
use crate::capacity::Units;
use crate::store::Store;
use crate::table::Database;
use crate::write::customize::Customize;
use crate::write::operation::Written;

impl<D: Database> Store<D> {
    /// Does all operations of a transaction or none: `TransactWriteItems`. A transaction without operations sends nothing. Where
    /// another write is under way at the same items, or DynamoDB throttles, it is tried again a few times.
    ///
    /// # Errors
    /// [`TransactionError::Cancelled`] when conditions did not hold; it says which, and for which items.
    /// [`Error::TooManyOperations`](crate::Error::TooManyOperations) before any request.
    pub fn transact(&self, transaction: Transaction<D>) -> SendTransaction<'_, D> {
        SendTransaction { store: self, transaction, token: None, customize: None }
    }
}

/// A transaction that is sent when it is awaited: made by [`Store::transact`].
#[must_use = "a transaction is sent when it is awaited"]
pub struct SendTransaction<'a, D: Database> {
    store: &'a Store<D>,
    transaction: Transaction<D>,
    token: Option<String>,
    customize: Option<Box<Customize<'a, TransactWriteItemsFluentBuilder>>>,
}

impl<'a, D: Database> SendTransaction<'a, D> {
    /// Gives the transaction a client request token of the caller's, of 1 to 36 characters. Within 10 minutes, DynamoDB does a
    /// transaction with the same token and the same operations once, however often it is sent. It answers the others with
    /// success, and they consume read units. So a program that crashed can send its transaction again. Without this method, each
    /// call has a token of its own.
    ///
    /// "The same operations" includes every value. The time is one of them in conditions about expiry, such as those of
    /// [`insert`](Transaction::insert) in a table with a TTL attribute: let [`Store::with_clock`] return the same time. A random
    /// [`Shard`](crate::view::Shard) is another one: give it a number.
    ///
    /// The token does not cover one case. If another item owns a record that the transaction would free, it is sent without that
    /// operation and with another token.
    ///
    /// # Errors
    /// When the transaction is sent: [`Error::TokenLength`](crate::Error::TokenLength) before any request, and
    /// [`Error::TokenReused`](crate::Error::TokenReused) if another transaction had the token within the last 10 minutes.
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
    /// # pub struct Counter { name: String, count: u64 }
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

    /// Changes the SDK's builder of the request before it is sent, for a parameter that this library does not know. What the
    /// library has set can be overridden. A request that is sent more than once is customized each time.
    pub fn customize(
        mut self,
        change: impl Fn(TransactWriteItemsFluentBuilder) -> TransactWriteItemsFluentBuilder + Send + Sync + 'a,
    ) -> Self {
        self.customize = Some(Box::new(change));
        self
    }

    async fn run(self) -> Result<Written, TransactionError> {
        let token = self.token.map_or_else(|| Ok(Token::random()), Token::of)?;
        check_len(self.transaction.len())?;
        if self.transaction.is_empty() {
            return Ok(Written { units: Units::default() });
        }
        let operations = self.transaction.build(&self.store.names, self.store.now())?;
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
