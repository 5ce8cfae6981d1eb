//! The limit on the bytes of a file.

use std::io::{self, Read, Seek, SeekFrom};

use crate::error::{FileLimit, LimitUnit};

/// A reader that fails after a number of bytes.
#[derive(Debug)]
pub(crate) struct Metered<R> {
    inner: R,
    left: u64,
    limit: FileLimit,
}

impl<R> Metered<R> {
    pub(crate) fn new(inner: R, unit: LimitUnit, limit: u64) -> Self {
        Self { inner, left: limit, limit: FileLimit { unit, limit } }
    }

    /// Continues the count of another reader.
    pub(crate) fn continued(inner: R, left: u64, limit: FileLimit) -> Self {
        Self { inner, left, limit }
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
        Ok(read)
    }
}

impl<R: Seek> Seek for Metered<R> {
    fn seek(&mut self, place: SeekFrom) -> io::Result<u64> {
        self.inner.seek(place)
    }
}
