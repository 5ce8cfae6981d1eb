//! The bytes of a JSON file, and their errors.

use std::io::{self, Read};
use std::sync::{Arc, Mutex, PoisonError};

use crate::read::json::names::NameMeter;
use crate::read::opening::Text;

/// The parser's input, which keeps its error: the parser returns an error inside a string as a text only.
pub(crate) struct Source<R> {
    inner: Text<R>,
    names: NameMeter,
    failure: Failure,
}

/// The error of a [`Source`].
#[derive(Debug, Clone, Default)]
pub(crate) struct Failure(Arc<Mutex<Option<io::Error>>>);

impl<R> Source<R> {
    pub(crate) fn new(inner: Text<R>, names: NameMeter, failure: Failure) -> Self {
        Self { inner, names, failure }
    }
}

impl<R: Read> Source<R> {
    fn read_measured(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.names.pass(&buffer[..read])?;
        Ok(read)
    }
}

impl Failure {
    /// Returns the error if there was one.
    pub(crate) fn take(&self) -> Option<io::Error> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn set(&self, error: io::Error) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
    }
}

impl<R: Read> Read for Source<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.read_measured(buffer) {
            Err(error) if error.kind() != io::ErrorKind::Interrupted => {
                let kind = error.kind();
                self.failure.set(error);
                Err(kind.into())
            }
            read => read,
        }
    }
}
