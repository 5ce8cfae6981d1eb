//! The result of an invocation.

use std::process::ExitStatus;
use std::time::Duration;

use serde_json::Value;

/// Why an event has no outcome.
#[derive(Debug)]
pub enum Death {
    /// The process ended.
    Ended(ExitStatus),
    /// The function did not answer before its deadline, this time after the event. Lambda kills the process.
    TimedOut(Duration),
}

/// The answer or error that a function sent back for an event.
#[derive(Debug)]
pub enum Outcome {
    /// The answer, from `/invocation/{id}/response`.
    Answer(Value),
    /// The error, from `/invocation/{id}/error`.
    Error(Value),
    /// The error of a function that could not start, from `/init/error`.
    InitError(Value),
    /// An answer that the API refused. On AWS, the caller of the function gets an error.
    Refused(Refusal),
}

/// The reason for refusing an answer: the 4xx statuses that "Using the Lambda runtime API for custom runtimes" lists for
/// `/invocation/{id}/response`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// Status 400.
    Malformed,
    /// Status 403: the invocation already has an answer or an error.
    Forbidden,
    /// Status 413: the answer has more than 6,291,556 bytes. The function's caller gets the error
    /// `Function.ResponseSizeTooLarge`.
    TooLarge,
}

impl Refusal {
    /// All refusals.
    pub const ALL: [Self; 3] = [Self::Malformed, Self::Forbidden, Self::TooLarge];
}

impl Outcome {
    /// Returns the answer. Panics if the outcome is something else.
    #[track_caller]
    #[allow(clippy::must_use_candidate, reason = "often it is enough that there is one")]
    pub fn answer(self) -> Value {
        match self {
            Self::Answer(answer) => answer,
            other => panic!("no answer: {other:?}"),
        }
    }

    /// Returns the error that the function reported for the event. Panics if the outcome is something else.
    #[track_caller]
    #[allow(clippy::must_use_candidate, reason = "often it is enough that there is one")]
    pub fn error(self) -> Value {
        match self {
            Self::Error(error) => error,
            other => panic!("no error: {other:?}"),
        }
    }

    /// Returns the reason for which the answer was refused. Panics if the outcome is something else.
    #[track_caller]
    #[must_use]
    pub fn refusal(self) -> Refusal {
        match self {
            Self::Refused(refusal) => refusal,
            other => panic!("not refused: {other:?}"),
        }
    }
}
