//! Interrupted reconciliations.

use std::time::Duration;

use serde_json::json;

use super::{Account, TRIES};

impl Account {
    /// Interrupts a reconciliation in the middle of a user, and continues it.
    pub(super) async fn interrupted_reconciliation(&self) {
        self.stop_in_the_middle().await;
        self.reconcile().await;
    }

    /// Interrupts a reconciliation in the middle of a user.
    pub(super) async fn stop_in_the_middle(&self) {
        // A call begins nothing in the last five seconds before its deadline.
        for millis in (5_010..).step_by(10).take(TRIES) {
            let event = json!({ "userId": "ann" });
            self.call("reconcile", event, Duration::from_millis(millis)).await;
            if self.items("Reconciliation").await.iter().any(|item| item["next"].is_string()) {
                return;
            }
        }
        panic!("no call stopped in the middle");
    }
}
