//! Steps of clean-ups.

use std::collections::BTreeMap;

use futures::{StreamExt as _, stream};
use tokio::time::Instant;

use crate::error::Error;
use crate::limits::CLEANUP_USERS_AT_ONCE;
use crate::model::ids::UserId;
use crate::service::Favorites;
use crate::use_cases::tag_cleanup::TagCleanup;

/// A step, with the place of its record in the batch.
type Step = (usize, TagCleanup);

impl Favorites {
    /// Takes the steps: those of one user one after the other, because they may change the same favorites, and those of
    /// [`CLEANUP_USERS_AT_ONCE`] users side by side. Returns the places of the records with which that failed. Steps that don't
    /// begin before `end` are among them.
    pub(super) async fn apply_cleanups(&self, steps: Vec<Step>, end: Instant) -> Vec<(usize, Error)> {
        let mut by_user: BTreeMap<UserId, Vec<Step>> = BTreeMap::new();
        for step in steps {
            by_user.entry(step.1.user().clone()).or_default().push(step);
        }
        let users = by_user.into_values().map(|steps| self.apply_in_order(steps, end));
        stream::iter(users).buffer_unordered(CLEANUP_USERS_AT_ONCE).concat().await
    }

    async fn apply_in_order(&self, steps: Vec<Step>, end: Instant) -> Vec<(usize, Error)> {
        let mut failed = Vec::new();
        for (at, step) in steps {
            failed.extend(self.step_cleanup(step, end).await.err().map(|error| (at, error)));
        }
        failed
    }
}
