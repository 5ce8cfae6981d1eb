//! The gates that a restore closes.

use tokio::sync::OwnedRwLockWriteGuard;

use crate::gate::Gate;

/// The gates before everything that reads or changes the data.
#[derive(Debug, Clone, Default)]
pub(super) struct Gates {
    /// The gate before each call of a function.
    pub(super) calls: Gate,
    /// The gate before each request to the engine. Calls make requests, so it closes after the other one.
    pub(super) requests: Gate,
}

impl Gates {
    /// Closes the gates until the result is dropped. Waits for the calls and requests under way.
    pub(super) async fn close(&self) -> [OwnedRwLockWriteGuard<()>; 2] {
        let calls = self.calls.close().await;
        [self.requests.close().await, calls]
    }
}
