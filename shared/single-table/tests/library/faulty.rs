//! Stores whose requests meet faults, or whose answers are scripted.

use std::time::Duration;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::retry::RetryConfig;
use single_table::testing::{self, Answer, Faults, Script};
use single_table::{Store, Table};

/// Opens the table of this name in the engine of `client`. The SDK does not retry, so the store sees each
/// fault.
pub(crate) fn store<T: Table>(client: &Client, name: &str) -> (Store<T>, Faults) {
    let faults = Faults::new();
    let config = faults.client(client).config().to_builder().retry_config(RetryConfig::disabled()).build();
    (Store::new(Client::from_conf(config), name.to_owned()), faults)
}

/// Returns a client whose requests meet faults, and which tries again without a wait.
pub(crate) fn retrying(client: &Client, faults: &Faults) -> Client {
    let at_once = RetryConfig::standard().with_initial_backoff(Duration::ZERO);
    Client::from_conf(faults.client(client).config().to_builder().retry_config(at_once).build())
}

/// Returns the table `notes` that gives these answers, one to each request.
pub(crate) fn scripted<T: Table>(answers: impl IntoIterator<Item = Answer>) -> (Store<T>, Script) {
    let script = Script::new(answers);
    (Store::new(testing::client(script.clone()), "notes"), script)
}
