//! The JSON of requests and answers.

use dynoxide::DynoxideError;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Reads a request.
pub(super) fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, DynoxideError> {
    serde_json::from_slice(body).map_err(|error| refusal(&error.to_string()))
}

/// Writes an answer.
pub(super) fn write<T: Serialize>(answer: &T) -> Result<String, DynoxideError> {
    serde_json::to_string(answer).map_err(internal)
}

/// Returns the error for a fault of the service itself.
pub(super) fn internal(error: impl std::fmt::Display) -> DynoxideError {
    DynoxideError::InternalServerError(error.to_string())
}

/// Returns DynamoDB's error for an invalid request. A prefix in the message of the engine's request types names the error.
fn refusal(message: &str) -> DynoxideError {
    let message = message.split(" at line ").next().unwrap_or(message);
    for prefix in ["VALIDATION_REQUEST:", "VALIDATION_AS_READ:", "VALIDATION:"] {
        if let Some(message) = message.strip_prefix(prefix) {
            return DynoxideError::ValidationException(message.to_owned());
        }
    }
    for prefix in ["SERIALIZATION_AS_READ:", "SERIALIZATION:"] {
        if let Some(message) = message.strip_prefix(prefix) {
            return DynoxideError::SerializationException(message.to_owned());
        }
    }
    let is_validation = ["missing field", "unknown variant", "invalid type: null", "AttributeValue"];
    if is_validation.iter().any(|part| message.contains(part)) {
        return DynoxideError::ValidationException(message.to_owned());
    }
    DynoxideError::SerializationException(message.to_owned())
}
