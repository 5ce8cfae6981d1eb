//! Checks of items in a transaction.

use aws_sdk_dynamodb::types::{ConditionCheck, TransactWriteItem};
use table_keys::Timestamp;

use super::operation::{InTransaction, OLD, Operation, built};
use crate::Item;
use crate::entity::primary_key::key_item;
use crate::entity::{Entity, Key};
use crate::error::Error;
use crate::expression::{Condition, Placeholders};

/// Checks a condition on the item of a key as a part of a [`Transaction`](crate::Transaction), and changes nothing.
#[derive(Debug)]
pub struct Check<E> {
    key: Result<Item, Error>,
    condition: Condition<E>,
}

impl<E: Entity> Check<E> {
    /// Checks that `condition` holds for the item of `key`.
    #[must_use]
    #[expect(clippy::needless_pass_by_value, reason = "every operation takes its key by value")]
    pub fn new(key: impl Key<Entity = E>, condition: Condition<E>) -> Self {
        Self { key: key_item(&key), condition: condition.given_after(None) }
    }
}

impl<E: Entity> Operation for Check<E> {
    type Entity = E;
    type Request = ConditionCheck;
    const NAME: &'static str = "ConditionCheck";

    fn request(self, table: &str, now: Timestamp) -> Result<ConditionCheck, Error> {
        let mut placeholders = Placeholders::default();
        let condition = self.condition.render(&mut placeholders, now)?;
        let request = ConditionCheck::builder()
            .table_name(table)
            .set_key(Some(self.key?))
            .condition_expression(condition)
            .set_expression_attribute_names(placeholders.names())
            .set_expression_attribute_values(placeholders.values())
            .return_values_on_condition_check_failure(OLD);
        Ok(built(request.build()))
    }
}

impl InTransaction for ConditionCheck {
    fn in_transaction(self) -> TransactWriteItem {
        TransactWriteItem::builder().condition_check(self).build()
    }
}
