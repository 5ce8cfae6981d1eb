//! Programs that meet faults, stall or die.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::Poll;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::Builder;
use aws_sdk_dynamodb::config::retry::RetryConfig;
use favorites_local::{Environment, Running};
use single_table::testing::Faults;

/// Returns a client of a table, with the role of `function`, whose requests meet faults. The SDK does not retry, so each fault
/// reaches the code under test.
#[must_use]
pub fn faulty_client(table: &Running, function: &str) -> (Client, Faults) {
    let config = Environment::as_function(&table.environment().sdk_config(), function);
    let faults = Faults::new();
    let config = Builder::from(&config).retry_config(RetryConfig::disabled());
    (faults.client(&Client::from_conf(config.build())), faults)
}

/// Polls `work` until `so_far` returns true and then stops, as if its process stalled. Returns the result of `work` if it ends
/// before that.
pub async fn pause_when<F>(work: &mut F, so_far: impl Fn() -> bool) -> Option<F::Output>
where
    F: Future + Unpin,
{
    poll_fn(|context| {
        if so_far() {
            return Poll::Ready(None);
        }
        Pin::new(&mut *work).poll(context).map(Some)
    })
    .await
}
