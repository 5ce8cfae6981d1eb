//! Converts the parser's errors to errors of the file.

use struson::reader::{JsonReaderPosition, JsonSyntaxError, ReaderError, SyntaxErrorKind};

use crate::error::{FileError, FileLimit, LimitUnit};
use crate::format::Format;
use crate::read::json::source::Failure;

/// The context of a parser's error.
pub(crate) struct Context {
    pub(crate) format: Format,
    pub(crate) depth: usize,
    /// The current line, for an error without a line.
    pub(crate) line: u64,
    pub(crate) failure: Failure,
}

impl Context {
    pub(crate) fn file_error(self, error: ReaderError) -> FileError {
        if let Some(error) = self.failure.take() {
            return error.into();
        }
        let format = self.format;
        let line = location(&error)
            .and_then(|location| location.line_pos)
            .map_or(self.line, |position| position.line + 1);
        match error {
            ReaderError::MaxNestingDepthExceeded { .. } => {
                FileLimit::new(LimitUnit::Depth, self.depth).into()
            }
            error
                if syntax_error(&error)
                    .is_some_and(|syntax| syntax.kind == SyntaxErrorKind::IncompleteDocument) =>
            {
                FileError::Truncated { format, line }
            }
            error => FileError::Malformed { format, line, source: Box::new(error) },
        }
    }
}

fn location(error: &ReaderError) -> Option<&JsonReaderPosition> {
    match error {
        ReaderError::SyntaxError(JsonSyntaxError { location, .. })
        | ReaderError::UnexpectedValueType { location, .. }
        | ReaderError::UnsupportedNumberValue { location, .. }
        | ReaderError::IoError { location, .. } => Some(location),
        _ => None,
    }
}

/// Returns the syntax error. If it is inside a string, the parser wraps it in an I/O error.
fn syntax_error(error: &ReaderError) -> Option<&JsonSyntaxError> {
    match error {
        ReaderError::SyntaxError(syntax) => Some(syntax),
        ReaderError::IoError { error, .. } => error.get_ref()?.downcast_ref(),
        _ => None,
    }
}
