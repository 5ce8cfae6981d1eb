//! The lines of an HTML file.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use html5gum::{IoReader, Reader};

use crate::read::html::mended::Mended;
use crate::read::opening::Text;

/// The number of line feeds that the tokenizer has passed.
#[derive(Debug, Clone, Default)]
pub(crate) struct LineCount(Arc<AtomicU64>);

impl LineCount {
    /// The line of the next byte.
    pub(crate) fn line(&self) -> u64 {
        self.0.load(Ordering::Relaxed) + 1
    }

    fn pass(&self, lines: usize) {
        self.0.fetch_add(lines as u64, Ordering::Relaxed);
    }
}

/// The tokenizer's input, which counts the lines. The tokenizer's own positions are bytes.
pub(crate) struct LineReader<R: Read> {
    inner: IoReader<Mended<Text<R>>>,
    count: LineCount,
}

impl<R: Read> LineReader<R> {
    pub(crate) fn new(inner: Text<R>, count: LineCount) -> Self {
        Self { inner: IoReader::new(Mended::new(inner)), count }
    }
}

impl<R: Read> Reader for LineReader<R> {
    type Error = io::Error;

    fn read_byte(&mut self) -> io::Result<Option<u8>> {
        let byte = self.inner.read_byte()?;
        if byte == Some(b'\n') {
            self.count.pass(1);
        }
        Ok(byte)
    }

    fn try_read_string(&mut self, text: &[u8], case_sensitive: bool) -> io::Result<bool> {
        // The trait promises that `text` has no line feed.
        self.inner.try_read_string(text, case_sensitive)
    }

    fn read_until<'b>(&'b mut self, needle: &[u8], buffer: &'b mut [u8; 4]) -> io::Result<Option<&'b [u8]>> {
        let chunk = self.inner.read_until(needle, buffer)?;
        if let Some(chunk) = chunk {
            self.count.pass(memchr::memchr_iter(b'\n', chunk).count());
        }
        Ok(chunk)
    }
}
