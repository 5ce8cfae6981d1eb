//! `UpdateItem` for one update.

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::error::SdkError;
use aws_sdk_dynamodb::operation::update_item::builders::UpdateItemFluentBuilder;
use aws_sdk_dynamodb::operation::update_item::{UpdateItemError, UpdateItemOutput};
use aws_sdk_dynamodb::types::error::ConditionalCheckFailedException;
use aws_sdk_dynamodb::types::{ReturnConsumedCapacity, Update as SdkUpdate};

use super::attempts::Attempts;
use super::request::{Explains, Returns, SingleRequest};
use crate::Item;

impl SingleRequest for SdkUpdate {
    type Builder = UpdateItemFluentBuilder;
    type Output = UpdateItemOutput;
    type Error = UpdateItemError;
    const RETURNS_ONLY_ITEMS: bool = false;

    fn builder(self, client: &Client, returns: Returns) -> UpdateItemFluentBuilder {
        client
            .update_item()
            .table_name(self.table_name)
            .set_key(Some(self.key))
            .update_expression(self.update_expression)
            .set_condition_expression(self.condition_expression)
            .set_expression_attribute_names(self.expression_attribute_names)
            .set_expression_attribute_values(self.expression_attribute_values)
            .set_return_values(returns.value())
            .set_return_values_on_condition_check_failure(self.return_values_on_condition_check_failure)
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
    }

    async fn send(
        builder: UpdateItemFluentBuilder,
        attempts: &Attempts,
    ) -> Result<UpdateItemOutput, SdkError<UpdateItemError>> {
        attempts.of(builder.customize()).send().await
    }

    fn returned(output: UpdateItemOutput) -> Option<Item> {
        output.attributes
    }

    fn failed_condition(error: &UpdateItemError) -> Option<&ConditionalCheckFailedException> {
        match error {
            UpdateItemError::ConditionalCheckFailedException(failed) => Some(failed),
            _ => None,
        }
    }

    /// Finds an item after this update, but also after another writer's write.
    fn explains(&self, found: Option<&Item>, _: Option<&str>) -> Explains {
        match found {
            Some(_) => Explains::Maybe,
            None => Explains::No,
        }
    }
}
