//! Sends one write until DynamoDB answers or the write must not be repeated.

use aws_sdk_dynamodb::config::retry::RetryConfig;

use super::attempts::Attempts;
use super::request::{Explains, Returns, SingleRequest};
use crate::Item;
use crate::capacity::Units;
use crate::error::{Error, SdkCause};
use crate::store::retry::Tries;
use crate::store::{Store, failed_request, in_span};
use crate::table::Database;
use crate::write::customize::Customize;

/// A write that is to be sent.
pub(crate) struct OneWrite<'a, R: SingleRequest> {
    entity: &'static str,
    /// The attribute that counts the versions of the item.
    version: Option<&'static str>,
    /// The paths of the numbers, lists and sets that the write computes with.
    operands: Vec<String>,
    request: R,
    returns: Returns,
    /// True if the SDK may repeat the request after a lost answer.
    is_repeatable: bool,
    customize: Option<Box<Customize<'a, R::Builder>>>,
}

/// The result of a write that happened.
#[derive(Debug)]
pub struct Done {
    pub(crate) units: Units,
    /// The item in the answer, if the request asks for one and there is one.
    pub(super) item: Option<Item>,
}

/// The reason why a write was not done.
#[derive(Debug)]
pub(crate) enum SingleFailure {
    /// The condition did not hold for this item; `None` if no item has the key.
    Condition(Option<Item>),
    /// The request failed.
    Failed(Error),
}

impl<'a, R: SingleRequest> OneWrite<'a, R> {
    /// Makes a write of an item of `entity` that returns no item and may happen twice.
    pub(crate) fn new(entity: &'static str, request: R) -> Self {
        Self {
            entity,
            version: None,
            operands: Vec::new(),
            request,
            returns: Returns::Nothing,
            is_repeatable: true,
            customize: None,
        }
    }

    /// Names the attribute that counts the versions of the item.
    pub(super) fn versioned(mut self, version: Option<&'static str>) -> Self {
        self.version = version;
        self
    }

    /// Names the paths of the numbers, lists and sets that the write computes with.
    pub(super) fn computing_with(mut self, operands: Vec<String>) -> Self {
        self.operands = operands;
        self
    }

    pub(super) fn returning(mut self, returns: Returns) -> Self {
        self.returns = returns;
        self
    }

    pub(super) fn customized(mut self, customize: Option<Box<Customize<'a, R::Builder>>>) -> Self {
        self.customize = customize;
        self
    }

    /// Sets whether the write may be sent again after a lost answer.
    pub(super) fn repeatable(mut self, is_repeatable: bool) -> Self {
        self.is_repeatable = is_repeatable;
        self
    }

    pub(super) fn is_repeatable(&self) -> bool {
        self.is_repeatable
    }

    pub(super) fn returns(&self) -> Returns {
        self.returns
    }
}

impl<D: Database> Store<D> {
    /// Sends one write. After a lost answer, the SDK repeats a write that may happen twice. Any write is repeated if
    /// DynamoDB says that it was not applied.
    pub(crate) async fn send<R: SingleRequest>(
        &self,
        write: &OneWrite<'_, R>,
    ) -> Result<Done, SingleFailure> {
        let mut tries = Tries::default();
        loop {
            let attempts = if write.is_repeatable {
                let retries = self.client.config().retry_config().cloned();
                Attempts::at_most(retries.unwrap_or_else(RetryConfig::standard), tries.left())
            } else {
                Attempts::at_most(RetryConfig::disabled(), 1)
            };
            let answer = self.send_once(write, &attempts).await;
            tries.note(attempts.repeated());
            match &answer {
                Err(SingleFailure::Failed(error)) if tries.again(error).await => {}
                _ => return answer,
            }
        }
    }

    async fn send_once<R: SingleRequest>(
        &self,
        write: &OneWrite<'_, R>,
        attempts: &Attempts,
    ) -> Result<Done, SingleFailure> {
        let mut builder = write.request.clone().builder(&self.client, write.returns);
        if let Some(customize) = &write.customize {
            builder = customize(builder);
        }
        let error = match in_span(&[write.entity], None, R::send(builder, attempts)).await {
            Ok(answer) => {
                let (answer, units) = self.metered(&[write.entity], None, answer);
                return Ok(Done { units, item: R::returned(answer) });
            }
            Err(error) => error,
        };
        let request = failed_request::<R::Output>(&[write.entity], None);
        let Some(failed) = error.as_service_error().and_then(R::failed_condition) else {
            let error = Error::of_sdk(error, request).naming(&write.operands);
            let error = if attempts.lost_an_answer() { error.after_lost_answer() } else { error };
            return Err(SingleFailure::Failed(error));
        };
        match write.request.explains(failed.item(), write.version) {
            Explains::Yes if attempts.lost_an_answer() => {
                // The units that the earlier try consumed are not known.
                Ok(Done { units: Units::default(), item: None })
            }
            Explains::Maybe if attempts.lost_an_answer() => {
                let message =
                    "its condition failed after a try without an answer, which may have done the write"
                        .to_owned();
                let source = Some(SdkCause::new(error));
                Err(SingleFailure::Failed(Error::Unreachable { request: Box::new(request), message, source }))
            }
            _ => Err(SingleFailure::Condition(failed.item.clone())),
        }
    }
}
