//! Reads of several items at the same moment.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::future::IntoFuture;

use aws_sdk_dynamodb::error::SdkError;
use aws_sdk_dynamodb::operation::transact_get_items::builders::TransactGetItemsFluentBuilder;
use aws_sdk_dynamodb::operation::transact_get_items::{TransactGetItemsError, TransactGetItemsOutput};
use aws_sdk_dynamodb::types::{Get, ItemResponse, ReturnConsumedCapacity, TransactGetItem};
use futures::future::{BoxFuture, FutureExt as _};

use super::item_set::ItemSet;
use super::key_set::{KeySet, Wanted, attributes_of_all};
use super::output::projection;
use crate::error::{Error, FailedRequest, SdkCause};
use crate::expression::Placeholders;
use crate::store::retry::Tries;
use crate::store::{Customize, Store, each_once, failed_request, in_span};
use crate::table::Database;
use crate::write::transaction::{check_len, other_reason};

/// A read of several items at the same moment, which is sent when it is awaited.
/// [`Store::transact_get`](crate::Store::transact_get) makes the read.
#[must_use = "a read does nothing until it is awaited"]
pub struct TransactGet<'a, D: Database> {
    store: &'a Store<D>,
    keys: KeySet<D>,
    customize: Customize<TransactGetItemsFluentBuilder>,
}

impl<D: Database> Store<D> {
    /// Reads the items of up to 100 different keys, of any entities and tables, as they were at the same moment
    /// (`TransactGetItems`). The read costs twice as many units as a consistent read. The library tries up to 8 times if other
    /// writers change the same items, or if DynamoDB throttles the request.
    ///
    /// # Errors
    /// [`Error::TooManyOperations`] before any request if there are more than 100 keys, and [`Error::Conflict`] if other writers
    /// change the items during every try.
    pub fn transact_get(&self, keys: KeySet<D>) -> TransactGet<'_, D> {
        TransactGet { store: self, keys, customize: Customize::default() }
    }

    async fn load_moment(
        &self,
        keys: KeySet<D>,
        customize: Customize<TransactGetItemsFluentBuilder>,
    ) -> Result<ItemSet, Error> {
        let (wanted, asked) = keys.ask(&self.names)?;
        check_len(wanted.len())?;
        let mut found = HashMap::new();
        // DynamoDB refuses an empty transaction.
        if !wanted.is_empty() {
            let entities = each_once(wanted.iter().map(|(_, wanted)| wanted.part.entity));
            let gets = wanted.iter().map(|(_, wanted)| get(wanted, &self.names)).collect();
            let answers = self.transact_get_items(gets, &entities, &customize).await?;
            if answers.len() != wanted.len() {
                let what = format!("{} items for {} keys", answers.len(), wanted.len());
                return Err(Error::Response { what });
            }
            for ((address, _), answer) in wanted.into_iter().zip(answers) {
                found.extend(answer.item.map(|item| (address, item)));
            }
        }
        let (items, _) = asked.answer(found, &HashSet::new(), self.now())?;
        Ok(items)
    }

    async fn transact_get_items(
        &self,
        gets: Vec<TransactGetItem>,
        entities: &[&'static str],
        customize: &Customize<TransactGetItemsFluentBuilder>,
    ) -> Result<Vec<ItemResponse>, Error> {
        let mut tries = Tries::default();
        loop {
            let builder = self
                .client
                .transact_get_items()
                .set_transact_items(Some(gets.clone()))
                .return_consumed_capacity(ReturnConsumedCapacity::Total);
            let error = match in_span(entities, None, customize.apply(builder).send()).await {
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

fn get<D: Database>(wanted: &Wanted<D>, names: &D::Names) -> TransactGetItem {
    let mut placeholders = Placeholders::default();
    let projection = projection(attributes_of_all(&[wanted]), &mut placeholders);
    let get = Get::builder()
        .table_name(wanted.part.table(names))
        .set_key(Some(wanted.part.item.clone()))
        .set_projection_expression(projection)
        .set_expression_attribute_names(placeholders.names());
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

impl<D: Database> TransactGet<'_, D> {
    /// Changes the SDK's builder of each request before it is sent: see [`Query::customize`](crate::Query::customize).
    pub fn customize(
        mut self,
        change: impl Fn(TransactGetItemsFluentBuilder) -> TransactGetItemsFluentBuilder + Send + Sync + 'static,
    ) -> Self {
        self.customize.push(change);
        self
    }
}

impl<'a, D: Database> IntoFuture for TransactGet<'a, D> {
    type Output = Result<ItemSet, Error>;
    type IntoFuture = BoxFuture<'a, Self::Output>;

    fn into_future(self) -> Self::IntoFuture {
        self.store.load_moment(self.keys, self.customize).boxed()
    }
}

impl<D: Database> fmt::Debug for TransactGet<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TransactGet").field("keys", &self.keys).finish_non_exhaustive()
    }
}
