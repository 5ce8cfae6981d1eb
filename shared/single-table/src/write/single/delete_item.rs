//! `DeleteItem` for one delete.

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::error::SdkError;
use aws_sdk_dynamodb::operation::delete_item::builders::DeleteItemFluentBuilder;
use aws_sdk_dynamodb::operation::delete_item::{DeleteItemError, DeleteItemOutput};
use aws_sdk_dynamodb::types::error::ConditionalCheckFailedException;
use aws_sdk_dynamodb::types::{Delete as SdkDelete, ReturnConsumedCapacity};

use super::attempts::Attempts;
use super::request::{Explains, Returns, SingleRequest};
use crate::Item;

impl SingleRequest for SdkDelete {
    type Builder = DeleteItemFluentBuilder;
    type Output = DeleteItemOutput;
    type Error = DeleteItemError;

    fn builder(self, client: &Client, returns: Returns) -> DeleteItemFluentBuilder {
        client
            .delete_item()
            .table_name(self.table_name)
            .set_key(Some(self.key))
            .set_condition_expression(self.condition_expression)
            .set_expression_attribute_names(self.expression_attribute_names)
            .set_expression_attribute_values(self.expression_attribute_values)
            .set_return_values(returns.value())
            .set_return_values_on_condition_check_failure(self.return_values_on_condition_check_failure)
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
    }

    async fn send(
        builder: DeleteItemFluentBuilder,
        attempts: &Attempts,
    ) -> Result<DeleteItemOutput, SdkError<DeleteItemError>> {
        attempts.of(builder.customize()).send().await
    }

    fn returned(output: DeleteItemOutput) -> Option<Item> {
        output.attributes
    }

    fn failed_condition(error: &DeleteItemError) -> Option<&ConditionalCheckFailedException> {
        match error {
            DeleteItemError::ConditionalCheckFailedException(failed) => Some(failed),
            _ => None,
        }
    }

    /// Finds no item after this delete, but also after another writer's delete.
    fn explains(&self, found: Option<&Item>, _: Option<&str>) -> Explains {
        match found {
            Some(_) => Explains::No,
            None => Explains::Maybe,
        }
    }
}
