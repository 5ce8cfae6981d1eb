//! One file in a ZIP, unpacked as a stream.

use std::io::{self, Read, Seek, SeekFrom, Take};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use flate2::Crc;
use flate2::read::DeflateDecoder;

use crate::read::archive::list::ListedFile;

/// The reader of a ZIP, shared by the files in it, which are read one after the other.
pub(crate) struct Shared<R>(Arc<Mutex<R>>);

impl<R> Shared<R> {
    pub(crate) fn new(reader: R) -> Self {
        Self(Arc::new(Mutex::new(reader)))
    }

    fn lock(&self) -> MutexGuard<'_, R> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<R> Clone for Shared<R> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<R: Read> Read for Shared<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.lock().read(buffer)
    }
}

/// Unpacks one file, and checks its checksum at its end.
///
/// Shares the reader, so that rows can be pulled one by one. The reader of `zip` would borrow the archive.
pub(crate) struct Part<R> {
    reader: Shared<R>,
    file: ListedFile,
    bytes: Unpacked<Shared<R>>,
    crc: Crc,
    unpacked: Arc<AtomicU64>,
}

enum Unpacked<R> {
    Stored(Take<R>),
    Deflated(DeflateDecoder<Take<R>>),
}

impl<R: Read + Seek> Part<R> {
    /// Opens a file, and counts its unpacked bytes in `unpacked`.
    pub(crate) fn open(reader: Shared<R>, file: ListedFile, unpacked: Arc<AtomicU64>) -> io::Result<Self> {
        let bytes = unpack(&reader, &file)?;
        unpacked.store(0, Ordering::Relaxed);
        Ok(Self { reader, file, bytes, crc: Crc::new(), unpacked })
    }
}

fn unpack<R: Read + Seek>(reader: &Shared<R>, file: &ListedFile) -> io::Result<Unpacked<Shared<R>>> {
    reader.lock().seek(SeekFrom::Start(file.start))?;
    let packed = reader.clone().take(file.packed_size);
    Ok(if file.deflated { Unpacked::Deflated(DeflateDecoder::new(packed)) } else { Unpacked::Stored(packed) })
}

impl<R: Read> Read for Part<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = match &mut self.bytes {
            Unpacked::Stored(bytes) => bytes.read(buffer)?,
            Unpacked::Deflated(bytes) => bytes.read(buffer)?,
        };
        self.crc.update(&buffer[..read]);
        self.unpacked.fetch_add(read as u64, Ordering::Relaxed);
        if read == 0 && !buffer.is_empty() && self.crc.sum() != self.file.crc32 {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "the checksum of a file in the ZIP is wrong",
            ));
        }
        Ok(read)
    }
}

/// Supports seeking to the beginning only.
impl<R: Read + Seek> Seek for Part<R> {
    fn seek(&mut self, place: SeekFrom) -> io::Result<u64> {
        if place != SeekFrom::Start(0) {
            return Err(io::Error::new(
                io::ErrorKind::Unsupported,
                "a file in a ZIP can only be read from its beginning",
            ));
        }
        *self = Self::open(self.reader.clone(), self.file.clone(), self.unpacked.clone())?;
        Ok(0)
    }
}
