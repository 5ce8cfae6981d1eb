//! `PutItem`, `UpdateItem` and `DeleteItem` for one write.

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::error::SdkError;
use aws_sdk_dynamodb::operation::{delete_item, put_item, update_item};
use aws_sdk_dynamodb::types::error::ConditionalCheckFailedException;
use aws_sdk_dynamodb::types::{Delete, Put, ReturnConsumedCapacity, Update};
use delete_item::builders::DeleteItemFluentBuilder;
use delete_item::{DeleteItemError, DeleteItemOutput};
use put_item::builders::PutItemFluentBuilder;
use put_item::{PutItemError, PutItemOutput};
use update_item::builders::UpdateItemFluentBuilder;
use update_item::{UpdateItemError, UpdateItemOutput};

use super::attempts::Attempts;
use super::request::{Explains, Returns, SingleRequest};
use crate::Item;
use crate::item::same_items;

/// Implements [`SingleRequest`] for the SDK's type of an operation in a transaction. `$set` are the setters
/// of the request's builder that the other requests don't have, each with the member that it sets.
macro_rules! single_request {
    (
        $operation:ident by $method:ident: $builder:ident, $output:ident, $error:ident;
        $($set:ident($member:ident)),+; $explains:ident; $returns_only_items:literal
    ) => {
        impl SingleRequest for $operation {
            type Builder = $builder;
            type Output = $output;
            type Error = $error;
            const RETURNS_ONLY_ITEMS: bool = $returns_only_items;

            fn builder(self, client: &Client, returns: Returns) -> $builder {
                client
                    .$method()
                    .table_name(self.table_name)
                    $(.$set(Some(self.$member)))+
                    .set_condition_expression(self.condition_expression)
                    .set_expression_attribute_names(self.expression_attribute_names)
                    .set_expression_attribute_values(self.expression_attribute_values)
                    .set_return_values(returns.value())
                    .set_return_values_on_condition_check_failure(self.return_values_on_condition_check_failure)
                    .return_consumed_capacity(ReturnConsumedCapacity::Total)
            }

            async fn send(builder: $builder, attempts: &Attempts) -> Result<$output, SdkError<$error>> {
                attempts.of(builder.customize()).send().await
            }

            fn returned(output: $output) -> Option<Item> {
                output.attributes
            }

            fn failed_condition(error: &$error) -> Option<&ConditionalCheckFailedException> {
                match error {
                    $error::ConditionalCheckFailedException(failed) => Some(failed),
                    _ => None,
                }
            }

            fn explains(&self, found: Option<&Item>, version: Option<&str>) -> Explains {
                $explains(self, found, version)
            }
        }
    };
}

single_request!(
    Put by put_item: PutItemFluentBuilder, PutItemOutput, PutItemError;
    set_item(item); put_explains; true
);
single_request!(
    Update by update_item: UpdateItemFluentBuilder, UpdateItemOutput, UpdateItemError;
    set_key(key), set_update_expression(update_expression); update_explains; false
);
single_request!(
    Delete by delete_item: DeleteItemFluentBuilder, DeleteItemOutput, DeleteItemError;
    set_key(key); delete_explains; true
);

/// Compares the item in the table with the item of this put.
fn put_explains(put: &Put, found: Option<&Item>, version: Option<&str>) -> Explains {
    match found {
        Some(found) if same_items(found, &put.item) => Explains::Yes,
        // Another writer may have replaced the item of this put, or deleted it.
        Some(found) if is_later(found, &put.item, version) => Explains::Maybe,
        None => Explains::Maybe,
        Some(_) => Explains::No,
    }
}

/// Finds an item after this update, but also after another writer's write.
fn update_explains(_: &Update, found: Option<&Item>, _: Option<&str>) -> Explains {
    if found.is_some() { Explains::Maybe } else { Explains::No }
}

/// Finds no item after this delete, but also after another writer's delete.
fn delete_explains(_: &Delete, found: Option<&Item>, _: Option<&str>) -> Explains {
    if found.is_none() { Explains::Maybe } else { Explains::No }
}

/// Returns true if an item has a later version than another one.
fn is_later(item: &Item, other: &Item, version: Option<&str>) -> bool {
    let version = |item: &Item| item.get(version?)?.as_n().ok()?.parse::<u64>().ok();
    version(item).zip(version(other)).is_some_and(|(version, other)| version > other)
}
