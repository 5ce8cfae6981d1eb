//! Reading ahead.

use std::io::{self, Read};

/// The bytes that are read at once.
const CHUNK: usize = 8_192;

/// A reader whose next bytes can be looked at. An error of the source counts as its end, until it is taken.
pub(crate) struct Lookahead<R> {
    source: R,
    /// A buffer, in which the bytes from `next` to `end` are not read yet.
    buffer: Vec<u8>,
    next: usize,
    end: usize,
    ended: bool,
    failure: Option<io::Error>,
}

impl<R: Read> Lookahead<R> {
    /// Reads a source with a buffer of `size` bytes, which grows if more are asked for.
    pub(crate) fn new(source: R, size: usize) -> Self {
        Self { source, buffer: vec![0; size], next: 0, end: 0, ended: false, failure: None }
    }

    /// The bytes that are there and not read yet.
    pub(crate) fn rest(&self) -> &[u8] {
        &self.buffer[self.next..self.end]
    }

    /// Whether no bytes come after the [rest](Self::rest).
    pub(crate) fn has_ended(&self) -> bool {
        self.ended
    }

    /// Reads until `count` bytes are there, or the source ends.
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

    /// Goes on by `count` bytes, which are there.
    pub(crate) fn consume(&mut self, count: usize) {
        self.next += count;
    }

    /// Returns the error that ended the source, once.
    pub(crate) fn take_failure(&mut self) -> Option<io::Error> {
        self.failure.take()
    }
}
