//! Sends one write and returns its result.

use std::fmt;
use std::future::IntoFuture;

use futures::future::{self, BoxFuture, FutureExt as _};
use table_keys::Timestamp;

use super::executable::Single;
use super::send::{OneWrite, SingleFailure};
use super::stops::Stops;
use crate::entity::Entity;
use crate::error::Error;
use crate::item;
use crate::store::Store;
use crate::table::{Contains, Database};
use crate::write::customize::Customize;
use crate::write::error::WriteError;
use crate::write::rewrite::Upgrade;

impl<D: Database> Store<D> {
    /// Sends one write: a [`Put`](crate::Put), [`Update`](crate::Update) or [`Delete`](crate::Delete). Returns
    /// [`Written`](crate::Written) with the consumed capacity, or the item that a [returning](crate::write::Returning) write asks
    /// for.
    ///
    /// The SDK repeats a request whose answer is lost, unless a second try would change the item again or return another one.
    /// Such a write fails with [`Error::Unreachable`].
    ///
    /// # Errors
    /// [`WriteError::ConditionFailed`] with the item in place if the condition did not hold.
    pub fn execute<O>(&self, operation: O) -> SendWrite<'_, D, O>
    where
        O: Single,
        D: Contains<<O::Entity as Entity>::Table>,
    {
        let table = self.table::<<O::Entity as Entity>::Table>();
        SendWrite { store: self, table, operation, customize: None }
    }
}

/// A write that is sent when it is awaited. [`Store::execute`] returns this value.
#[must_use = "a write is sent when it is awaited"]
pub struct SendWrite<'a, D: Database, O: Single> {
    store: &'a Store<D>,
    /// The table's name. With it, only `Store::execute` asks for a database with the table, and the compiler reports a wrong one
    /// once.
    table: &'a str,
    operation: O,
    customize: Option<Box<Customize<'a, O::Builder>>>,
}

impl<'a, D: Database, O: Single> SendWrite<'a, D, O> {
    /// Changes the SDK's builder of the request before it is sent, for a parameter that this library does not know. The change
    /// can override the library's own parameters. If the write takes several requests, the change applies to each of them.
    ///
    /// ```
    /// # use serde::{Deserialize, Serialize};
    /// # use single_table::{Entity, Put, Store, WriteError, table};
    /// # table! {
    /// #     /// Notes.
    /// #     pub struct NoteTable { key: (pk, sk), entities: [Note] }
    /// # }
    /// # /// A note.
    /// # #[derive(Debug, Serialize, Deserialize, Entity)]
    /// # #[entity(table = NoteTable, name = "Note", partition(user), sort(id))]
    /// # pub struct Note { user: String, id: u32 }
    /// use aws_sdk_dynamodb::types::ReturnConsumedCapacity;
    ///
    /// # async fn example(store: &Store<NoteTable>, note: &Note) -> Result<(), WriteError<Note>> {
    /// let put = store.execute(Put::new(note));
    /// put.customize(|request| request.return_consumed_capacity(ReturnConsumedCapacity::Indexes)).await?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn customize(mut self, change: impl Fn(O::Builder) -> O::Builder + Send + Sync + 'a) -> Self {
        self.customize = Some(Box::new(change));
        self
    }
}

/// Returns the request of an operation, and the handling of items that would stop it.
fn prepare<O: Single>(
    operation: O,
    table: &str,
    now: Timestamp,
) -> Result<(Stops<'_>, OneWrite<'_, O::Request>), Error> {
    let (is_repeatable, operands) = (operation.is_repeatable(), operation.operands());
    let replacement = operation.replacement(table, now).transpose()?;
    let request = operation.single_request(table, now)?;
    let write = OneWrite::new(<O::Entity as Entity>::NAME.as_str(), request)
        .versioned(<O::Entity as Entity>::MODEL.version)
        .computing_with(operands)
        .returning(O::RETURNS)
        .repeatable(is_repeatable);
    let upgrade = Upgrade::of::<O::Entity>();
    Ok((Stops { table, replacement, expires: item::expires::<O::Entity>, upgrade }, write))
}

fn failure<E: Entity>(failure: SingleFailure) -> WriteError<E> {
    match failure {
        SingleFailure::Condition(item) => WriteError::condition_failed(item.map(item::decode).transpose()),
        SingleFailure::Failed(error) => error.into(),
    }
}

impl<'a, D, O> IntoFuture for SendWrite<'a, D, O>
where
    D: Database,
    O: Single + 'a,
{
    type Output = Result<O::Output, WriteError<O::Entity>>;
    type IntoFuture = BoxFuture<'a, Self::Output>;

    fn into_future(self) -> Self::IntoFuture {
        let Self { store, table, operation, customize } = self;
        let now = store.now();
        match prepare(operation, table, now) {
            Ok((stops, write)) => {
                let done = store.write_past(stops, write.customized(customize));
                done.map(move |done| Ok(O::output(done.map_err(failure)?, now)?)).boxed()
            }
            Err(error) => future::ready(Err(error.into())).boxed(),
        }
    }
}

impl<D: Database, O: Single + fmt::Debug> fmt::Debug for SendWrite<'_, D, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SendWrite").field("operation", &self.operation).finish_non_exhaustive()
    }
}
