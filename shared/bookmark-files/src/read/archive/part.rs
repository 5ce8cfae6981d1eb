//! One file in a ZIP, unpacked as a stream.

use std::io::{self, Read, Seek, SeekFrom, Take};

use flate2::Crc;
use flate2::read::DeflateDecoder;

use crate::read::archive::list::ListedFile;

/// Unpacks one file, and checks its checksum at its end.
///
/// It owns the reader, so that rows can be pulled one by one; `zip`'s own reader borrows the archive.
pub(crate) struct Part<R> {
    bytes: Unpacked<R>,
    read: Crc,
    crc32: u32,
}

enum Unpacked<R> {
    Stored(Take<R>),
    Deflated(DeflateDecoder<Take<R>>),
}

impl<R: Read + Seek> Part<R> {
    pub(crate) fn open(mut reader: R, file: &ListedFile) -> io::Result<Self> {
        reader.seek(SeekFrom::Start(file.start))?;
        let packed = reader.take(file.packed_size);
        let bytes = if file.deflated {
            Unpacked::Deflated(DeflateDecoder::new(packed))
        } else {
            Unpacked::Stored(packed)
        };
        Ok(Self { bytes, read: Crc::new(), crc32: file.crc32 })
    }

    pub(crate) fn into_inner(self) -> R {
        match self.bytes {
            Unpacked::Stored(bytes) => bytes.into_inner(),
            Unpacked::Deflated(bytes) => bytes.into_inner().into_inner(),
        }
    }
}

impl<R: Read> Read for Part<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = match &mut self.bytes {
            Unpacked::Stored(bytes) => bytes.read(buffer)?,
            Unpacked::Deflated(bytes) => bytes.read(buffer)?,
        };
        self.read.update(&buffer[..read]);
        if read == 0 && !buffer.is_empty() && self.read.sum() != self.crc32 {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "the checksum of a file in the ZIP is wrong",
            ));
        }
        Ok(read)
    }
}
