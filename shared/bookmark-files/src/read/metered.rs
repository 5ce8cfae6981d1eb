//! The limits on the bytes of a file and of an entry.

use std::io::{self, Read, Seek, SeekFrom};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::error::{FileLimit, LimitUnit};

/// More bytes than any parser of this crate reads ahead. They may belong to the next entry.
const READ_AHEAD: u64 = 1 << 16;

/// The count of the bytes that were read for an entry. Its clones count together.
#[derive(Debug, Clone)]
pub(crate) struct EntryMeter {
    read: Arc<AtomicU64>,
    limit: u64,
}

impl EntryMeter {
    pub(crate) fn new(limit: u64) -> Self {
        Self { read: Arc::default(), limit }
    }

    /// Begins an entry.
    pub(crate) fn begin(&self) {
        self.read.store(0, Ordering::Relaxed);
    }

    fn pass(&self, bytes: u64) -> Result<(), FileLimit> {
        let read = self.read.fetch_add(bytes, Ordering::Relaxed).saturating_add(bytes);
        if read > self.limit.saturating_add(READ_AHEAD) {
            return Err(FileLimit { unit: LimitUnit::EntryBytes, limit: self.limit });
        }
        Ok(())
    }
}

/// A reader of text that fails if an entry is too large.
#[derive(Debug)]
pub(crate) struct EntryBytes<R> {
    inner: R,
    entry: EntryMeter,
}

impl<R> EntryBytes<R> {
    pub(crate) fn new(inner: R, entry: EntryMeter) -> Self {
        Self { inner, entry }
    }
}

impl<R: Read> Read for EntryBytes<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.entry.pass(read as u64)?;
        Ok(read)
    }
}

/// A reader that fails after a number of bytes.
#[derive(Debug)]
pub(crate) struct Metered<R> {
    inner: R,
    left: u64,
    limit: FileLimit,
}

impl<R> Metered<R> {
    /// Reads up to `left` bytes. The error after them names `limit`.
    pub(crate) fn new(inner: R, left: u64, limit: FileLimit) -> Self {
        Self { inner, left, limit }
    }

    pub(crate) fn into_inner(self) -> R {
        self.inner
    }
}

impl<R: Read> Read for Metered<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.left = self.left.checked_sub(read as u64).ok_or(self.limit)?;
        Ok(read)
    }
}

impl<R: Seek> Seek for Metered<R> {
    fn seek(&mut self, place: SeekFrom) -> io::Result<u64> {
        self.inner.seek(place)
    }
}
