//! What can go wrong between a typed call and the table.

use aws_sdk_dynamodb::config::http::HttpResponse;
use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use table_keys::KeyError;

/// Why a call failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A key can't be made or read; no request was sent.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// A field can't be stored in DynamoDB; no request was sent.
    #[error("{entity} can't be stored: {source}")]
    Encode {
        /// The entity, or the field where one was set.
        entity: &'static str,
        /// What serde says.
        source: serde_dynamo::Error,
    },
    /// An item is larger than DynamoDB allows; no request was sent.
    #[error(
        "{entity} takes {actual} bytes with its entries in local secondary indexes; DynamoDB's limit is {limit}"
    )]
    ItemTooLarge {
        /// The entity.
        entity: &'static str,
        /// The most bytes it may take.
        limit: usize,
        /// The bytes it takes, those of its entries in local secondary indexes among them.
        actual: usize,
    },
    /// A value is not of the type that `table!` declares for an attribute of a native key; no request was sent.
    #[error("the key attribute {attribute} is declared as {expected}, but its value is stored as {found}")]
    KeyType {
        /// The attribute.
        attribute: &'static str,
        /// Its declared type.
        expected: &'static str,
        /// The type that serde gives the value.
        found: &'static str,
    },
    /// An item lacks a field, or has one of another type.
    #[error("an item is not a whole {entity}: {source}")]
    Decode {
        /// The entity that was asked for.
        entity: &'static str,
        /// What serde says.
        source: serde_dynamo::Error,
    },
    /// An item is of another entity.
    #[error("an item of type {found} was found where {expected} was asked for")]
    WrongType {
        /// The entity that was asked for.
        expected: &'static str,
        /// What the item says it is.
        found: String,
    },
    /// A replacement has another primary key than what it is to replace; no request was sent.
    #[error(
        "a {entity} can't be replaced by one with another primary key: remove the one and insert the other"
    )]
    OtherKey {
        /// The entity.
        entity: &'static str,
    },
    /// DynamoDB's answer is not what its documentation promises.
    #[error("DynamoDB answered with {what}")]
    Response {
        /// What it answered.
        what: String,
    },
    /// Another writer was at the same item. Trying again helps.
    #[error("another write to the same item was under way")]
    Conflict,
    /// DynamoDB throttles. Trying again later helps.
    #[error("DynamoDB throttles: {message}")]
    Throttled {
        /// What it says.
        message: String,
    },
    /// DynamoDB did not answer, or with an error of its own. A write may have happened all the same.
    #[error("DynamoDB did not answer, or failed, so a write may have happened: {message}")]
    Unreachable {
        /// What the SDK says.
        message: String,
    },
    /// A query asks for pages without room for an item; no request was sent.
    #[error("the limit of a query must be at least 1; 0 was given")]
    ZeroLimit,
    /// An update has no change; no request was sent.
    #[error("an update of {entity} changes nothing: set, add or remove something, or send no update")]
    EmptyUpdate {
        /// The entity.
        entity: &'static str,
    },
    /// Two changes of an update overlap, which DynamoDB refuses; no request was sent.
    #[error("an update of {entity} changes {}: make one change of it", overlap(first, second))]
    OverlappingPaths {
        /// The entity.
        entity: &'static str,
        /// The path of the earlier change.
        first: String,
        /// The path of the later change.
        second: String,
    },
    /// An expression is longer than DynamoDB allows (see "Expression parameters" on the page "Quotas in Amazon DynamoDB"); no
    /// request was sent.
    #[error(
        "the {expression} has {given} bytes, of which DynamoDB takes at most {limit}: use fewer conditions or changes in one \
         request"
    )]
    ExpressionTooLong {
        /// The parameter of the request: `ConditionExpression`, `FilterExpression` or `UpdateExpression`.
        expression: &'static str,
        /// The most bytes that an expression may have.
        limit: usize,
        /// The bytes that it has, with placeholders in place of names and values.
        given: usize,
    },
    /// An expression has more operators and functions than DynamoDB allows (see "Expression parameters" on the page "Quotas in
    /// Amazon DynamoDB"); no request was sent.
    #[error(
        "the {expression} has {given} operators and functions, of which DynamoDB takes at most {limit}: use fewer conditions or \
         changes in one request"
    )]
    TooManyOperators {
        /// The parameter of the request: `ConditionExpression`, `FilterExpression` or `UpdateExpression`.
        expression: &'static str,
        /// The most operators and functions that an expression may have.
        limit: usize,
        /// The operators and functions that it has.
        given: usize,
    },
    /// `is_in` has more values than DynamoDB's `IN` takes (see "Expression parameters" on the page "Quotas in Amazon
    /// DynamoDB"); no request was sent.
    #[error(
        "`is_in` of `{field}` has {given} values, of which DynamoDB takes at most {limit}: join several `is_in` with `|`"
    )]
    TooManyValues {
        /// The field, or the path into it.
        field: String,
        /// The most values that `IN` takes.
        limit: usize,
        /// The values that were given.
        given: usize,
    },
    /// A transaction is of more operations than DynamoDB takes; no request was sent.
    #[error("{given} operations; a transaction has at most {most}")]
    TooManyOperations {
        /// How many it is of.
        given: usize,
        /// The most it may be of.
        most: usize,
    },
    /// An item was asked of an [`ItemSet`](crate::read::ItemSet) that does not know its key.
    #[error("no {entity} was read for this key: it was left unread, taken already, or added to another set")]
    NotRead {
        /// The entity that was asked for.
        entity: &'static str,
    },
    /// The item collection has no room: with local secondary indexes, DynamoDB keeps at most 10 GB under one partition key
    /// (see "Item collection size limit" in the developer guide). Deleting items of the collection makes room.
    #[error("the item collection has reached DynamoDB's limit of 10 GB: {message}")]
    ItemCollectionFull {
        /// The message of DynamoDB.
        message: String,
    },
    /// DynamoDB refused the request.
    #[error("DynamoDB refused the request with {code}: {message}")]
    Refused {
        /// The exception's name.
        code: String,
        /// What it says.
        message: String,
    },
}

impl Error {
    /// Whether trying the same again, a little later, can succeed.
    #[must_use]
    pub fn is_transient(&self) -> bool {
        matches!(self, Self::Conflict | Self::Throttled { .. } | Self::Unreachable { .. })
    }

    /// The error that DynamoDB's code stands for (see "Error handling with DynamoDB" in the developer guide).
    pub(crate) fn of_code(code: &str, message: &str) -> Self {
        let message = message.to_owned();
        match code {
            "TransactionConflict" | "TransactionConflictException" | "TransactionInProgressException" => {
                Self::Conflict
            }
            "ThrottlingError"
            | "ThrottlingException"
            | "ProvisionedThroughputExceeded"
            | "ProvisionedThroughputExceededException"
            | "RequestLimitExceeded" => Self::Throttled { message },
            // DynamoDB says of neither whether it did what was asked.
            "InternalServerError"
            | "InternalServerErrorException"
            | "ServiceUnavailable"
            | "ServiceUnavailableException" => Self::Unreachable { message },
            // The exception's name, and the name of the reason when a transaction is cancelled.
            "ItemCollectionSizeLimitExceededException" | "ItemCollectionSizeLimitExceeded" => {
                Self::ItemCollectionFull { message }
            }
            code => Self::Refused { code: code.to_owned(), message },
        }
    }

    pub(crate) fn of_sdk<E>(error: &SdkError<E, HttpResponse>) -> Self
    where
        E: ProvideErrorMetadata + std::error::Error + 'static,
    {
        let is_5xx = error.raw_response().is_some_and(|response| response.status().is_server_error());
        match error.as_service_error() {
            // It is not DynamoDB that answered: a proxy in front of it, whose page has no code.
            Some(service) if is_5xx && service.code().is_none() => {
                Self::Unreachable { message: causes(error) }
            }
            Some(service) => Self::of_code(
                service.code().unwrap_or("an unnamed error"),
                service.message().unwrap_or_default(),
            ),
            None => Self::Unreachable { message: causes(error) },
        }
    }
}

/// Names two paths that overlap.
fn overlap(first: &str, second: &str) -> String {
    if first == second {
        format!("`{first}` twice")
    } else {
        format!("`{second}` and also `{first}`, of which one contains the other")
    }
}

/// Joins the texts of the error and its causes, outermost first. `DisplayErrorContext` of the SDK says more, but that includes
/// the raw response, which holds items.
fn causes(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}
