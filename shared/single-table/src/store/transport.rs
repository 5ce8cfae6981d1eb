//! Answers of DynamoDB: the units of a successful request go to the meters, and a failed request becomes an error.

use aws_sdk_dynamodb::config::http::HttpResponse;
use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_dynamodb::operation::batch_get_item::BatchGetItemOutput;
use aws_sdk_dynamodb::operation::batch_write_item::BatchWriteItemOutput;
use aws_sdk_dynamodb::operation::delete_item::DeleteItemOutput;
use aws_sdk_dynamodb::operation::get_item::GetItemOutput;
use aws_sdk_dynamodb::operation::put_item::PutItemOutput;
use aws_sdk_dynamodb::operation::query::QueryOutput;
use aws_sdk_dynamodb::operation::scan::ScanOutput;
use aws_sdk_dynamodb::operation::transact_get_items::TransactGetItemsOutput;
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsOutput;
use aws_sdk_dynamodb::operation::update_item::UpdateItemOutput;

use super::Store;
use super::part::each_once;
use crate::capacity::{Access, Units, units};
use crate::error::{Error, FailedRequest};
use crate::table::Database;

/// The answer to a request that succeeded.
pub trait Answer {
    /// DynamoDB's name of the operation.
    const OPERATION: &'static str;

    /// Returns the capacity units that the request consumed.
    fn units(&self) -> Units;
}

macro_rules! answers {
    ($($output:ident is $name:literal $access:ident),* $(,)?) => {
        $(impl Answer for $output {
            const OPERATION: &'static str = $name;

            fn units(&self) -> Units {
                units(Access::$access, &self.consumed_capacity)
            }
        })*
    };
}

answers! {
    GetItemOutput is "GetItem" Read,
    QueryOutput is "Query" Read,
    ScanOutput is "Scan" Read,
    PutItemOutput is "PutItem" Write,
    UpdateItemOutput is "UpdateItem" Write,
    DeleteItemOutput is "DeleteItem" Write,
}

macro_rules! answers_of_many {
    ($($output:ident is $name:literal $access:ident),* $(,)?) => {
        $(impl Answer for $output {
            const OPERATION: &'static str = $name;

            fn units(&self) -> Units {
                units(Access::$access, self.consumed_capacity())
            }
        })*
    };
}

answers_of_many! {
    BatchGetItemOutput is "BatchGetItem" Read,
    BatchWriteItemOutput is "BatchWriteItem" Write,
    TransactGetItemsOutput is "TransactGetItems" Read,
    TransactWriteItemsOutput is "TransactWriteItems" Write,
}

/// Returns a request as it is. With the feature `tracing`, the request is a span.
#[cfg(not(feature = "tracing"))]
pub(crate) fn in_span<F>(_: &[&'static str], _: Option<&'static str>, request: F) -> F {
    request
}

/// Makes a request a span with the units that the request consumes, or with the code of its error.
#[cfg(feature = "tracing")]
pub(crate) fn in_span<A: Answer, E: ProvideErrorMetadata>(
    entities: &[&'static str],
    index: Option<&'static str>,
    request: impl Future<Output = Result<A, SdkError<E, HttpResponse>>>,
) -> impl Future<Output = Result<A, SdkError<E, HttpResponse>>> {
    use tracing::Instrument as _;
    use tracing::field::Empty;

    let span = tracing::debug_span!(
        "dynamodb",
        operation = A::OPERATION,
        entities = each_once(entities.iter().copied()).join(", "),
        index,
        read_units = Empty,
        write_units = Empty,
        error = Empty
    );
    // The future of a request takes several kilobytes.
    let request = Box::pin(request.instrument(span.clone()));
    async move {
        let answer = request.await;
        match &answer {
            Ok(answer) => {
                let Units { read, write } = answer.units();
                span.record("read_units", read).record("write_units", write);
            }
            Err(error) => {
                span.record("error", error.code().unwrap_or("no answer"));
            }
        }
        answer
    }
}

/// Returns the description of a request that failed, for its error.
pub(crate) fn failed_request<A: Answer>(
    entities: &[&'static str],
    index: Option<&'static str>,
) -> FailedRequest {
    FailedRequest::new(A::OPERATION, each_once(entities.iter().copied()), index)
}

impl<D: Database> Store<D> {
    /// Reports the units of an answer to the meters, and returns the answer with its units. `entities` and `index` describe the
    /// request.
    pub(crate) fn metered<A: Answer>(
        &self,
        entities: &[&'static str],
        index: Option<&'static str>,
        answer: A,
    ) -> (A, Units) {
        let units = answer.units();
        self.used(A::OPERATION, entities, index, units);
        (answer, units)
    }

    /// Meters a successful answer, or turns a failed request into an error.
    pub(crate) fn received<A: Answer, E>(
        &self,
        entities: &[&'static str],
        index: Option<&'static str>,
        answer: Result<A, SdkError<E, HttpResponse>>,
    ) -> Result<(A, Units), Error>
    where
        E: ProvideErrorMetadata + std::error::Error + Send + Sync + 'static,
    {
        match answer {
            Ok(answer) => Ok(self.metered(entities, index, answer)),
            Err(error) => Err(Error::of_sdk(error, failed_request::<A>(entities, index))),
        }
    }
}
