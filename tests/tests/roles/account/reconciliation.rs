//! Interrupted reconciliations.

use std::time::Duration;

use favorites_api::favorites::Repairs;

use super::jobs::ann;
use super::{Account, TRIES};

impl Account {
    /// Interrupts a reconciliation in the middle of a user, and continues it.
    pub(super) async fn interrupted_reconciliation(&self) {
        self.stop_in_the_middle().await;
        self.reconcile().await;
    }

    /// Interrupts a reconciliation in the middle of a user.
    pub(super) async fn stop_in_the_middle(&self) {
        for millis in (10..).step_by(10).take(TRIES) {
            let worker = self.favorites_of_worker();
            let time_left = Duration::from_millis(millis);
            worker.reconcile_user(&ann(), Repairs::Confirmed, time_left).await.expect("the table answers");
            if self.items("Reconciliation").await.iter().any(|item| item["next"].is_string()) {
                return;
            }
        }
        panic!("no call stopped in the middle");
    }
}
