//! Many keys at once.

use std::collections::{HashMap, HashSet};

use aws_sdk_dynamodb::types::{
    DeleteRequest, KeysAndAttributes, PutRequest, ReturnConsumedCapacity, WriteRequest,
};

use super::Store;
use crate::Item;
use crate::batch::{BatchWrite, Loaded, MOST_READS, MOST_WRITES, Unprocessed};
use crate::capacity::{Access, Units, units};
use crate::database::{Contains, Database};
use crate::entity::{Entity, Key};
use crate::error::Error;
use crate::item;
use crate::retry::Patience;
use crate::write::key_item;

impl<D: Database> Store<D> {
    /// Reads the items of many keys, in chunks of 100: `BatchGetItem`. What DynamoDB hands back is asked for again.
    pub async fn batch_get<E>(&self, keys: &[E::Key]) -> Result<Loaded<E>, Error>
    where
        E: Entity + Clone,
        D: Contains<E::Table>,
    {
        self.batch_get_items(keys, false).await
    }

    /// As [`batch_get`](Self::batch_get), but as the last writes left the items, at twice the price.
    pub async fn batch_get_consistent<E>(&self, keys: &[E::Key]) -> Result<Loaded<E>, Error>
    where
        E: Entity + Clone,
        D: Contains<E::Table>,
    {
        self.batch_get_items(keys, true).await
    }

    async fn batch_get_items<E>(&self, keys: &[E::Key], consistent: bool) -> Result<Loaded<E>, Error>
    where
        E: Entity + Clone,
        D: Contains<E::Table>,
    {
        let mut found: HashMap<(String, String), E> = HashMap::new();
        let mut left: Vec<E::Key> = distinct(keys)?;
        let mut spent = Units::default();
        let mut patience = Patience::default();
        while !left.is_empty() && patience.lasts() {
            let rest = left.split_off(left.len().min(MOST_READS));
            let chunk = left.iter().map(key_item).collect::<Result<Vec<_>, _>>()?;
            let (items, unread, units) = match self.batch_get_once::<E>(chunk, consistent).await {
                Ok(answer) => answer,
                // So DynamoDB says that it can't read a single key (see `BatchGetItem` in the API reference). The SDK has
                // waited and tried again by then; what was read so far is not to be lost with it.
                Err(Error::Throttled { .. }) => {
                    left.extend(rest);
                    break;
                }
                Err(error) => return Err(error),
            };
            spent.read += units.read;
            for entity in items {
                found.insert(names(&entity.key())?, entity);
            }
            let before = left.len();
            let mut again = Vec::with_capacity(unread.len());
            for key in left {
                if unread.contains(&key_item(&key)?) {
                    again.push(key);
                }
            }
            patience.after(again.len() < before).await;
            left = rest;
            left.extend(again);
        }
        let mut items = Vec::with_capacity(keys.len());
        for key in keys {
            items.push(found.get(&names(key)?).filter(|entity| self.live(*entity)).cloned());
        }
        Ok(Loaded { items, unprocessed: left, units: spent })
    }

    async fn batch_get_once<E: Entity>(
        &self,
        keys: Vec<Item>,
        consistent: bool,
    ) -> Result<(Vec<E>, Vec<Item>, Units), Error>
    where
        D: Contains<E::Table>,
    {
        let request = KeysAndAttributes::builder()
            .set_keys(Some(keys))
            .consistent_read(consistent)
            .build()
            .expect("the keys are set right before");
        let mut answer = self
            .client
            .batch_get_item()
            .request_items(self.table::<E::Table>(), request)
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await
            .map_err(|error| Error::of_sdk(&error))?;
        let units = units(Access::Read, answer.consumed_capacity());
        self.used("BatchGetItem", &[E::NAME.as_str()], None, units);
        let items = answer
            .responses
            .as_mut()
            .and_then(|tables| tables.remove(self.table::<E::Table>()))
            .unwrap_or_default();
        let items = items.into_iter().map(item::decode).collect::<Result<_, _>>()?;
        let unread =
            answer.unprocessed_keys.as_mut().and_then(|tables| tables.remove(self.table::<E::Table>()));
        Ok((items, unread.map(|unread| unread.keys).unwrap_or_default(), units))
    }

    /// Writes many items, in chunks of 25: `BatchWriteItem`. What DynamoDB hands back is sent again.
    ///
    /// # Errors
    /// [`Error::Throttled`] when DynamoDB leaves items unwritten, try after try: some are written then.
    pub async fn batch_write<E: Entity>(&self, batch: BatchWrite<E>) -> Result<Units, Error>
    where
        D: Contains<E::Table>,
    {
        let mut left = batch
            .writes
            .iter()
            .map(|(key, entity)| write_request(key, entity.as_ref()))
            .collect::<Result<Vec<_>, _>>()?;
        let mut spent = Units::default();
        let mut patience = Patience::default();
        while !left.is_empty() {
            if !patience.lasts() {
                return Err(Unprocessed { keys: left.len() }.into());
            }
            let rest = left.split_off(left.len().min(MOST_WRITES));
            let before = left.len();
            let mut answer = self
                .client
                .batch_write_item()
                .request_items(self.table::<E::Table>(), left)
                .return_consumed_capacity(ReturnConsumedCapacity::Total)
                .send()
                .await
                .map_err(|error| Error::of_sdk(&error))?;
            let units = units(Access::Write, answer.consumed_capacity());
            self.used("BatchWriteItem", &[E::NAME.as_str()], None, units);
            spent.write += units.write;
            let again = answer
                .unprocessed_items
                .as_mut()
                .and_then(|tables| tables.remove(self.table::<E::Table>()))
                .unwrap_or_default();
            patience.after(again.len() < before).await;
            left = rest;
            left.extend(again);
        }
        Ok(spent)
    }
}

/// The keys, each once: DynamoDB refuses a batch that names one twice.
fn distinct<K: Key>(keys: &[K]) -> Result<Vec<K>, Error> {
    let mut seen = HashSet::with_capacity(keys.len());
    let mut once = Vec::with_capacity(keys.len());
    for key in keys {
        if seen.insert(names(key)?) {
            once.push(key.clone());
        }
    }
    Ok(once)
}

fn names<K: Key>(key: &K) -> Result<(String, String), Error> {
    Ok((key.partition()?, key.sort()?))
}

fn write_request<E: Entity>(key: &E::Key, entity: Option<&E>) -> Result<WriteRequest, Error> {
    let set = "the item or key is set right before";
    Ok(if let Some(entity) = entity {
        let put = PutRequest::builder().set_item(Some(item::encode(entity)?)).build().expect(set);
        WriteRequest::builder().put_request(put).build()
    } else {
        let delete = DeleteRequest::builder().set_key(Some(key_item(key)?)).build().expect(set);
        WriteRequest::builder().delete_request(delete).build()
    })
}
