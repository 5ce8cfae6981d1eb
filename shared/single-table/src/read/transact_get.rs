//! One moment of several items.

use std::collections::{HashMap, HashSet};

use aws_sdk_dynamodb::error::SdkError;
use aws_sdk_dynamodb::operation::transact_get_items::{TransactGetItemsError, TransactGetItemsOutput};
use aws_sdk_dynamodb::types::{Get, ItemResponse, ReturnConsumedCapacity, TransactGetItem};

use super::key_set::{ItemSet, KeySet};
use crate::error::{Error, FailedRequest, SdkCause};
use crate::store::retry::Tries;
use crate::store::{Part, Store, each_once, failed_request};
use crate::table::Database;
use crate::write::transaction::{check_len, other_reason};

impl<D: Database> Store<D> {
    /// Reads the items of up to 100 different keys, of any entities and tables, as they were at one moment:
    /// `TransactGetItems`, at twice the price of a consistent read. Where writers are at the same items, or DynamoDB
    /// throttles, it is tried again a few times.
    ///
    /// # Errors
    /// [`Error::TooManyOperations`] before any request; [`Error::Conflict`] when writers don't let go of the items.
    pub async fn transact_get(&self, keys: KeySet<D>) -> Result<ItemSet, Error> {
        let asked = keys.ask(&self.names)?;
        check_len(asked.parts.len())?;
        let mut found = HashMap::new();
        // DynamoDB refuses a transaction of nothing.
        if !asked.parts.is_empty() {
            let entities = each_once(asked.parts.iter().map(|(_, part)| part.entity));
            let gets = asked.parts.iter().map(|(_, part)| get(part, &self.names)).collect();
            let answers = self.transact_get_items(gets, &entities).await?;
            if answers.len() != asked.parts.len() {
                let what = format!("{} items for {} keys", answers.len(), asked.parts.len());
                return Err(Error::Response { what });
            }
            for ((address, _), answer) in asked.parts.iter().zip(answers) {
                found.extend(answer.item.map(|item| (address.clone(), item)));
            }
        }
        let (items, _) = asked.answer(found, &HashSet::new(), self.now())?;
        Ok(items)
    }

    async fn transact_get_items(
        &self,
        gets: Vec<TransactGetItem>,
        entities: &[&'static str],
    ) -> Result<Vec<ItemResponse>, Error> {
        let mut tries = Tries::default();
        loop {
            let answer = self
                .client
                .transact_get_items()
                .set_transact_items(Some(gets.clone()))
                .return_consumed_capacity(ReturnConsumedCapacity::Total)
                .send()
                .await;
            let error = match answer {
                Ok(answer) => {
                    let (answer, _) = self.metered(entities, None, answer);
                    return Ok(answer.responses.unwrap_or_default());
                }
                Err(error) => failure(error, failed_request::<TransactGetItemsOutput>(entities, None)),
            };
            if !tries.again(&error).await {
                return Err(error);
            }
        }
    }
}

fn get<D: Database>(part: &Part<D>, names: &D::Names) -> TransactGetItem {
    let get = Get::builder().table_name(part.table(names)).set_key(Some(part.item.clone()));
    TransactGetItem::builder().get(get.build().expect("table and key are set right before")).build()
}

fn failure(error: SdkError<TransactGetItemsError>, request: FailedRequest) -> Error {
    match error.as_service_error() {
        Some(TransactGetItemsError::TransactionCanceledException(cancelled)) => {
            let reasons = cancelled.cancellation_reasons().to_vec();
            other_reason(&reasons, request, SdkCause::new(error))
        }
        _ => Error::of_sdk(error, request),
    }
}
