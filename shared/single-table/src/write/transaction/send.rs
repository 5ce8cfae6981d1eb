//! Transactions, sent.

use aws_sdk_dynamodb::error::SdkError;
use aws_sdk_dynamodb::operation::transact_write_items::{TransactWriteItemsError, TransactWriteItemsOutput};
use aws_sdk_dynamodb::types::ReturnConsumedCapacity;

use super::cancelled::{Cancelled, TransactionError};
use super::{Built, Transaction, check_len};
use crate::capacity::Units;
use crate::error::{Error, FailedRequest, SdkCause};
use crate::store::retry::Tries;
use crate::store::{Store, failed_request};
use crate::table::Database;
use crate::write::operation::Written;

impl<D: Database> Store<D> {
    /// Does all operations of a transaction or none: `TransactWriteItems`. A transaction without operations sends nothing. Where other writers are at the same items, or
    /// DynamoDB throttles, it is tried again a few times.
    ///
    /// # Errors
    /// [`TransactionError::Cancelled`] when a condition did not hold; it says which, and with which item.
    /// [`Error::TooManyOperations`] before any request.
    pub async fn transact(&self, transaction: Transaction<D>) -> Result<Written, TransactionError> {
        check_len(transaction.len())?;
        if transaction.is_empty() {
            return Ok(Written { units: Units::default() });
        }
        let operations = transaction.build(&self.names, self.now())?;
        self.transact_built(&operations, &request_token()).await
    }

    /// The transaction of these operations. With the same token and the same operations it happens once, however often it
    /// is asked for, within 10 minutes (see "`TransactWriteItems`" in the API reference).
    pub(crate) async fn transact_built(
        &self,
        operations: &[Built],
        token: &str,
    ) -> Result<Written, TransactionError> {
        let entities: Vec<_> = operations.iter().map(|operation| operation.entity).collect();
        let mut tries = Tries::default();
        loop {
            let answer = self
                .client
                .transact_write_items()
                .client_request_token(token)
                .set_transact_items(Some(operations.iter().map(|built| built.request.clone()).collect()))
                .return_consumed_capacity(ReturnConsumedCapacity::Total)
                .send()
                .await;
            let error = match answer {
                Ok(answer) => {
                    let (_, units) = self.metered(&entities, None, answer);
                    return Ok(Written { units });
                }
                Err(error) => {
                    let request = failed_request::<TransactWriteItemsOutput>(&entities, None);
                    match failure(operations, error, request) {
                        TransactionError::Failed(error) => error,
                        cancelled @ TransactionError::Cancelled(_) => return Err(cancelled),
                    }
                }
            };
            if !tries.again(&error).await {
                return Err(error.into());
            }
        }
    }
}

/// One token for all tries: where a try happened but its answer was lost, the next one changes nothing more.
pub(crate) fn request_token() -> String {
    format!("{:032x}", rand::random::<u128>())
}

/// Returns what a failed transaction stands for: a failed condition, or an error to report or to retry.
fn failure(
    operations: &[Built],
    error: SdkError<TransactWriteItemsError>,
    request: FailedRequest,
) -> TransactionError {
    match error.as_service_error() {
        Some(TransactWriteItemsError::TransactionCanceledException(cancelled)) => {
            let reasons = cancelled.cancellation_reasons().to_vec();
            match Cancelled::of(operations, &reasons, request, SdkCause::new(error)) {
                Ok(cancelled) => cancelled.into(),
                Err(error) => error.into(),
            }
        }
        _ => Error::of_sdk(error, request).into(),
    }
}
