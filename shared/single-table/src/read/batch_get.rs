//! Reads of many keys.

use std::collections::{HashMap, HashSet};

use aws_sdk_dynamodb::types::{KeysAndAttributes, ReturnConsumedCapacity};

use super::key_set::{ItemSet, KeySet, Slot};
use crate::Item;
use crate::capacity::Units;
use crate::entity::Entity;
use crate::error::Error;
use crate::store::{Address, Chunks, Loaded, Part, Store, by_table, each_once};
use crate::table::{Contains, Database};

/// The most keys of one `BatchGetItem`, over all tables (see its page in the DynamoDB API reference).
const MOST_READS: usize = 100;

/// What was read so far.
#[derive(Default)]
struct Read {
    items: HashMap<Address, Item>,
    units: Units,
}

impl<D: Database> Store<D> {
    /// Reads the items of many keys, of any entities and tables, in chunks of 100: `BatchGetItem`. What DynamoDB hands back
    /// is asked for again; what it never reads is a part of the result.
    ///
    /// # Errors
    /// When a key can't be made, an item is not what its key says, or DynamoDB refuses the request.
    pub async fn batch_get(&self, keys: KeySet<D>) -> Result<Loaded<ItemSet, KeySet<D>>, Error> {
        self.load(keys, false).await
    }

    /// As [`batch_get`](Self::batch_get), but as the last writes left the items, at twice the price.
    pub async fn batch_get_consistent(&self, keys: KeySet<D>) -> Result<Loaded<ItemSet, KeySet<D>>, Error> {
        self.load(keys, true).await
    }

    /// Reads the items of many keys of one entity: [`batch_get`](Self::batch_get) with one entry for each key, in their
    /// order. It is none where there is no item, and where the key is among those that were not read.
    pub async fn get_many<E: Entity>(
        &self,
        keys: &[E::Key],
    ) -> Result<Loaded<Vec<Option<E>>, Vec<E::Key>>, Error>
    where
        D: Contains<E::Table>,
    {
        self.load_many(keys, false).await
    }

    /// As [`get_many`](Self::get_many), but as the last writes left the items, at twice the price.
    pub async fn get_many_consistent<E: Entity>(
        &self,
        keys: &[E::Key],
    ) -> Result<Loaded<Vec<Option<E>>, Vec<E::Key>>, Error>
    where
        D: Contains<E::Table>,
    {
        self.load_many(keys, true).await
    }

    async fn load_many<E: Entity>(
        &self,
        keys: &[E::Key],
        consistent: bool,
    ) -> Result<Loaded<Vec<Option<E>>, Vec<E::Key>>, Error>
    where
        D: Contains<E::Table>,
    {
        let mut set = KeySet::new();
        let slots: Vec<Slot<E>> = keys.iter().map(|key| set.add(key.clone())).collect();
        let Loaded { items: mut found, left: unread_keys, unread, units } =
            self.load(set, consistent).await?;
        let mut items = Vec::with_capacity(keys.len());
        let mut left = Vec::new();
        for (key, slot) in keys.iter().zip(slots) {
            if unread_keys.contains(slot) {
                left.push(key.clone());
                items.push(None);
            } else {
                items.push(found.take(slot)?);
            }
        }
        Ok(Loaded { items, left, unread, units })
    }

    async fn load(&self, keys: KeySet<D>, consistent: bool) -> Result<Loaded<ItemSet, KeySet<D>>, Error> {
        let mut asked = keys.ask(&self.names)?;
        let mut chunks = Chunks::new(std::mem::take(&mut asked.parts), MOST_READS);
        let mut read = Read::default();
        while let Some(chunk) = chunks.next() {
            let unread = self.batch_get_once(&chunk, consistent, &mut read).await;
            chunks.settle(chunk, unread).await?;
        }
        let unread = chunks.into_left().map(|(address, _)| address).collect();
        let (items, left) = asked.answer(read.items, &unread, self.now())?;
        let unread = left.len();
        Ok(Loaded { items, left, unread, units: read.units })
    }

    /// Reads one chunk, and says which of it was not read.
    async fn batch_get_once(
        &self,
        chunk: &[(Address, Part<D>)],
        consistent: bool,
        read: &mut Read,
    ) -> Result<HashSet<Address>, Error> {
        let tables = by_table(chunk);
        let requests = tables.iter().map(|(table, parts)| ((*table).to_owned(), keys_of(parts, consistent)));
        let answer = self
            .client
            .batch_get_item()
            .set_request_items(Some(requests.collect()))
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await;
        let entities = each_once(chunk.iter().map(|(_, part)| part.entity));
        let (answer, units) = self.received(&entities, None, answer)?;
        read.units.read += units.read;
        let mut responses = answer.responses.unwrap_or_default();
        let mut unprocessed = answer.unprocessed_keys.unwrap_or_default();
        let mut unread = HashSet::new();
        for (table, parts) in tables {
            for item in responses.remove(table).unwrap_or_default() {
                read.items.insert(parts[0].address_of(&item, &self.names)?, item);
            }
            for key in unprocessed.remove(table).map(|left| left.keys).unwrap_or_default() {
                unread.insert(parts[0].address_of(&key, &self.names)?);
            }
        }
        Ok(unread)
    }
}

fn keys_of<D: Database>(parts: &[&Part<D>], consistent: bool) -> KeysAndAttributes {
    KeysAndAttributes::builder()
        .set_keys(Some(parts.iter().map(|part| part.item.clone()).collect()))
        .consistent_read(consistent)
        .build()
        .expect("the keys are set right before")
}
