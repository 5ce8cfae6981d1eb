//! Standard output for results, and standard error for messages.

use std::io::{self, Stderr, Stdout, Write as _};

use serde::Serialize;

use crate::client::Document;

/// Standard output can't be written.
#[derive(Debug, thiserror::Error)]
#[error("standard output can't be written")]
pub(crate) struct OutputError(#[from] io::Error);

impl OutputError {
    /// Returns true if the reader of the output has ended, as `head` does.
    pub(crate) fn is_closed_pipe(&self) -> bool {
        self.0.kind() == io::ErrorKind::BrokenPipe
    }
}

/// The program's output, as lines for people or as JSON Lines for scripts.
#[derive(Debug)]
pub(crate) struct Output {
    json: bool,
    results: Stdout,
    messages: Stderr,
}

impl Output {
    pub(crate) fn new(json: bool) -> Self {
        Self { json, results: io::stdout(), messages: io::stderr() }
    }

    /// Returns true if results are JSON.
    pub(crate) fn is_json(&self) -> bool {
        self.json
    }

    /// Returns standard output, for a result in its own format.
    pub(crate) fn results(&mut self) -> &mut Stdout {
        &mut self.results
    }

    /// Writes a line of a result.
    pub(crate) fn line(&mut self, line: &str) -> Result<(), OutputError> {
        Ok(writeln!(self.results, "{line}")?)
    }

    /// Writes a document: the service's JSON on one line, or `text`, which says the same to people.
    pub(crate) fn document<T>(
        &mut self,
        document: &Document<T>,
        text: impl FnOnce(&T) -> String,
    ) -> Result<(), OutputError> {
        if self.json { self.line(&document.line()) } else { self.line(&text(&document.value)) }
    }

    /// Writes a value that the program has computed: as JSON on one line, or as `text`.
    pub(crate) fn value<T: Serialize>(
        &mut self,
        value: &T,
        text: impl FnOnce(&T) -> String,
    ) -> Result<(), OutputError> {
        let line =
            if self.json { serde_json::to_string(value).map_err(io::Error::from)? } else { text(value) };
        self.line(&line)
    }

    /// Writes a line that only people need, because scripts have the exit code.
    pub(crate) fn confirmation(&mut self, line: &str) -> Result<(), OutputError> {
        if self.json { Ok(()) } else { self.line(line) }
    }

    /// Writes a message that is not a part of the result to standard error.
    pub(crate) fn message(&mut self, message: &str) {
        // A message that nobody can read must not end the command.
        let _ = writeln!(self.messages, "{message}");
    }
}
