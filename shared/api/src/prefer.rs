//! The preferences of a request (RFC 7240).

use std::time::Duration;

use favorites::limits::{JOB_SLICE, LONGEST_WAIT};
use http::HeaderName;

use crate::request::Request;

/// The header field.
const PREFER: HeaderName = HeaderName::from_static("prefer");

impl Request {
    /// Returns the time that the user wants to wait for the end of a job, as `Prefer: wait=20` says:
    /// [`JOB_SLICE`] if it does not, and at most [`LONGEST_WAIT`]. Preferences that are unknown or can't be
    /// read are ignored, as the RFC asks for.
    #[must_use]
    pub fn wait(&self) -> Duration {
        let preferences = self.header(&PREFER).unwrap_or_default();
        let mut names =
            preferences.split([',', ';']).filter_map(|preference| preference.trim().split_once('='));
        let wait = names.find(|(name, _)| name.trim().eq_ignore_ascii_case("wait"));
        let seconds = wait.and_then(|(_, seconds)| seconds.trim().trim_matches('"').parse().ok());
        seconds.map_or(JOB_SLICE, |seconds| Duration::from_secs(seconds).min(LONGEST_WAIT))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::sample::request;

    #[test]
    fn a_request_waits_for_the_preferred_time_within_the_limit() {
        let wait = |field: &str| request(json!({ "headers": { "Prefer": field } })).wait().as_secs();
        for (field, seconds) in [
            ("wait=7", 7),
            ("respond-async, Wait = \"0\"", 0),
            ("wait=7; foo=bar", 7),
            ("wait=7000", 20),
            ("wait=long", 3),
            ("waiting=7", 3),
            ("", 3),
        ] {
            assert_eq!(wait(field), seconds, "{field}");
        }
        assert_eq!(request(json!({})).wait(), JOB_SLICE);
    }
}
