//! Checks that the logs of the functions in this process contain nothing that a user wrote.
//!
//! Every test that ends a [`Service`](crate::Service) asserts that nothing that its users sent was logged, at any level. So this
//! checks the logs of the whole suite.

use std::collections::BTreeSet;
use std::io;
use std::sync::{Mutex, Once, PoisonError};

use favorites_api::log_to;
use serde_json::Value;
use tracing::level_filters::LevelFilter;

/// All log lines, the number of checked lines, and all texts that users sent.
struct Watch {
    lines: Vec<String>,
    checked: usize,
    sent: BTreeSet<String>,
}

static WATCH: Mutex<Watch> = Mutex::new(Watch { lines: Vec::new(), checked: 0, sent: BTreeSet::new() });

/// The length from which a text can't be a part of a line by chance. A shorter text is only compared with whole values.
const TELLING: usize = 8;

/// The members of a line with fixed texts of the service, or with values that the gateway generates.
const FIXED: [&str; 8] =
    ["timestamp", "level", "target", "message", "route", "requestId", "traceId", "problem"];

/// Starts watching.
pub(crate) fn begin() {
    static BEGUN: Once = Once::new();
    BEGUN.call_once(|| log_to(|| Line, LevelFilter::TRACE));
}

/// Notes that a user sent this text.
pub(crate) fn sent(text: &str) {
    if !text.is_empty() {
        watch(|watch| watch.sent.insert(text.to_owned()));
    }
}

/// Notes that a user sent every text in this document.
pub(crate) fn sent_document(document: &Value) {
    each_text(document, &mut sent);
}

/// Returns true if a text is so long that finding it in a line means that the line contains it on purpose.
#[must_use]
pub fn is_telling(text: &str) -> bool {
    text.chars().count() >= TELLING
}

/// Calls `note` with every text in a document.
pub fn each_text(document: &Value, note: &mut impl FnMut(&str)) {
    match document {
        Value::String(text) => note(text),
        Value::Array(elements) => elements.iter().for_each(|element| each_text(element, note)),
        Value::Object(members) => members.values().for_each(|member| each_text(member, note)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Returns the lines since the last call that contain a text from a user.
#[must_use]
pub fn leaks() -> Vec<String> {
    watch(|watch| {
        let lines = &watch.lines[watch.checked..];
        let leaks = lines.iter().filter(|line| leaks_in(line, &watch.sent)).cloned().collect();
        watch.checked = watch.lines.len();
        leaks
    })
}

/// Returns the lines of the request with this id.
#[must_use]
pub fn lines_of(request_id: &str) -> Vec<Value> {
    let parse = |line: &String| serde_json::from_str(line).expect("a line is JSON");
    let of_request = |line: &Value| line["requestId"] == request_id;
    watch(|watch| watch.lines.iter().map(parse).filter(of_request).collect())
}

fn leaks_in(line: &str, sent: &BTreeSet<String>) -> bool {
    let parsed: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error} in {line}"));
    let members = parsed.as_object().unwrap_or_else(|| panic!("a line is an object: {line}"));
    let values = members.iter().filter(|(name, _)| !FIXED.contains(&name.as_str()));
    values
        .filter_map(|(_, value)| value.as_str())
        .any(|value| sent.contains(value) || sent.iter().any(|text| is_telling(text) && value.contains(text)))
}

fn watch<T>(look: impl FnOnce(&mut Watch) -> T) -> T {
    look(&mut WATCH.lock().unwrap_or_else(PoisonError::into_inner))
}

/// A writer that collects log lines. The subscriber writes a whole line at a time.
struct Line;

impl io::Write for Line {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        watch(|watch| watch.lines.push(String::from_utf8_lossy(line).into_owned()));
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaks_of(line: &str) -> bool {
        let sent = ["My secret diary", "ann", "GET /counts"].map(str::to_owned);
        leaks_in(line, &BTreeSet::from(sent))
    }

    #[test]
    fn a_text_that_was_sent_is_found_wherever_it_stands() {
        assert!(leaks_of(r#"{"cause": "no room for My secret diary", "message": "request"}"#));
        assert!(leaks_of(r#"{"user": "ann"}"#));
    }

    #[test]
    fn a_short_text_within_a_word_and_fixed_members_are_not_leaks() {
        assert!(!leaks_of(r#"{"cause": "the channel is closed"}"#));
        assert!(!leaks_of(r#"{"route": "GET /counts"}"#));
    }
}
