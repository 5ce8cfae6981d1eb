//! `PutItem` for one put.

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::error::SdkError;
use aws_sdk_dynamodb::operation::put_item::builders::PutItemFluentBuilder;
use aws_sdk_dynamodb::operation::put_item::{PutItemError, PutItemOutput};
use aws_sdk_dynamodb::types::error::ConditionalCheckFailedException;
use aws_sdk_dynamodb::types::{Put as SdkPut, ReturnConsumedCapacity};

use super::attempts::Attempts;
use super::request::{Explains, Returns, SingleRequest};
use crate::Item;
use crate::item::same_items;

impl SingleRequest for SdkPut {
    type Builder = PutItemFluentBuilder;
    type Output = PutItemOutput;
    type Error = PutItemError;

    fn builder(self, client: &Client, returns: Returns) -> PutItemFluentBuilder {
        client
            .put_item()
            .table_name(self.table_name)
            .set_item(Some(self.item))
            .set_condition_expression(self.condition_expression)
            .set_expression_attribute_names(self.expression_attribute_names)
            .set_expression_attribute_values(self.expression_attribute_values)
            .set_return_values(returns.value())
            .set_return_values_on_condition_check_failure(self.return_values_on_condition_check_failure)
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
    }

    async fn send(
        builder: PutItemFluentBuilder,
        attempts: &Attempts,
    ) -> Result<PutItemOutput, SdkError<PutItemError>> {
        attempts.of(builder.customize()).send().await
    }

    fn returned(output: PutItemOutput) -> Option<Item> {
        output.attributes
    }

    fn failed_condition(error: &PutItemError) -> Option<&ConditionalCheckFailedException> {
        match error {
            PutItemError::ConditionalCheckFailedException(failed) => Some(failed),
            _ => None,
        }
    }

    /// Compares the item in the table with the item of this put.
    fn explains(&self, found: Option<&Item>, version: Option<&str>) -> Explains {
        match found {
            Some(found) if same_items(found, &self.item) => Explains::Yes,
            // Another writer may have replaced the item of this put, or deleted it.
            Some(found) if is_later(found, &self.item, version) => Explains::Maybe,
            None => Explains::Maybe,
            Some(_) => Explains::No,
        }
    }
}

/// Returns true if an item has a later version than another one.
fn is_later(item: &Item, other: &Item, version: Option<&str>) -> bool {
    let version = |item: &Item| item.get(version?)?.as_n().ok()?.parse::<u64>().ok();
    version(item).zip(version(other)).is_some_and(|(version, other)| version > other)
}
