//! The writes that `Store::execute` takes.

use aws_sdk_dynamodb::types::Put as SdkPut;
use table_keys::Timestamp;

use super::request::{Returns, SingleRequest};
use super::send::Done;
use crate::entity::Entity;
use crate::error::Error;
use crate::write::delete::Delete;
use crate::write::operation::{Operation, Written};
use crate::write::put::Put;
use crate::write::update::Update;

/// A write that [`Store::execute`](crate::Store::execute) sends alone: a [`Put`](crate::Put), [`Update`](crate::Update) or
/// [`Delete`](crate::Delete), or one of them that returns an item.
pub trait Single: Send + Sized {
    /// The entity that is written.
    type Entity: Entity;
    /// The SDK's builder of the request, such as `PutItemFluentBuilder`.
    type Builder: Send;
    /// The result: [`Written`], or the returned item.
    type Output: Send;
    /// The SDK's type of the operation.
    #[doc(hidden)]
    type Request: SingleRequest<Builder = Self::Builder>;
    /// The item that the answer contains.
    #[doc(hidden)]
    const RETURNS: Returns;

    /// Builds the request for the table of this name, at the time `now`.
    #[doc(hidden)]
    fn single_request(self, table: &str, now: Timestamp) -> Result<Self::Request, Error>;

    /// Returns true if the request may be sent again after a lost answer.
    #[doc(hidden)]
    fn is_repeatable(&self) -> bool;

    /// Returns the paths of the numbers, lists and sets that the write computes with.
    #[doc(hidden)]
    fn operands(&self) -> Vec<String>;

    /// Returns the put that replaces an expired item, if an expired item must not stop this write.
    #[doc(hidden)]
    fn replacement(&self, table: &str, now: Timestamp) -> Option<Result<SdkPut, Error>>;

    /// Returns the result of a write that was done.
    #[doc(hidden)]
    fn output(done: Done, now: Timestamp) -> Result<Self::Output, Error>;
}

/// An operation that can be sent alone, which is every operation except a check.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be sent alone",
    note = "`execute` takes a `Put`, an `Update` or a `Delete`; a `Check` is a part of a `Transaction`"
)]
pub trait Alone: Operation<Request: SingleRequest> {}

impl<E: Entity> Alone for Put<E> {}
impl<E: Entity> Alone for Update<E> {}
impl<E: Entity> Alone for Delete<E> {}

impl<O: Alone> Single for O {
    type Entity = O::Entity;
    type Builder = <O::Request as SingleRequest>::Builder;
    type Output = Written;
    type Request = O::Request;
    const RETURNS: Returns = Returns::Nothing;

    fn single_request(self, table: &str, now: Timestamp) -> Result<O::Request, Error> {
        self.request(table, now)
    }

    fn is_repeatable(&self) -> bool {
        self.is_idempotent()
    }

    fn operands(&self) -> Vec<String> {
        Operation::operands(self)
    }

    fn replacement(&self, table: &str, now: Timestamp) -> Option<Result<SdkPut, Error>> {
        self.replacement_of_expired(table, now)
    }

    fn output(done: Done, _: Timestamp) -> Result<Written, Error> {
        Ok(Written { units: done.units })
    }
}
