//! The errors of the client.

use aws_sigv4::http_request::SigningError;
use http::StatusCode;

/// A location that is not one of a bucket.
#[derive(Debug, thiserror::Error)]
pub enum LocationError {
    /// The endpoint is not a URL.
    #[error(
        "the endpoint {endpoint:?} must be a URL such as https://s3.eu-central-1.amazonaws.com: {source}"
    )]
    Url {
        /// The given endpoint.
        endpoint: String,
        /// The cause.
        source: url::ParseError,
    },
    /// The bucket has no address at this endpoint.
    #[error("the bucket {bucket:?} has no address at {endpoint:?} ({source}); check the names of both")]
    Bucket {
        /// The given endpoint.
        endpoint: String,
        /// The given bucket.
        bucket: String,
        /// The cause.
        source: url::ParseError,
    },
}

/// The reason why a file can't be read or written.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The location is not one of a bucket.
    #[error(transparent)]
    Location(#[from] LocationError),
    /// A segment of a key has other characters than letters, digits, `-` and `_`.
    #[error("a segment of a file's key must have letters, digits, - and _ only; {0:?} was given")]
    Key(String),
    /// The file or the upload does not exist.
    #[error("the file {0} does not exist, or its upload has ended")]
    Missing(String),
    /// A request can't be signed.
    #[error("the request {operation} can't be signed: {source}")]
    Signature {
        /// The operation, such as `PutObject`.
        operation: &'static str,
        /// The cause.
        source: SigningError,
    },
    /// S3 refuses the request.
    #[error("S3 answered {status} to {operation}: {code}")]
    Refused {
        /// The operation.
        operation: &'static str,
        /// The status.
        status: StatusCode,
        /// The error code in S3's answer, such as `AccessDenied`, or the beginning of an answer that has none.
        code: String,
    },
    /// S3 can't be reached, or the connection ended within an answer.
    #[error("S3 did not answer {operation}: {source}")]
    Unreachable {
        /// The operation.
        operation: &'static str,
        /// The cause.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// S3 did not answer in time.
    #[error("S3 did not answer {operation} in time")]
    Late {
        /// The operation.
        operation: &'static str,
    },
    /// An answer is not what S3 answers.
    #[error("the answer to {operation} can't be read: {reason}")]
    Answer {
        /// The operation.
        operation: &'static str,
        /// The reason.
        reason: String,
    },
    /// The local copy of a file can't be written.
    #[error("the local copy of the file can't be written: {0}")]
    Disk(#[from] std::io::Error),
}

impl Error {
    /// Returns true if the same request can succeed later.
    #[must_use]
    pub fn is_temporary(&self) -> bool {
        match self {
            Self::Unreachable { .. } | Self::Late { .. } => true,
            Self::Refused { status, .. } => {
                status.is_server_error() || *status == StatusCode::TOO_MANY_REQUESTS
            }
            Self::Location(_)
            | Self::Key(_)
            | Self::Missing(_)
            | Self::Signature { .. }
            | Self::Answer { .. }
            | Self::Disk(_) => false,
        }
    }
}
