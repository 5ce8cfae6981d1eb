//! The items of a set of keys.

use std::any::Any;
use std::collections::BTreeMap;
use std::marker::PhantomData;

use table_keys::Timestamp;

use super::output::Output;
use crate::Item;
use crate::entity::{Entity, Marker};
use crate::error::Error;
use crate::table::Table;
use crate::view::has_expired;

/// The handle of a key in a [`KeySet`](crate::KeySet), which finds the key's item of type `T` in the [`ItemSet`].
#[derive(Debug)]
pub struct Slot<T> {
    pub(super) set: u64,
    pub(super) position: usize,
    entity: &'static str,
    item: Marker<T>,
}

impl<T> Slot<T> {
    pub(super) fn new(set: u64, position: usize, entity: &'static str) -> Self {
        Self { set, position, entity, item: PhantomData }
    }
}

impl<T> Clone for Slot<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Slot<T> {}

pub(super) type Decoded = Box<dyn Any + Send + Sync>;

/// Decodes an item. Returns `None` if the item has expired.
pub(super) type Decode = fn(Item, Timestamp) -> Result<Option<Decoded>, Error>;

/// Decodes an item into the output `O`. Returns `None` if the item has expired.
pub(super) fn decode_live<E: Entity, O: Output<E, Item: Sync>>(
    item: Item,
    now: Timestamp,
) -> Result<Option<Decoded>, Error> {
    if has_expired(&item, E::Table::TTL, now) {
        return Ok(None);
    }
    Ok(Some(Box::new(O::read(item)?) as Decoded))
}

/// The items of the keys of a [`KeySet`](crate::KeySet), without those that have expired.
#[derive(Debug)]
pub struct ItemSet {
    set: u64,
    items: BTreeMap<usize, Option<Decoded>>,
}

impl ItemSet {
    pub(super) fn new(set: u64, items: BTreeMap<usize, Option<Decoded>>) -> Self {
        Self { set, items }
    }

    /// Returns the item of a key, or `None` if the item does not exist or has expired.
    ///
    /// # Errors
    /// [`Error::NotRead`] if the key was left unread, its item was taken, or the key was added to another set.
    pub fn get<T: 'static>(&self, slot: Slot<T>) -> Result<Option<&T>, Error> {
        let not_read = || Error::NotRead { entity: slot.entity };
        let own = Some(&slot.position).filter(|_| slot.set == self.set);
        let item = own.and_then(|position| self.items.get(position)).ok_or_else(not_read)?;
        item.as_ref().map(|item| item.downcast_ref().ok_or_else(not_read)).transpose()
    }

    /// Takes the item of a key out of the set. Returns `None` if the item does not exist or has expired.
    ///
    /// # Errors
    /// The error of [`get`](Self::get).
    pub fn take<T: 'static>(&mut self, slot: Slot<T>) -> Result<Option<T>, Error> {
        self.get(slot)?;
        let item = self.items.remove(&slot.position).flatten();
        Ok(item.and_then(|item| item.downcast().ok()).map(|item| *item))
    }

    /// Returns all items of one entity or projection, in the order in which their keys were added.
    pub fn all<T: 'static>(&self) -> impl Iterator<Item = &T> {
        self.items.values().flatten().filter_map(|item| item.downcast_ref())
    }
}
