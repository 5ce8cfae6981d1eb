//! SDK calls without a handler.

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::operation::batch_get_item::BatchGetItemInput;
use aws_sdk_dynamodb::operation::batch_write_item::BatchWriteItemInput;
use aws_sdk_dynamodb::operation::delete_item::DeleteItemInput;
use aws_sdk_dynamodb::operation::get_item::GetItemInput;
use aws_sdk_dynamodb::operation::put_item::PutItemInput;
use aws_sdk_dynamodb::operation::query::QueryInput;
use aws_sdk_dynamodb::operation::transact_get_items::TransactGetItemsInput;
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsInput;
use aws_sdk_dynamodb::operation::update_item::UpdateItemInput;
use aws_smithy_runtime_api::client::interceptors::context::Input;

/// Generates the calls of handlers from `operation, input, fields`. A call uses the SDK's fluent builder, with all fields that
/// the project's table sets.
macro_rules! calls {
    ($($operation:ident: $name:ident($input:ident) { $($field:ident => $set:ident),* $(,)? })*) => {
        /// The input of an SDK call.
        #[derive(Debug, Clone)]
        pub(crate) enum Call {
            $($name($input),)*
        }

        impl Call {
            /// Returns the call with this input, or `None` if handlers don't make such calls.
            pub(crate) fn of(input: &Input) -> Option<Self> {
                $(if let Some(input) = input.downcast_ref::<$input>() {
                    return Some(Self::$name(input.clone()));
                })*
                None
            }

            /// Makes the call and drops the result.
            pub(crate) async fn send(self, client: &Client) -> anyhow::Result<()> {
                match self {
                    $(Self::$name(input) => {
                        client.$operation()$(.$set(input.$field))*.send().await?;
                    })*
                }
                Ok(())
            }

            /// Returns true if [`send`](Self::send) builds this input. A missing field would make the bare call cheaper.
            pub(crate) fn is_whole(&self, client: &Client) -> bool {
                match self.clone() {
                    $(Self::$name(whole) => {
                        let input = whole.clone();
                        let built = client.$operation()$(.$set(input.$field))*.as_input().clone().build();
                        built.is_ok_and(|built| built == whole)
                    })*
                }
            }
        }
    };
}

calls! {
    get_item: GetItem(GetItemInput) {
        table_name => set_table_name,
        key => set_key,
        consistent_read => set_consistent_read,
        return_consumed_capacity => set_return_consumed_capacity,
        projection_expression => set_projection_expression,
        expression_attribute_names => set_expression_attribute_names,
    }
    put_item: PutItem(PutItemInput) {
        table_name => set_table_name,
        item => set_item,
        return_values => set_return_values,
        return_consumed_capacity => set_return_consumed_capacity,
        return_item_collection_metrics => set_return_item_collection_metrics,
        condition_expression => set_condition_expression,
        expression_attribute_names => set_expression_attribute_names,
        expression_attribute_values => set_expression_attribute_values,
        return_values_on_condition_check_failure => set_return_values_on_condition_check_failure,
    }
    update_item: UpdateItem(UpdateItemInput) {
        table_name => set_table_name,
        key => set_key,
        return_values => set_return_values,
        return_consumed_capacity => set_return_consumed_capacity,
        return_item_collection_metrics => set_return_item_collection_metrics,
        update_expression => set_update_expression,
        condition_expression => set_condition_expression,
        expression_attribute_names => set_expression_attribute_names,
        expression_attribute_values => set_expression_attribute_values,
        return_values_on_condition_check_failure => set_return_values_on_condition_check_failure,
    }
    delete_item: DeleteItem(DeleteItemInput) {
        table_name => set_table_name,
        key => set_key,
        return_values => set_return_values,
        return_consumed_capacity => set_return_consumed_capacity,
        return_item_collection_metrics => set_return_item_collection_metrics,
        condition_expression => set_condition_expression,
        expression_attribute_names => set_expression_attribute_names,
        expression_attribute_values => set_expression_attribute_values,
        return_values_on_condition_check_failure => set_return_values_on_condition_check_failure,
    }
    query: Query(QueryInput) {
        table_name => set_table_name,
        index_name => set_index_name,
        select => set_select,
        limit => set_limit,
        consistent_read => set_consistent_read,
        scan_index_forward => set_scan_index_forward,
        exclusive_start_key => set_exclusive_start_key,
        return_consumed_capacity => set_return_consumed_capacity,
        projection_expression => set_projection_expression,
        filter_expression => set_filter_expression,
        key_condition_expression => set_key_condition_expression,
        expression_attribute_names => set_expression_attribute_names,
        expression_attribute_values => set_expression_attribute_values,
    }
    batch_get_item: BatchGetItem(BatchGetItemInput) {
        request_items => set_request_items,
        return_consumed_capacity => set_return_consumed_capacity,
    }
    batch_write_item: BatchWriteItem(BatchWriteItemInput) {
        request_items => set_request_items,
        return_consumed_capacity => set_return_consumed_capacity,
        return_item_collection_metrics => set_return_item_collection_metrics,
    }
    transact_get_items: TransactGetItems(TransactGetItemsInput) {
        transact_items => set_transact_items,
        return_consumed_capacity => set_return_consumed_capacity,
    }
    transact_write_items: TransactWriteItems(TransactWriteItemsInput) {
        transact_items => set_transact_items,
        return_consumed_capacity => set_return_consumed_capacity,
        return_item_collection_metrics => set_return_item_collection_metrics,
        client_request_token => set_client_request_token,
    }
}
