//! One write, sent.

use aws_sdk_dynamodb::Config;
use aws_sdk_dynamodb::config::retry::RetryConfig;
use aws_sdk_dynamodb::types::{ReturnConsumedCapacity, TransactWriteItem};

use super::error::WriteError;
use super::lost_answer::LostAnswer;
use super::operation::{Operation as _, Written};
use super::single::Single;
use crate::Item;
use crate::capacity::{Access, Units, units};
use crate::entity::Entity;
use crate::error::Error;
use crate::item;
use crate::store::Store;
use crate::store::retry::Tries;
use crate::table::{Contains, Database};

impl<D: Database> Store<D> {
    /// Does one write: a [`Put`](crate::Put), [`Update`](crate::Update) or [`Delete`](crate::Delete).
    ///
    /// # Errors
    /// [`WriteError::ConditionFailed`] with the item that stood in the way, when the condition did not hold.
    pub async fn execute<O>(&self, operation: O) -> Result<Written, WriteError<O::Entity>>
    where
        O: Single,
        D: Contains<<O::Entity as Entity>::Table>,
    {
        let entity = <O::Entity as Entity>::NAME.as_str();
        let table = self.table::<<O::Entity as Entity>::Table>();
        let replacement = operation.replacement_of_expired();
        let is_idempotent = operation.is_idempotent();
        let write = operation.build(table, self.now())?;
        let (name, answer) = match replacement {
            None => self.send(write, is_idempotent).await,
            Some(put) => {
                let put = put.build(table, self.now())?;
                self.send_or_replace::<O::Entity>(write, is_idempotent, put).await?
            }
        };
        let units = answer.map_err(|failure| match failure {
            SingleFailure::Condition(item) => match item.map(item::decode).transpose() {
                Ok(item) => WriteError::ConditionFailed { item: item.map(Box::new) },
                Err(error) => WriteError::Failed(error),
            },
            SingleFailure::Failed(error) => WriteError::Failed(error),
        })?;
        self.used(name, &[entity], None, units);
        Ok(Written { units })
    }

    /// Sends a write, or `put` where an expired item stops it. Another writer may be first to replace that item: then the write goes
    /// on from the new item.
    async fn send_or_replace<E: Entity>(
        &self,
        write: TransactWriteItem,
        is_idempotent: bool,
        put: TransactWriteItem,
    ) -> Result<(&'static str, Result<Units, SingleFailure>), Error> {
        let (name, answer) = self.send(write.clone(), is_idempotent).await;
        let is_expired = match &answer {
            Err(SingleFailure::Condition(Some(found))) => {
                item::expires::<E>(found, E::NAME.as_str())?.is_some_and(|end| end.expired(self.now()))
            }
            _ => false,
        };
        if !is_expired {
            return Ok((name, answer));
        }
        match self.send(put, true).await {
            (_, Err(SingleFailure::Condition(_))) => Ok(self.send(write, is_idempotent).await),
            answered => Ok(answered),
        }
    }

    /// Sends one write. When an answer is lost, the SDK sends an idempotent write again. Another one, such as an update that adds,
    /// could change the item twice, so it is sent again only after throttling.
    pub(crate) async fn send(
        &self,
        mut operation: TransactWriteItem,
        is_idempotent: bool,
    ) -> (&'static str, Result<Units, SingleFailure>) {
        let mut tries = Tries::default();
        loop {
            let again = (!is_idempotent).then(|| operation.clone());
            let (name, answer) = self.send_once(operation, again.is_some()).await;
            let Err(SingleFailure::Failed(error)) = &answer else { return (name, answer) };
            match again {
                Some(again) if matches!(error, Error::Throttled { .. }) && tries.again(error).await => {
                    operation = again;
                }
                _ => return (name, answer),
            }
        }
    }

    async fn send_once(
        &self,
        operation: TransactWriteItem,
        is_sent_once: bool,
    ) -> (&'static str, Result<Units, SingleFailure>) {
        let lost = LostAnswer::default();
        macro_rules! send {
            ($name:literal, $fluent:ident, $parts:ident, [$($member:ident = $set:ident),*]) => {{
                let mut request = self
                    .client
                    .$fluent()
                    .table_name($parts.table_name)
                    $(.$set($parts.$member.into()))*
                    .set_condition_expression($parts.condition_expression)
                    .set_expression_attribute_names($parts.expression_attribute_names)
                    .set_expression_attribute_values($parts.expression_attribute_values)
                    .set_return_values_on_condition_check_failure($parts.return_values_on_condition_check_failure)
                    .return_consumed_capacity(ReturnConsumedCapacity::Total)
                    .customize()
                    .interceptor(lost.clone());
                if is_sent_once {
                    request = request.config_override(Config::builder().retry_config(RetryConfig::disabled()));
                }
                let answer = match request.send().await {
                    Ok(answer) => Ok(units(Access::Write, &answer.consumed_capacity)),
                    Err(error) => Err(match error.as_service_error() {
                        Some(service) if service.is_conditional_check_failed_exception() => {
                            SingleFailure::Condition(condition_item(error.into_service_error().into()))
                        }
                        _ => SingleFailure::Failed(Error::of_sdk(&error)),
                    }),
                };
                ($name, answer)
            }};
        }
        if let Some(put) = operation.put {
            let item = put.condition_expression.is_some().then(|| put.item.clone());
            let (name, answer) = send!("PutItem", put_item, put, [item = set_item]);
            match (&answer, item) {
                // The put has succeeded. The units that it consumed are not known.
                (Err(SingleFailure::Condition(Some(found))), Some(item)) if lost.wrote(&item, found) => {
                    (name, Ok(Units::default()))
                }
                _ => (name, answer),
            }
        } else if let Some(delete) = operation.delete {
            send!("DeleteItem", delete_item, delete, [key = set_key])
        } else if let Some(update) = operation.update {
            send!(
                "UpdateItem",
                update_item,
                update,
                [key = set_key, update_expression = set_update_expression]
            )
        } else {
            let what = "a write that is neither put, update nor delete".to_owned();
            ("nothing", Err(SingleFailure::Failed(Error::Response { what })))
        }
    }
}

/// Why a single write did not happen.
pub(crate) enum SingleFailure {
    Condition(Option<Item>),
    Failed(Error),
}

fn condition_item(error: aws_sdk_dynamodb::Error) -> Option<Item> {
    match error {
        aws_sdk_dynamodb::Error::ConditionalCheckFailedException(failed) => failed.item,
        _ => None,
    }
}
