//! The events in files.

use std::path::Path;

use favorites_api::favorites::{EpochSeconds, Timestamp};
use serde_json::Value;

/// Returns the event in a file of `tests/events`. Stream records get the current time: for an old record, the
/// consumer would read the item, which does not exist.
pub(crate) fn event_file(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("events").join(name).with_extension("json");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut event: Value =
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let records = event.get_mut("Records").and_then(Value::as_array_mut);
    for record in records.into_iter().flatten() {
        record["dynamodb"]["ApproximateCreationDateTime"] = EpochSeconds::of(Timestamp::now()).get().into();
    }
    event
}
