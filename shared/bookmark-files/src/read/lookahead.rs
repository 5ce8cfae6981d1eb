//! Reads ahead of a parser.

use std::io::{self, Read};

/// The number of bytes to read at once.
const CHUNK: usize = 8_192;

/// A reader that shows its next bytes before they are consumed. An error of the source counts as its end.
pub(crate) struct Lookahead<R> {
    source: R,
    /// The buffer. The bytes from `next` to `end` are not consumed yet.
    buffer: Vec<u8>,
    next: usize,
    end: usize,
    ended: bool,
    failure: Option<io::Error>,
}

impl<R: Read> Lookahead<R> {
    /// Reads a source with a buffer of `size` bytes. [`Self::fill`] can enlarge the buffer.
    pub(crate) fn new(source: R, size: usize) -> Self {
        Self { source, buffer: vec![0; size], next: 0, end: 0, ended: false, failure: None }
    }

    /// Returns the bytes that are read ahead and not consumed.
    pub(crate) fn rest(&self) -> &[u8] {
        &self.buffer[self.next..self.end]
    }

    /// Returns whether no bytes follow the [rest](Self::rest).
    pub(crate) fn has_ended(&self) -> bool {
        self.ended
    }

    /// Reads until the rest has `count` bytes or the source ends.
    pub(crate) fn fill(&mut self, count: usize) {
        if self.next + count > self.buffer.len() {
            self.buffer.copy_within(self.next..self.end, 0);
            self.end -= self.next;
            self.next = 0;
            if self.buffer.len() < count {
                self.buffer.resize(count, 0);
            }
        }
        while self.rest().len() < count && !self.ended {
            let free = self.buffer.len().min(self.end + CHUNK);
            match self.source.read(&mut self.buffer[self.end..free]) {
                Ok(0) => self.ended = true,
                Ok(read) => self.end += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.ended = true;
                    self.failure = Some(error);
                }
            }
        }
    }

    /// Consumes `count` bytes of the rest.
    pub(crate) fn consume(&mut self, count: usize) {
        self.next += count;
    }

    /// Returns the error that ended the source, once.
    pub(crate) fn take_failure(&mut self) -> Option<io::Error> {
        self.failure.take()
    }
}
