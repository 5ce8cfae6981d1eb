//! The result of an invocation.

use serde_json::Value;

/// What a function sent back for an event.
#[derive(Debug)]
pub enum Outcome {
    /// The answer, from `/invocation/{id}/response`.
    Answer(Value),
    /// The error, from `/invocation/{id}/error`.
    Error(Value),
    /// The error of a function that could not start, from `/init/error`.
    InitError(Value),
}

impl Outcome {
    /// Returns the answer. Panics where there is an error instead.
    #[track_caller]
    #[allow(clippy::must_use_candidate, reason = "often it is enough that there is one")]
    pub fn answer(self) -> Value {
        match self {
            Self::Answer(answer) => answer,
            Self::Error(error) => panic!("no answer: {error}"),
            Self::InitError(error) => panic!("it did not start: {error}"),
        }
    }

    /// Returns the error that the function reported for the event. Panics where there is none.
    #[track_caller]
    #[allow(clippy::must_use_candidate, reason = "often it is enough that there is one")]
    pub fn error(self) -> Value {
        match self {
            Self::Error(error) => error,
            Self::Answer(answer) => panic!("no error: {answer}"),
            Self::InitError(error) => panic!("it did not start: {error}"),
        }
    }
}
