//! The errors that DynamoDB's answers stand for.

use aws_sdk_dynamodb::config::http::HttpResponse;
use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};

use super::{Error, FailedRequest, SdkCause};

impl Error {
    /// Returns the error that DynamoDB's code stands for (see "Error handling with DynamoDB" in the developer guide).
    pub(crate) fn of_code(code: &str, message: &str, request: FailedRequest, source: SdkCause) -> Self {
        let (message, request, source) = (message.to_owned(), Box::new(request), Some(source));
        match code {
            // `ReplicatedWriteConflictException` belongs to global tables: another Region writes the item.
            "TransactionConflict"
            | "TransactionConflictException"
            | "TransactionInProgressException"
            | "ReplicatedWriteConflictException" => Self::Conflict { request, source },
            "ThrottlingError"
            | "ThrottlingException"
            | "ProvisionedThroughputExceeded"
            | "ProvisionedThroughputExceededException"
            | "RequestLimitExceeded" => Self::Throttled { request, message, source },
            // With these codes, DynamoDB does not say whether it did the operation.
            "InternalServerError"
            | "InternalServerErrorException"
            | "ServiceUnavailable"
            | "ServiceUnavailableException" => Self::Unreachable { request, message, source },
            // The name of the exception, and the name of the reason in a cancelled transaction.
            "ItemCollectionSizeLimitExceededException" | "ItemCollectionSizeLimitExceeded" => {
                Self::ItemCollectionFull { request, message, source }
            }
            "IdempotentParameterMismatchException" => Self::TokenReused { request, message, source },
            code => Self::Refused { request, code: code.to_owned(), message, source },
        }
    }

    /// Returns the error that a failed request stands for, with the SDK's error as its source.
    pub(crate) fn of_sdk<E>(error: SdkError<E, HttpResponse>, request: FailedRequest) -> Self
    where
        E: ProvideErrorMetadata + std::error::Error + Send + Sync + 'static,
    {
        let is_5xx = error.raw_response().is_some_and(|response| response.status().is_server_error());
        let answer = match error.as_service_error() {
            // A proxy in front of DynamoDB answered, whose page has no code.
            Some(service) if is_5xx && service.code().is_none() => None,
            Some(service) => Some((
                service.code().unwrap_or("an unnamed error").to_owned(),
                service.message().unwrap_or_default().to_owned(),
            )),
            None => None,
        };
        let source = SdkCause::new(error);
        match answer {
            Some((code, message)) => Self::of_code(&code, &message, request, source),
            None => Self::Unreachable {
                request: Box::new(request),
                message: source.to_string(),
                source: Some(source),
            },
        }
    }
}
