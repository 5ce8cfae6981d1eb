//! The limits on the bytes of a file and of an entry.

use std::io::{self, Read, Seek, SeekFrom};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::error::{FileLimit, LimitUnit};

/// More bytes than any parser here reads ahead. They may belong to the next entry.
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

/// A reader that fails after a number of bytes.
#[derive(Debug)]
pub(crate) struct Metered<R> {
    inner: R,
    left: u64,
    limit: FileLimit,
    entry: Option<EntryMeter>,
}

impl<R> Metered<R> {
    pub(crate) fn new(inner: R, unit: LimitUnit, limit: u64) -> Self {
        Self::continued(inner, limit, FileLimit { unit, limit })
    }

    /// Continues the count of another reader.
    pub(crate) fn continued(inner: R, left: u64, limit: FileLimit) -> Self {
        Self { inner, left, limit, entry: None }
    }

    /// Counts the bytes of entries, too.
    pub(crate) fn of_entries(self, entry: EntryMeter) -> Self {
        Self { entry: Some(entry), ..self }
    }

    /// The bytes that may still be read.
    pub(crate) fn left(&self) -> u64 {
        self.left
    }

    pub(crate) fn into_inner(self) -> R {
        self.inner
    }
}

impl<R: Read> Read for Metered<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.left = self.left.checked_sub(read as u64).ok_or(self.limit)?;
        if let Some(entry) = &self.entry {
            entry.pass(read as u64)?;
        }
        Ok(read)
    }
}

impl<R: Seek> Seek for Metered<R> {
    fn seek(&mut self, place: SeekFrom) -> io::Result<u64> {
        self.inner.seek(place)
    }
}
