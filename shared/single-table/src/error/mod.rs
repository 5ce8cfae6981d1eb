//! Errors of calls to the table. Each says what failed in which request, and whether the caller may repeat the call.

mod classify;
mod failed_request;
mod outcome;
mod sdk_cause;
mod wording;

use table_keys::KeyError;

use self::wording::{key_of, overlap};
use crate::cursor::CursorError;

pub use failed_request::FailedRequest;
pub use outcome::Outcome;
pub use sdk_cause::SdkCause;

/// The reason why a call failed. [`outcome`](Self::outcome) says whether a write may have happened, and whether the call may be
/// repeated.
///
/// An error that DynamoDB or the SDK reported names the request and has the SDK's error as its source: an [`SdkCause`]. Neither
/// `Display` nor `Debug` prints the response, which can contain items.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A key can't be built or read; no request was sent.
    #[error("{} can't be built or read: {source}", key_of(*entity))]
    Key {
        /// The entity, if it is known.
        entity: Option<&'static str>,
        /// The reason.
        source: KeyError,
    },
    /// A field can't be stored in DynamoDB; no request was sent.
    #[error("{entity} can't be stored: {source}")]
    Encode {
        /// The entity, or the field that was set.
        entity: &'static str,
        /// The message of serde.
        source: serde_dynamo::Error,
    },
    /// An item is larger than DynamoDB allows; no request was sent.
    #[error(
        "{entity} takes {actual} bytes with its entries in local secondary indexes; DynamoDB's limit is {limit}: store a \
         part of it in an item of its own, or large values in Amazon S3"
    )]
    ItemTooLarge {
        /// The entity.
        entity: &'static str,
        /// The most bytes that the item may take.
        limit: usize,
        /// The bytes of the item, including those of its entries in local secondary indexes.
        actual: usize,
    },
    /// A value is not of the type that `table!` declares for an attribute of a native key; no request was sent.
    #[error(
        "the key attribute {attribute} is declared as {expected}, but its value is stored as {found}: change the \
         declaration in `table!`, or the type of the field"
    )]
    KeyType {
        /// The attribute.
        attribute: &'static str,
        /// The declared type.
        expected: &'static str,
        /// The type that serde gives the value.
        found: &'static str,
    },
    /// An item lacks a field, or has one of another type.
    #[error(
        "an item is not a whole {entity}: {source}; give a field that older items lack a serde default, or backfill them"
    )]
    Decode {
        /// The entity that was asked for.
        entity: &'static str,
        /// The message of serde.
        source: serde_dynamo::Error,
    },
    /// An item has a schema version that the program doesn't know.
    #[error(
        "an item of {entity} has the schema version {found}, but this program reads the versions {oldest} to {current}: add that \
         version to `#[schema(...)]`, or deploy the program that wrote the item"
    )]
    UnknownSchemaVersion {
        /// The entity.
        entity: &'static str,
        /// The value of the item's version attribute.
        found: String,
        /// The oldest version that the program reads.
        oldest: u32,
        /// The version in which the program writes items.
        current: u32,
    },
    /// An item of a past schema version can't be upgraded.
    #[error("an item of {entity} can't be upgraded from the schema version {version}: {source}")]
    Upgrade {
        /// The entity.
        entity: &'static str,
        /// The item's version.
        version: u32,
        /// The reason: serde's error if the item lacks a field of that version, or the error of the step.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// An item is of another entity.
    #[error("an item of type {found} was found where {expected} was asked for")]
    WrongType {
        /// The entity that was asked for.
        expected: &'static str,
        /// The value of the item's `type` attribute; `nothing` if it has none.
        found: String,
    },
    /// A replacement has another primary key than the item that it would replace; no request was sent.
    #[error(
        "a {entity} can't be replaced by one with another primary key: use `relocate`, which deletes the old item too"
    )]
    OtherKey {
        /// The entity.
        entity: &'static str,
    },
    /// A relocation is to the primary key that the item has; no request was sent.
    #[error("a {entity} can't be relocated to the primary key that it has: use `replace`")]
    SameKey {
        /// The entity.
        entity: &'static str,
    },
    /// An item has the version 2<sup>64</sup> − 1, after which there is none; no request was sent.
    #[error(
        "a {entity} has the version {}, after which there is none: check where the version comes from, and write the \
         item again with a lower one",
        u64::MAX
    )]
    LastVersion {
        /// The entity.
        entity: &'static str,
    },
    /// DynamoDB's answer is not what its documentation promises.
    #[error("DynamoDB answered with {what}")]
    Response {
        /// A description of the answer.
        what: String,
    },
    /// Another write was under way at the same item. The table is unchanged, and the same call can succeed later.
    #[error("{request} met another write to the same item: try again after a short wait")]
    Conflict {
        /// The request.
        request: Box<FailedRequest>,
        /// The SDK's error.
        source: Option<SdkCause>,
    },
    /// DynamoDB throttles. The table is unchanged, and the same call can succeed later.
    #[error("{request} was throttled: {message}; try again later, or raise the capacity of the table")]
    Throttled {
        /// The request.
        request: Box<FailedRequest>,
        /// The message of DynamoDB.
        message: String,
        /// The SDK's error.
        source: Option<SdkCause>,
    },
    /// DynamoDB did not answer, or failed with an internal error. A write may have happened nevertheless.
    #[error("{request} got no answer from DynamoDB: {message}{}", request.after_lost_answer())]
    Unreachable {
        /// The request.
        request: Box<FailedRequest>,
        /// The message of the SDK or of DynamoDB.
        message: String,
        /// The SDK's error.
        source: Option<SdkCause>,
    },
    /// The limit of a query is 0; no request was sent.
    #[error("the limit of a query must be at least 1; 0 was given")]
    ZeroLimit,
    /// The filter of a query names a key attribute of the table or index that the query reads, which DynamoDB
    /// refuses; no request was sent.
    #[error(
        "the filter of a query names the field {field}, which is a key attribute of the {}: remove this condition, or \
         use the query's condition on the sort key (`range`, `equals`, `begins_with`)",
        index.map_or_else(|| "table".to_owned(), |index| format!("index {index}"))
    )]
    KeyInFilter {
        /// The attribute.
        field: String,
        /// The index that the query reads; `None` for the table itself.
        index: Option<&'static str>,
    },
    /// A filter names an attribute that the index doesn't hold; no request was sent. DynamoDB would find no
    /// item.
    #[error(
        "the filter names the attribute {field}, which the index {index} doesn't hold: add it to `include [...]` of \
         the index, or filter the items after they are read"
    )]
    FilterNotInIndex {
        /// The attribute.
        field: String,
        /// The index.
        index: &'static str,
    },
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
    /// `is_in` has more values than DynamoDB's `IN` takes (see "Expression parameters" on the page "Quotas in Amazon DynamoDB");
    /// no request was sent.
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
    /// A transaction has more operations than DynamoDB takes; no request was sent.
    #[error(
        "a transaction has at most {most} operations; {given} were given: divide it, writes with `Store::writing_pager` and \
         reads with `Store::batch_get`"
    )]
    TooManyOperations {
        /// The number of operations in the transaction.
        given: usize,
        /// The most operations that a transaction may have.
        most: usize,
    },
    /// Two operations of a transaction are on one item, which DynamoDB refuses; no request was sent.
    #[error(
        "two operations of the transaction are on the same {entity}: make one operation of them, or send two \
         transactions"
    )]
    SameItem {
        /// The entity, or the unique constraint if the operations are on the record of one value.
        entity: &'static str,
    },
    /// A client request token is empty, or has more characters than DynamoDB takes; no request was sent.
    #[error("a client request token has 1 to {most} characters; {given} were given")]
    TokenLength {
        /// The number of characters in the token.
        given: usize,
        /// The most characters that a token may have.
        most: usize,
    },
    /// A transaction with the same client request token and other operations was sent within the last 10 minutes.
    #[error(
        "{request} was refused, since another transaction had its client request token within the last 10 minutes: \
         {message}; give each transaction a token of its own, and repeat one with the same values"
    )]
    TokenReused {
        /// The request.
        request: Box<FailedRequest>,
        /// The message of DynamoDB.
        message: String,
        /// The SDK's error.
        source: Option<SdkCause>,
    },
    /// The place after which a query or a scan should continue does not belong to it; no request was sent.
    #[error(transparent)]
    Cursor(#[from] CursorError),
    /// An [`ItemSet`](crate::read::ItemSet) was asked for an item whose key it does not know.
    #[error("no {entity} was read for this key: it was left unread, taken already, or added to another set")]
    NotRead {
        /// The entity that was asked for.
        entity: &'static str,
    },
    /// The item collection has no room: with local secondary indexes, DynamoDB keeps at most 10 GB under one partition key
    /// (see "Item collection size limit" in the developer guide).
    #[error(
        "{request} was refused, since the item collection has reached DynamoDB's limit of 10 GB: {message}; delete items of \
         the collection"
    )]
    ItemCollectionFull {
        /// The request.
        request: Box<FailedRequest>,
        /// The message of DynamoDB.
        message: String,
        /// The SDK's error.
        source: Option<SdkCause>,
    },
    /// The write happened, but the item that it returned can't be decoded.
    #[error("the {entity} was written, but the item that the write returned can't be decoded: {source}")]
    Returned {
        /// The entity.
        entity: &'static str,
        /// The reason why the item can't be decoded.
        source: Box<Error>,
    },
    /// DynamoDB refused the request for another reason, which its code and message name.
    #[error("DynamoDB refused {request} with {code}: {message}")]
    Refused {
        /// The request.
        request: Box<FailedRequest>,
        /// The exception's name, or the code of the reason for which a transaction was cancelled.
        code: String,
        /// The message of DynamoDB.
        message: String,
        /// The SDK's error.
        source: Option<SdkCause>,
    },
}

impl Error {
    /// Adds the entity's name to an error that was made where the entity was not known.
    pub(crate) fn about(self, name: &'static str) -> Self {
        match self {
            Self::Key { entity: None, source } => Self::Key { entity: Some(name), source },
            other => other,
        }
    }
}

impl From<KeyError> for Error {
    fn from(source: KeyError) -> Self {
        Self::Key { entity: None, source }
    }
}
