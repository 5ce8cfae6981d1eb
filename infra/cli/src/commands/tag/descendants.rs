//! The descendants of a tag.

use serde_json::Value;

/// Adds the member with which a tag takes its descendants along. Without it, the service does not.
pub(super) fn with_descendants(mut body: Value, descendants: bool) -> Value {
    if descendants {
        body["descendants"] = true.into();
    }
    body
}
