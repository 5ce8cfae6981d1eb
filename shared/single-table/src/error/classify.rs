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
            "TransactionConflict" | "TransactionConflictException" | "ReplicatedWriteConflictException" => {
                Self::Conflict { request, source }
            }
            "ThrottlingError"
            | "ThrottlingException"
            | "ProvisionedThroughputExceeded"
            | "ProvisionedThroughputExceededException"
            | "RequestLimitExceeded"
            | "SlowDown" => Self::Throttled { request, message, source },
            // With these codes, DynamoDB does not say whether it did the operation. An earlier request with the token of a transaction
            // in progress may still be applied.
            "InternalServerError"
            | "InternalServerErrorException"
            | "ServiceUnavailable"
            | "ServiceUnavailableException"
            | "RequestTimeout"
            | "RequestTimeoutException"
            | "TransactionInProgressException" => Self::Unreachable { request, message, source },
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
        let unreadable =
            error.raw_response().filter(|response| response.status().is_success()).map(description);
        let answer = match error.as_service_error() {
            // A proxy in front of DynamoDB answered, whose page has no code.
            Some(service) if is_5xx && service.code().is_none() => None,
            // The status says that the write happened, but the body isn't DynamoDB's.
            Some(_) if unreadable.is_some() && request.is_write() => None,
            Some(service) => Some((
                service.code().unwrap_or("an unnamed error").to_owned(),
                service.message().map(str::to_owned).or_else(|| unreadable.clone()).unwrap_or_default(),
            )),
            None => None,
        };
        let source = SdkCause::new(error);
        match answer {
            Some((code, message)) => {
                let error = Self::of_code(&code, &message, request, source);
                if is_5xx { error.of_server(&code) } else { error }
            }
            None => Self::Unreachable {
                request: Box::new(request),
                message: unreadable.unwrap_or_else(|| source.to_string()),
                source: Some(source),
            },
        }
    }

    /// Returns the error of an answer with a status from 500 on. Whatever its code is, the server and not the request is at fault, and
    /// may have failed after the write.
    fn of_server(self, code: &str) -> Self {
        match self {
            Self::Refused { request, message, source, .. } => {
                Self::Unreachable { request, message: format!("{code}: {message}"), source }
            }
            other => other,
        }
    }

    /// Adds the paths of the numbers, lists and sets that an update computes with, if one of them has another type.
    /// DynamoDB does not say which.
    pub(crate) fn naming(self, operands: &[String]) -> Self {
        match self {
            Self::Refused { request, code, message, source }
                if !operands.is_empty() && message.contains("data type") =>
            {
                let message = format!(
                    "{message}; the update computes with `{}`: such a field must not hold NULL, which serde writes \
                     for `None` without `skip_serializing_if`",
                    operands.join("`, `")
                );
                Self::Refused { request, code, message, source }
            }
            other => other,
        }
    }

    /// Returns the error of a write of which an earlier try got no answer. That try may have done the write, whatever the last one
    /// met.
    pub(crate) fn after_lost_answer(self) -> Self {
        let after = |last: String| format!("an earlier try was not answered, and the last one {last}");
        match self {
            Self::Conflict { request, source } => {
                Self::Unreachable { request, message: after("met another write".to_owned()), source }
            }
            Self::Throttled { request, message, source } => {
                Self::Unreachable { request, message: after(format!("was throttled: {message}")), source }
            }
            Self::Refused { request, code, message, source } => Self::Unreachable {
                request,
                message: after(format!("was refused: {code}: {message}")),
                source,
            },
            other => other,
        }
    }
}

/// Describes an answer that is not DynamoDB's, without its content, which may be an item.
fn description(response: &HttpResponse) -> String {
    let content_type = response.headers().get("content-type").unwrap_or("no content type");
    let bytes = response.body().bytes().map_or(0, <[u8]>::len);
    format!(
        "the status {} came with {bytes} bytes of {content_type}, which are not JSON of DynamoDB",
        response.status()
    )
}
