//! Puts of whole items.

use aws_sdk_dynamodb::types::{AttributeValue, Put as SdkPut, TransactWriteItem};
use table_keys::Timestamp;

use super::operation::{InTransaction, OLD, Operation, built, rendered};
use crate::Item;
use crate::entity::{Entity, Unconstrained, Versioned, version_attribute};
use crate::error::Error;
use crate::expression::{Condition, Placeholders};
use crate::item;

/// Puts a whole item with all its keys, in place of any item with the same key.
///
/// [`Store::insert`](crate::Store::insert) puts an entity only if no item has its key.
/// [`Store::replace`](crate::Store::replace) puts an entity only if the item has not changed since it was read. Use `Put` for a
/// write without these conditions, or with other ones.
#[derive(Debug)]
pub struct Put<E> {
    item: Result<Item, Error>,
    condition: Option<Condition<E>>,
}

impl<E: Entity> Put<E> {
    /// Puts `entity` in place of any item with its key, at any version.
    #[must_use]
    pub fn new(entity: &E) -> Self
    where
        E: Unconstrained,
    {
        Self { item: item::encode(entity), condition: None }
    }

    /// Puts `item`, as a part of an entity's change.
    pub(crate) fn of_item(item: Result<Item, Error>, condition: Condition<E>) -> Self {
        Self { item, condition: Some(condition) }
    }

    /// Gives the item another version than the entity has. Keys don't contain the version.
    pub(crate) fn set_version(&mut self, version: Result<u64, Error>)
    where
        E: Versioned,
    {
        match (&mut self.item, version) {
            (Ok(item), Ok(version)) => {
                item.insert(version_attribute::<E>().to_owned(), AttributeValue::N(version.to_string()));
            }
            (Ok(_), Err(error)) => self.item = Err(error),
            (Err(_), _) => {}
        }
    }

    /// Adds a condition. The put happens only if all of its conditions hold for the item in the table.
    #[must_use]
    pub fn only_if(mut self, condition: Condition<E>) -> Self {
        self.condition = Some(condition.given_after(self.condition));
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
