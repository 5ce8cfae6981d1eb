//! Puts of whole items.

use aws_sdk_dynamodb::types::{AttributeValue, Put as SdkPut, TransactWriteItem};
use table_keys::Timestamp;

use super::operation::{InTransaction, OLD, Operation, built, rendered};
use crate::Item;
use crate::entity::{Entity, Unconstrained, Versioned, version_attribute};
use crate::error::Error;
use crate::expression::{Condition, Placeholders};
use crate::item;

/// Puts a whole item, all its keys derived anew.
#[derive(Debug)]
pub struct Put<E> {
    item: Result<Item, Error>,
    condition: Option<Condition<E>>,
}

impl<E: Entity> Put<E> {
    /// Puts `entity` in place of whatever has its key, at whatever version.
    #[must_use]
    pub fn new(entity: &E) -> Self
    where
        E: Unconstrained,
    {
        Self { item: item::encode(entity), condition: None }
    }

    /// Puts an item that belongs to an entity's change.
    pub(crate) fn of_item(item: Result<Item, Error>, condition: Condition<E>) -> Self {
        Self { item, condition: Some(condition) }
    }

    /// Gives the item another version than the entity has. No key is made of the version.
    pub(crate) fn set_version(&mut self, version: u64)
    where
        E: Versioned,
    {
        if let Ok(item) = &mut self.item {
            item.insert(version_attribute::<E>().to_owned(), AttributeValue::N(version.to_string()));
        }
    }

    /// Only if `condition` holds for the item in place, and every condition given before.
    #[must_use]
    pub fn only_if(mut self, condition: Condition<E>) -> Self {
        self.condition = Some(condition.and_before(self.condition));
        self
    }
}

impl<E: Entity> Operation for Put<E> {
    type Entity = E;
    type Request = SdkPut;
    const NAME: &'static str = "Put";

    fn request(self, table: &str, now: Timestamp) -> Result<SdkPut, Error> {
        let mut placeholders = Placeholders::default();
        let condition = rendered(self.condition, &mut placeholders, now)?;
        let request = SdkPut::builder()
            .table_name(table)
            .set_item(Some(self.item?))
            .set_condition_expression(condition)
            .set_expression_attribute_names(placeholders.names())
            .set_expression_attribute_values(placeholders.values())
            .return_values_on_condition_check_failure(OLD);
        Ok(built(request.build()))
    }
}

impl InTransaction for SdkPut {
    fn in_transaction(self) -> TransactWriteItem {
        TransactWriteItem::builder().put(self).build()
    }
}
