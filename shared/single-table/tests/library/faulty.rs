//! A store whose requests meet faults. The SDK does not retry, so the store sees each fault.

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::retry::RetryConfig;
use single_table::testing::Faults;
use single_table::{Store, Table};

/// Opens the table of this name in the engine of `client`.
pub(crate) fn store<T: Table>(client: &Client, name: &str) -> (Store<T>, Faults) {
    let faults = Faults::new();
    let config = faults.client(client).config().to_builder().retry_config(RetryConfig::disabled()).build();
    (Store::new(Client::from_conf(config), name.to_owned()), faults)
}
