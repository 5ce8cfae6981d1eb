//! A write whose answer was lost, and which the SDK then sent again.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use aws_sdk_dynamodb::config::interceptors::FinalizerInterceptorContextRef;
use aws_sdk_dynamodb::config::{ConfigBag, Intercept, RuntimeComponents};
use aws_sdk_dynamodb::error::BoxError;

use super::writes::SingleFailure;
use crate::Item;
use crate::backfill::same_items;
use crate::capacity::Units;

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
    /// Returns the answer to a put of `item`; without a condition there is no item to compare. Where an earlier try wrote the item
    /// and only the answer was lost, the condition of a later try fails because of that very item, and the put has succeeded. The
    /// units that it consumed are not known then.
    pub(super) fn or_own(
        &self,
        answer: Result<Units, SingleFailure>,
        item: Option<&Item>,
    ) -> Result<Units, SingleFailure> {
        match answer {
            Err(SingleFailure::Condition(Some(found)))
                if self.0.load(Ordering::Relaxed) && item.is_some_and(|item| same_items(&found, item)) =>
            {
                Ok(Units::default())
            }
            answer => answer,
        }
    }
}
