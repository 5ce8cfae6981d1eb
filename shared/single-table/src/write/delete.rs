//! Deletes of items by key.

use aws_sdk_dynamodb::types::{Delete as SdkDelete, TransactWriteItem};
use table_keys::Timestamp;

use super::operation::{InTransaction, OLD, Operation, built, rendered};
use crate::Item;
use crate::entity::primary_key::key_item;
use crate::entity::{Entity, Key, Unconstrained};
use crate::error::Error;
use crate::expression::{Condition, Placeholders};

/// Deletes the item of a key, at any version. [`Store::remove`](crate::Store::remove) deletes the version that was read.
#[derive(Debug)]
pub struct Delete<E> {
    key: Result<Item, Error>,
    condition: Option<Condition<E>>,
}

impl<E: Entity> Delete<E> {
    /// Deletes the item of `key`. A key without an item is not an error.
    #[must_use]
    #[expect(clippy::needless_pass_by_value, reason = "every operation takes its key by value")]
    pub fn new(key: impl Key<Entity = E>) -> Self
    where
        E: Unconstrained,
    {
        Self { key: key_item(&key), condition: None }
    }

    /// Deletes the item of `key`, as a part of an entity's change.
    pub(crate) fn of_key(key: Result<Item, Error>, condition: Condition<E>) -> Self {
        Self { key, condition: Some(condition) }
    }

    /// Adds a condition. The delete happens only if all of its conditions hold for the item in the table.
    #[must_use]
    pub fn only_if(mut self, condition: Condition<E>) -> Self {
        self.condition = Some(condition.given_after(self.condition));
        self
    }
}

impl<E: Entity> Operation for Delete<E> {
    type Entity = E;
    type Request = SdkDelete;
    const NAME: &'static str = "Delete";

    fn request(self, table: &str, now: Timestamp) -> Result<SdkDelete, Error> {
        let mut placeholders = Placeholders::default();
        let condition = rendered(self.condition, &mut placeholders, now)?;
        let request = SdkDelete::builder()
            .table_name(table)
            .set_key(Some(self.key?))
            .set_condition_expression(condition)
            .set_expression_attribute_names(placeholders.names())
            .set_expression_attribute_values(placeholders.values())
            .return_values_on_condition_check_failure(OLD);
        Ok(built(request.build()))
    }
}

impl InTransaction for SdkDelete {
    fn in_transaction(self) -> TransactWriteItem {
        TransactWriteItem::builder().delete(self).build()
    }
}
