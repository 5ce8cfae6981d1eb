//! A fault of a request, and its place.

use serde::Serialize;

/// A fault of a request, as in `errors`: `detail`, exactly one of `pointer`, `parameter` and
/// `header`, and `position` where the fault is at one place in a long value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct InputFault {
    /// The place of the fault.
    #[serde(flatten)]
    pub place: Place,
    /// The character of the value at which it goes wrong (Unicode scalar values, counted from 1).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<usize>,
    /// The reason, with the limit and the given value.
    pub detail: String,
}

/// The place of a fault in a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Place {
    /// In the body, as a JSON pointer (RFC 6901). The empty pointer is the whole body.
    Pointer(String),
    /// The query parameter of this name.
    Parameter(String),
    /// The header field of this name.
    Header(&'static str),
}

impl InputFault {
    pub(crate) fn parameter(name: impl Into<String>, detail: impl Into<String>) -> Self {
        Self::new(Place::Parameter(name.into()), detail)
    }

    pub(crate) fn header(name: &'static str, detail: impl Into<String>) -> Self {
        Self::new(Place::Header(name), detail)
    }

    /// The same fault, at this character of the value.
    pub(crate) fn at(self, position: usize) -> Self {
        Self { position: Some(position), ..self }
    }

    fn new(place: Place, detail: impl Into<String>) -> Self {
        Self { place, position: None, detail: detail.into() }
    }
}

impl From<favorites::Fault> for InputFault {
    fn from(fault: favorites::Fault) -> Self {
        Self::new(Place::Pointer(fault.pointer), fault.message)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{json, to_value};

    use super::*;

    #[test]
    fn each_place_is_a_member_of_its_own() {
        let body = InputFault::from(favorites::Fault::new("/title", "is required"));
        for (fault, expected) in [
            (body, json!({ "pointer": "/title", "detail": "is required" })),
            (InputFault::parameter("limit", "no"), json!({ "parameter": "limit", "detail": "no" })),
            (InputFault::header("if-match", "no"), json!({ "header": "if-match", "detail": "no" })),
            (
                InputFault::parameter("q", "no").at(7),
                json!({ "parameter": "q", "position": 7, "detail": "no" }),
            ),
        ] {
            assert_eq!(to_value(fault).unwrap(), expected);
        }
    }
}
