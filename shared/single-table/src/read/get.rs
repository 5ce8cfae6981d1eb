//! Reads of one item.

use aws_sdk_dynamodb::types::ReturnConsumedCapacity;

use crate::Item;
use crate::entity::primary_key::key_item;
use crate::entity::{Entity, Key, is_live};
use crate::error::Error;
use crate::item;
use crate::store::Store;
use crate::table::Table;
use crate::table::{Contains, Database};

impl<D: Database> Store<D> {
    /// Reads one item, as it was within the last second: `GetItem`.
    pub async fn get<E: Entity>(&self, key: &impl Key<Entity = E>) -> Result<Option<E>, Error>
    where
        D: Contains<E::Table>,
    {
        self.get_item(key, false).await
    }

    /// Reads one item as the last write left it, at twice the price: `GetItem` with `ConsistentRead`.
    pub async fn get_consistent<E: Entity>(&self, key: &impl Key<Entity = E>) -> Result<Option<E>, Error>
    where
        D: Contains<E::Table>,
    {
        self.get_item(key, true).await
    }

    async fn get_item<E: Entity>(
        &self,
        key: &impl Key<Entity = E>,
        consistent: bool,
    ) -> Result<Option<E>, Error>
    where
        D: Contains<E::Table>,
    {
        let item = self.stored::<E::Table>(E::NAME.as_str(), key_item(key)?, consistent).await?;
        Ok(item.map(item::decode::<E>).transpose()?.filter(|entity| is_live(entity, self.now())))
    }

    /// The item of a key as it is stored.
    pub(crate) async fn stored<T: Table>(
        &self,
        entity: &'static str,
        key: Item,
        consistent: bool,
    ) -> Result<Option<Item>, Error>
    where
        D: Contains<T>,
    {
        let answer = self
            .client
            .get_item()
            .table_name(self.table::<T>())
            .set_key(Some(key))
            .consistent_read(consistent)
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await;
        let (answer, _) = self.received(&[entity], None, answer)?;
        Ok(answer.item)
    }
}
