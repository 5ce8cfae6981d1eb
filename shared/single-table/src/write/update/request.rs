//! The request of an update.

use aws_sdk_dynamodb::types::{Put as SdkPut, TransactWriteItem, Update as SdkUpdate};
use table_keys::Timestamp;

use super::Update;
use crate::entity::Entity;
use crate::entity::primary_key::key_item;
use crate::error::Error;
use crate::expression::{Condition, Placeholders};
use crate::write::operation::{InTransaction, OLD, Operation, built, rendered};

impl<E: Entity> Operation for Update<E> {
    type Entity = E;
    type Request = SdkUpdate;
    const NAME: &'static str = "Update";

    fn request(self, table: &str, now: Timestamp) -> Result<SdkUpdate, Error> {
        let mut placeholders = Placeholders::default();
        let expression = self.changes.render(E::NAME.as_str(), &mut placeholders)?;
        let unexpired = (self.is_upsert && E::MODEL.expiry.is_some()).then(Condition::unexpired);
        let existing =
            if self.is_upsert { Condition::no_past_form() } else { Some(Condition::live_in_current_form()) };
        let conditions = [existing, unexpired, self.condition, self.in_range].into_iter().flatten();
        let condition = conditions.reduce(|left, right| left & right);
        let condition = rendered(condition, &mut placeholders, now)?;
        let request = SdkUpdate::builder()
            .table_name(table)
            .set_key(Some(key_item(&self.key)?))
            .update_expression(expression)
            .set_condition_expression(condition)
            .set_expression_attribute_names(placeholders.names())
            .set_expression_attribute_values(placeholders.values())
            .return_values_on_condition_check_failure(OLD);
        Ok(built(request.build()))
    }

    fn is_idempotent(&self) -> bool {
        self.changes.is_idempotent()
    }

    fn operands(&self) -> Vec<String> {
        self.changes.operands()
    }

    fn replacement_of_expired(&self, table: &str, now: Timestamp) -> Option<Result<SdkPut, Error>> {
        Some(self.replacement()?.request(table, now))
    }
}

impl InTransaction for SdkUpdate {
    fn in_transaction(self) -> TransactWriteItem {
        TransactWriteItem::builder().update(self).build()
    }
}
