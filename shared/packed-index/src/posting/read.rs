//! Reads a list.

use super::bits::{BitReader, MAX_WIDTH};
use super::places::ListedPlaces;
use super::{HAS_PLACES, HEADER_BITS, LONG_HEADER, Occurrence, Posting, TITLE_BITS, Titles};
use crate::bytes::Bytes;
use crate::error::Malformed;
use crate::numbers::DocumentNumber;

/// The documents of a run, or of a chunk of it, that contain a term.
#[derive(Debug, Clone)]
pub(crate) struct PostingList<'a> {
    postings: Postings<'a>,
    places: ListedPlaces<'a>,
}

impl<'a> PostingList<'a> {
    /// Reads and checks a list, and leaves what follows it.
    pub(crate) fn read(bytes: &mut Bytes<'a>) -> Result<Self, Malformed> {
        let header = bytes.number()?;
        let limit = u64::from(u32::MAX);
        let documents = u32::try_from((header >> HEADER_BITS).saturating_add(1));
        let documents = documents.map_err(|_| Malformed::Number { limit })?;
        let form = match header & LONG_HEADER {
            LONG_HEADER => {
                let byte = bytes.byte()?;
                let titles = Titles::read(u64::from(byte) & LONG_HEADER).ok_or(Malformed::Count)?;
                Form::read_bits(documents, titles, byte >> TITLE_BITS, bytes)?
            }
            titles => Form::read_bytes(documents, Titles::read(titles).ok_or(Malformed::Count)?, bytes)?,
        };
        let has_places = header & HAS_PLACES != 0;
        let places = if has_places { ListedPlaces::read(documents, bytes)? } else { ListedPlaces::None };
        Ok(Self { postings: Postings { left: documents, form }, places })
    }

    /// Returns the documents, newest first.
    pub(crate) fn postings(&self) -> Postings<'a> {
        self.postings.clone()
    }

    /// Returns the documents with the term's places, newest first.
    pub(crate) fn occurrences(&self) -> impl Iterator<Item = Occurrence> + use<'a> {
        let mut places = self.places;
        self.postings().map(move |posting| Occurrence { posting, places: places.next_document() })
    }
}

/// An iterator over the documents of a list, newest first. It can skip documents.
#[derive(Debug, Clone)]
pub(crate) struct Postings<'a> {
    left: u32,
    form: Form<'a>,
}

#[derive(Debug, Clone)]
enum Form<'a> {
    Bytes { titles: Titles, next: u32, gaps: Bytes<'a> },
    Bits { titles: Titles, width: u8, next: u32, gaps: BitReader<'a> },
}

impl<'a> Form<'a> {
    fn read_bytes(documents: u32, titles: Titles, bytes: &mut Bytes<'a>) -> Result<Self, Malformed> {
        let gaps = *bytes;
        let mut next = 0;
        for _ in 0..documents {
            let (gap, _) = split(bytes.number()?, titles);
            next = after(next, gap)?;
        }
        Ok(Self::Bytes { titles, next: 0, gaps })
    }

    fn read_bits(
        documents: u32,
        titles: Titles,
        width: u8,
        bytes: &mut Bytes<'a>,
    ) -> Result<Self, Malformed> {
        if width > MAX_WIDTH {
            return Err(Malformed::Number { limit: MAX_WIDTH.into() });
        }
        let gaps = BitReader::new(*bytes);
        let (mut read, mut next) = (gaps, 0);
        for _ in 0..documents {
            next = after(next, read.read_code(width)?.into())?;
            if titles == Titles::Mixed {
                read.read()?;
            }
        }
        bytes.take(read.bytes_read())?;
        Ok(Self::Bits { titles, width, next: 0, gaps })
    }
}

/// Returns the number after the document that follows a gap. It must exist, because iterators compute it.
fn after(next: u32, gap: u64) -> Result<u32, Malformed> {
    let after =
        u64::from(next).checked_add(gap).and_then(|document| u32::try_from(document).ok()?.checked_add(1));
    after.ok_or(Malformed::Number { limit: u64::from(u32::MAX) })
}

/// Splits the bit "in title" from a gap.
fn split(number: u64, titles: Titles) -> (u64, bool) {
    match titles {
        Titles::None => (number, false),
        Titles::All => (number, true),
        Titles::Mixed => (number >> 1, number & 1 == 1),
    }
}

impl Iterator for Postings<'_> {
    type Item = Posting;

    fn next(&mut self) -> Option<Posting> {
        self.left = self.left.checked_sub(1)?;
        match &mut self.form {
            // The list has been checked, so there is a number and it is small enough.
            Form::Bytes { titles, next, gaps } => {
                let (gap, in_title) = split(gaps.number().ok()?, *titles);
                *next = after(*next, gap).ok()?;
                Some(Posting { document: DocumentNumber(*next - 1), in_title })
            }
            Form::Bits { titles, width, next, gaps } => {
                *next = after(*next, gaps.read_code(*width).ok()?.into()).ok()?;
                let in_title = match titles {
                    Titles::None => false,
                    Titles::All => true,
                    Titles::Mixed => gaps.read().ok()?,
                };
                Some(Posting { document: DocumentNumber(*next - 1), in_title })
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::try_from(self.left).ok();
        (left.unwrap_or(usize::MAX), left)
    }
}
