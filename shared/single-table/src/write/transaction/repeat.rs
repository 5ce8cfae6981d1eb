//! Sends a transaction until DynamoDB answers.

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::error::SdkError;
use aws_sdk_dynamodb::operation::transact_write_items::builders::TransactWriteItemsFluentBuilder;
use aws_sdk_dynamodb::operation::transact_write_items::{TransactWriteItemsError, TransactWriteItemsOutput};
use aws_sdk_dynamodb::types::ReturnConsumedCapacity;

use super::cancelled::{Cancelled, Verdict};
use super::error::TransactionError;
use super::step::{About, Built};
use super::token::Token;
use crate::error::{Error, FailedRequest, SdkCause};
use crate::store::retry::Tries;
use crate::store::{Store, failed_request, in_span};
use crate::table::Database;
use crate::write::customize::Customize;
use crate::write::operation::Written;
use crate::write::single::{Attempts, MOST_UPGRADES};

type Builder = TransactWriteItemsFluentBuilder;

/// A request with a transaction, or with the operations of it that are left.
struct Attempt<'a> {
    operations: &'a [Built],
    /// The positions of the operations that this request sends.
    sent: Vec<usize>,
    token: Token,
    /// The token of the whole transaction.
    whole: &'a Token,
    /// The requests with this token, which the SDK repeats by itself.
    attempts: Attempts,
    customize: Option<&'a Customize<'a, Builder>>,
}

impl Attempt<'_> {
    fn request(&self, client: &Client) -> Builder {
        let operations = self.sent.iter().map(|position| self.operations[*position].request.clone());
        let request = client
            .transact_write_items()
            .client_request_token(self.token.as_str())
            .set_transact_items(Some(operations.collect()))
            .return_consumed_capacity(ReturnConsumedCapacity::Total);
        match self.customize {
            Some(customize) => customize(request),
            None => request,
        }
    }

    fn entities(&self) -> Vec<&'static str> {
        self.sent.iter().map(|position| self.operations[*position].about.entity).collect()
    }

    /// Returns the next step after a failed request.
    fn verdict(&self, error: SdkError<TransactWriteItemsError>, request: FailedRequest) -> Verdict {
        let verdict = match error.as_service_error() {
            Some(TransactWriteItemsError::TransactionCanceledException(cancelled)) => {
                let reasons = cancelled.cancellation_reasons().to_vec();
                let operations: Vec<About> = self.operations.iter().map(|built| built.about).collect();
                Verdict::of(&operations, &self.sent, reasons, request, SdkCause::new(error))
            }
            Some(TransactWriteItemsError::TransactionInProgressException(_)) => {
                self.attempts.note_lost_answer();
                Verdict::InProgress(Error::of_sdk(error, request))
            }
            _ => Verdict::Fail(Error::of_sdk(error, request)),
        };
        let operands = self.sent.iter().flat_map(|position| self.operations[*position].operands.clone());
        match verdict {
            Verdict::Fail(error) => Verdict::Fail(error.naming(&operands.collect::<Vec<_>>())),
            verdict => verdict,
        }
    }

    /// Returns the error of the transaction after its last request.
    fn failed(&self, error: Error) -> Error {
        if self.attempts.lost_an_answer() { error.after_lost_answer() } else { error }
    }

    /// Leaves operations out. The rest is another transaction to DynamoDB, so it gets another token, which is
    /// the same again if the whole is sent again.
    fn leave_out(&mut self, positions: &[usize]) {
        self.sent.retain(|position| !positions.contains(position));
        self.token = self.whole.for_part(&self.sent);
        // The requests before were cancelled, so none of them was applied.
        self.attempts = Attempts::default();
    }
}

impl<D: Database> Store<D> {
    /// Sends the transaction of these operations, and sends it again if it was not applied. Every request has the same token, so
    /// that the transaction happens once (see "`TransactWriteItems`" in the API reference).
    ///
    /// This transaction may free or renew records that other items own. If such records stop it, it is sent
    /// without the operations on them.
    pub(crate) async fn transact_built(
        &self,
        operations: &[Built],
        token: &Token,
        customize: Option<&Customize<'_, Builder>>,
    ) -> Result<Written, TransactionError> {
        let sent = (0..operations.len()).collect();
        let attempts = Attempts::default();
        let mut attempt =
            Attempt { operations, sent, token: token.clone(), whole: token, attempts, customize };
        let mut tries = Tries::default();
        let mut upgrades = 0;
        loop {
            match self.transact_once(&attempt).await {
                Ok(written) => return Ok(written),
                Err(Verdict::Report(cancelled)) => {
                    if upgrades == MOST_UPGRADES || !self.upgrade_all(operations, &cancelled).await? {
                        return Err(cancelled.into());
                    }
                    upgrades += 1;
                }
                Err(Verdict::LeaveOut(positions)) => attempt.leave_out(&positions),
                Err(Verdict::InProgress(error)) => {
                    if !tries.are_left().await {
                        return Err(error.into());
                    }
                }
                Err(Verdict::Fail(error)) => {
                    if !tries.again(&error).await {
                        return Err(attempt.failed(error).into());
                    }
                }
            }
        }
    }

    /// Upgrades the items in past schema versions for which conditions failed. Returns false if there is none.
    async fn upgrade_all(&self, operations: &[Built], cancelled: &Cancelled) -> Result<bool, Error> {
        let mut any = false;
        for (position, item) in cancelled.stopped_by() {
            let Built { about, table, .. } = &operations[position];
            any |= self.upgrade(about.upgrade, table, item).await?;
        }
        Ok(any)
    }

    async fn transact_once(&self, attempt: &Attempt<'_>) -> Result<Written, Verdict> {
        let entities = attempt.entities();
        let request = attempt.request(&self.client).customize();
        match in_span(&entities, None, attempt.attempts.of(request).send()).await {
            Ok(answer) => {
                let (_, units) = self.metered(&entities, None, answer);
                Ok(Written { units })
            }
            Err(error) => {
                Err(attempt.verdict(error, failed_request::<TransactWriteItemsOutput>(&entities, None)))
            }
        }
    }
}
