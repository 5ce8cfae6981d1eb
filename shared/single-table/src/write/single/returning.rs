//! Writes that return the item as it was before the write or as it is afterwards.

use std::marker::PhantomData;

use aws_sdk_dynamodb::types::Put as SdkPut;
use table_keys::Timestamp;

use super::executable::Single;
use super::request::{Returns, SingleRequest as _};
use super::send::Done;
use crate::Item;
use crate::entity::primary_key::is_key_alone;
use crate::entity::{Entity, Marker};
use crate::error::Error;
use crate::item;
use crate::table::Table;
use crate::write::delete::Delete;
use crate::write::put::Put;
use crate::write::update::Update;

/// A write that returns an item: `R` is [`OldItem`] or [`NewItem`]. [`Put::returning_old`], [`Delete::returning_old`],
/// [`Update::returning_old`] and [`Update::returning_new`] make such a write, and [`Store::execute`](crate::Store::execute) sends
/// the write.
///
/// A transaction does not take a returning write, because `TransactWriteItems` returns no items.
#[derive(Debug)]
#[must_use = "a write is sent by `Store::execute`"]
pub struct Returning<O, R> {
    operation: O,
    item: Marker<R>,
}

/// Marks a [`Returning`] write that returns the item as it was before the write.
#[derive(Debug, Clone, Copy)]
pub enum OldItem {}

/// Marks a [`Returning`] write that returns the item as it is after the write.
#[derive(Debug, Clone, Copy)]
pub enum NewItem {}

impl<O, R> Returning<O, R> {
    fn of(operation: O) -> Self {
        Self { operation, item: PhantomData }
    }
}

impl<E: Entity> Put<E> {
    /// Makes [`Store::execute`](crate::Store::execute) return the item that the put replaces: `None` if there was no item, or if
    /// it had expired.
    ///
    /// The SDK does not repeat such a put after a lost answer, because the second try would return the item that the first one
    /// put. The put fails with [`Error::Unreachable`] instead.
    ///
    /// ```
    /// # use serde::{Deserialize, Serialize};
    /// # use single_table::{Entity, Put, Store, WriteError, table};
    /// # table! {
    /// #     /// Notes.
    /// #     pub struct NoteTable { key: (pk, sk), entities: [Note] }
    /// # }
    /// /// A note.
    /// #[derive(Debug, Serialize, Deserialize, Entity)]
    /// #[entity(table = NoteTable, name = "Note", partition(user), sort(id))]
    /// pub struct Note { user: String, id: u32, text: String }
    ///
    /// async fn swap(store: &Store<NoteTable>, note: &Note) -> Result<Option<Note>, WriteError<Note>> {
    ///     store.execute(Put::new(note).returning_old()).await
    /// }
    /// ```
    pub fn returning_old(self) -> Returning<Self, OldItem> {
        Returning::of(self)
    }
}

impl<E: Entity> Delete<E> {
    /// Makes [`Store::execute`](crate::Store::execute) return the deleted item: `None` if there was no item, or if it had
    /// expired.
    ///
    /// The SDK does not repeat such a delete after a lost answer, because the second try would find no item. The delete fails
    /// with [`Error::Unreachable`] instead.
    pub fn returning_old(self) -> Returning<Self, OldItem> {
        Returning::of(self)
    }
}

impl<E: Entity> Update<E> {
    /// Makes [`Store::execute`](crate::Store::execute) return the whole item as it was before the update: `None` if there was no
    /// item, or if it had expired.
    ///
    /// The SDK does not repeat such an update after a lost answer, because the second try would return the item that the first
    /// one left. The update fails with [`Error::Unreachable`] instead.
    pub fn returning_old(self) -> Returning<Self, OldItem> {
        Returning::of(self)
    }

    /// Makes [`Store::execute`](crate::Store::execute) return the whole item as it is after the update, expired or not.
    ///
    /// After a lost answer, the SDK repeats an update whose changes don't depend on the old values, such as
    /// [`set`](Self::set). An update that [adds](Self::add) fails with [`Error::Unreachable`] instead.
    pub fn returning_new(self) -> Returning<Self, NewItem> {
        Returning::of(self)
    }
}

impl<O: Single> Single for Returning<O, OldItem> {
    type Entity = O::Entity;
    type Builder = O::Builder;
    type Request = O::Request;
    type Output = Option<O::Entity>;
    const RETURNS: Returns = Returns::Old;

    fn single_request(self, table: &str, now: Timestamp) -> Result<O::Request, Error> {
        self.operation.single_request(table, now)
    }

    /// Forbids a second try, which would return the item that the first one left.
    fn is_repeatable(&self) -> bool {
        false
    }

    fn operands(&self) -> Vec<String> {
        self.operation.operands()
    }

    fn replacement(&self, table: &str, now: Timestamp) -> Option<Result<SdkPut, Error>> {
        self.operation.replacement(table, now)
    }

    fn output(done: Done, now: Timestamp) -> Result<Option<O::Entity>, Error> {
        let may_be_key_alone =
            O::Request::RETURNS_ONLY_ITEMS && <<O::Entity as Entity>::Table as Table>::TYPE.is_none();
        let is_whole = |item: &Item| may_be_key_alone || !is_key_alone::<<O::Entity as Entity>::Table>(item);
        let Some(item) = done.item.filter(is_whole) else { return Ok(None) };
        let expires = item::expires::<O::Entity>(&item, O::Entity::NAME.as_str());
        match expires.map_err(not_readable::<O::Entity>)? {
            Some(end) if end.expired(now) => Ok(None),
            _ => item::decode(item).map(Some).map_err(not_readable::<O::Entity>),
        }
    }
}

impl<O: Single> Single for Returning<O, NewItem> {
    type Entity = O::Entity;
    type Builder = O::Builder;
    type Request = O::Request;
    type Output = O::Entity;
    const RETURNS: Returns = Returns::New;

    fn single_request(self, table: &str, now: Timestamp) -> Result<O::Request, Error> {
        self.operation.single_request(table, now)
    }

    fn is_repeatable(&self) -> bool {
        self.operation.is_repeatable()
    }

    fn operands(&self) -> Vec<String> {
        self.operation.operands()
    }

    fn replacement(&self, table: &str, now: Timestamp) -> Option<Result<SdkPut, Error>> {
        self.operation.replacement(table, now)
    }

    fn output(done: Done, _: Timestamp) -> Result<O::Entity, Error> {
        let missing =
            || Error::Response { what: "no item after an update that returns the new one".to_owned() };
        done.item.ok_or_else(missing).and_then(item::decode).map_err(not_readable::<O::Entity>)
    }
}

/// Returns the error of a write that happened but whose returned item can't be decoded.
fn not_readable<E: Entity>(source: Error) -> Error {
    Error::Returned { entity: E::NAME.as_str(), source: Box::new(source) }
}
