//! The SDK's error, in a form that does not print items.

use std::error::Error as StdError;
use std::fmt;

/// The error of the AWS SDK that caused an [`Error`](crate::Error), as its [`source`](StdError::source).
///
/// An error of the SDK contains the raw response, and its `Debug` prints the response. Responses can contain items, which must
/// not reach a log. `Display` and `Debug` of this type print only the texts of the error and its causes, which contain no items.
/// [`sdk`](Self::sdk) returns the error itself.
///
/// ```
/// use std::error::Error as _;
///
/// use single_table::Error;
/// use single_table::error::SdkCause;
/// # use aws_sdk_dynamodb::error::SdkError;
/// # use aws_sdk_dynamodb::operation::put_item::PutItemError;
///
/// /// Returns the HTTP status of the answer to a failed put.
/// fn status(error: &Error) -> Option<u16> {
///     let cause = error.source()?.downcast_ref::<SdkCause>()?;
///     let error = cause.sdk().downcast_ref::<SdkError<PutItemError>>()?;
///     Some(error.raw_response()?.status().as_u16())
/// }
/// ```
pub struct SdkCause(Box<dyn StdError + Send + Sync>);

impl SdkCause {
    pub(crate) fn new(error: impl StdError + Send + Sync + 'static) -> Self {
        Self(Box::new(error))
    }

    /// Returns the SDK's error: an `SdkError` of the operation's error type, such as `SdkError<PutItemError>`.
    #[must_use]
    pub fn sdk(&self) -> &(dyn StdError + Send + Sync + 'static) {
        &*self.0
    }
}

impl fmt::Display for SdkCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&causes(&*self.0))
    }
}

impl fmt::Debug for SdkCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SdkCause").field(&causes(&*self.0)).finish()
    }
}

// `Display` includes the causes, so they are not repeated as sources; `Debug` of a cause could print an item.
impl StdError for SdkCause {}

/// Joins the texts of the error and its causes, outermost first. `DisplayErrorContext` of the SDK says more, but includes the raw
/// response, which contains items.
fn causes(error: &(dyn StdError + 'static)) -> String {
    let causes = std::iter::successors(Some(error), |error| (**error).source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}
