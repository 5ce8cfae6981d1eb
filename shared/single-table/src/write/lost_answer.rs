//! A write whose answer was lost, and which the SDK then sent again.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use aws_sdk_dynamodb::config::interceptors::FinalizerInterceptorContextRef;
use aws_sdk_dynamodb::config::{ConfigBag, Intercept, RuntimeComponents};
use aws_sdk_dynamodb::error::BoxError;

use crate::Item;
use crate::item::same_items;

/// Notes whether one try of a request ended without DynamoDB's answer to it. Clones share the note.
#[derive(Debug, Clone, Default)]
pub(super) struct LostAnswer(Arc<AtomicBool>);

impl Intercept for LostAnswer {
    fn name(&self) -> &'static str {
        "LostAnswer"
    }

    fn read_after_attempt(
        &self,
        context: &FinalizerInterceptorContextRef<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        if context.response().is_none_or(|response| response.status().is_server_error()) {
            self.0.store(true, Ordering::Relaxed);
        }
        Ok(())
    }
}

impl LostAnswer {
    /// Returns true if a put of `item` failed because an earlier try of it had written `found`, and only the answer was lost.
    pub(super) fn wrote(&self, item: &Item, found: &Item) -> bool {
        self.0.load(Ordering::Relaxed) && same_items(found, item)
    }
}
