//! The list of a batch's puts and deletes.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;

use aws_sdk_dynamodb::operation::batch_write_item::BatchWriteItemOutput;

use crate::Item;
use crate::capacity::Units;
use crate::entity::Unconstrained;
use crate::entity::primary_key::key_item;
use crate::entity::{Entity, Key};
use crate::error::Error;
use crate::item;
use crate::store::{Address, Part, Unprocessed, all_done};
use crate::table::{Contains, Database};

/// A batch of any number of puts and deletes, of any entities and tables of one [database](crate::database!).
/// [`Store::batch_write`](crate::Store::batch_write) sends the batch. A batch is not a transaction and has no conditions.
///
/// DynamoDB refuses a batch that names a key twice, and promises no order. If a `BatchWrite` has several writes of one key, only
/// the last one of them is sent.
pub struct BatchWrite<D: Database> {
    writes: Vec<BatchMember<D>>,
    /// The error of the first item or key that can't be built. The request returns it, because callers handle errors there.
    error: Option<Error>,
}

pub(crate) struct BatchMember<D: Database> {
    pub(crate) action: Action,
    pub(crate) part: Part<D>,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Action {
    Put,
    Delete,
}

impl<D: Database> BatchWrite<D> {
    /// Makes a batch without writes.
    #[must_use]
    pub fn new() -> Self {
        Self { writes: Vec::new(), error: None }
    }

    /// Puts an item. If the item can't be stored, the batch fails before any request.
    #[must_use]
    pub fn put<E: Unconstrained>(self, entity: &E) -> Self
    where
        D: Contains<E::Table>,
    {
        self.with::<E>(Action::Put, item::encode(entity))
    }

    /// Deletes the item of a key. A key without an item is not an error.
    #[must_use]
    #[expect(clippy::needless_pass_by_value, reason = "every operation takes its key by value")]
    pub fn delete<K: Key<Entity: Unconstrained>>(self, key: K) -> Self
    where
        D: Contains<<K::Entity as Entity>::Table>,
    {
        self.with::<K::Entity>(Action::Delete, key_item(&key))
    }

    fn with<E: Entity>(mut self, action: Action, item: Result<Item, Error>) -> Self
    where
        D: Contains<E::Table>,
    {
        match item {
            Ok(item) => self.writes.push(BatchMember { action, part: Part::new::<E>(item) }),
            Err(error) => {
                self.error.get_or_insert(error);
            }
        }
        self
    }

    /// Returns the number of writes in the batch.
    #[must_use]
    pub fn len(&self) -> usize {
        self.writes.len()
    }

    /// Returns true if the batch has no writes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.writes.is_empty()
    }

    /// Returns the last write of each key.
    pub(crate) fn last_ones(self, names: &D::Names) -> Result<Vec<(Address, BatchMember<D>)>, Error> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let mut writes: Vec<(Address, BatchMember<D>)> = Vec::with_capacity(self.writes.len());
        let mut positions: HashMap<Address, usize> = HashMap::new();
        for write in self.writes {
            match positions.entry(write.part.address(names)?) {
                Entry::Occupied(position) => writes[*position.get()].1 = write,
                Entry::Vacant(position) => {
                    writes.push((position.key().clone(), write));
                    position.insert(writes.len() - 1);
                }
            }
        }
        Ok(writes)
    }
}

impl<D: Database> FromIterator<BatchMember<D>> for BatchWrite<D> {
    fn from_iter<I: IntoIterator<Item = BatchMember<D>>>(writes: I) -> Self {
        Self { writes: writes.into_iter().collect(), error: None }
    }
}

impl<D: Database> Default for BatchWrite<D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<D: Database> fmt::Debug for BatchWrite<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.writes.iter().map(|write| (write.action, write.part.entity))).finish()
    }
}

/// The capacity that a batch write consumed, and the writes that DynamoDB left undone.
#[must_use = "some writes may be left undone"]
#[derive(Debug)]
pub struct BatchWritten<D: Database> {
    pub(crate) units: Units,
    pub(crate) left: BatchWrite<D>,
}

impl<D: Database> BatchWritten<D> {
    /// Returns the consumed capacity if DynamoDB did all writes.
    ///
    /// # Errors
    /// [`Unprocessed`] when DynamoDB left writes undone after several tries. All other writes are done.
    pub fn complete(self) -> Result<Units, Unprocessed> {
        all_done::<BatchWriteItemOutput, _>(self.units, self.left.len())
    }

    /// Returns the consumed capacity, and the writes that were left undone. Another request can send those writes.
    #[must_use]
    pub fn into_parts(self) -> (Units, BatchWrite<D>) {
        (self.units, self.left)
    }
}
