//! Reads a list.

use super::{BITMAP, HAS_POSITIONS, HEADER_BITS, Occurrence, Positions, Posting, Titles};
use crate::bytes::Bytes;
use crate::error::Malformed;
use crate::numbers::DocumentNumber;

/// The documents of a run, or of a chunk of it, that contain a term.
#[derive(Debug, Clone)]
pub struct PostingList<'a> {
    postings: Postings<'a>,
    positions: Positions<'a>,
}

impl<'a> PostingList<'a> {
    /// Reads and checks a list, and leaves what follows it.
    pub(crate) fn read(bytes: &mut Bytes<'a>) -> Result<Self, Malformed> {
        let header = bytes.number()?;
        let limit = u64::from(u32::MAX);
        let documents = u32::try_from((header >> HEADER_BITS).saturating_add(1));
        let documents = documents.map_err(|_| Malformed::Number { limit })?;
        let form = match header & BITMAP {
            BITMAP => Form::read_bitmap(documents, bytes)?,
            titles => Form::read_differences(documents, titles, bytes)?,
        };
        let has_positions = header & HAS_POSITIONS != 0;
        let positions = if has_positions { Positions::read(documents, bytes)? } else { Positions::empty() };
        Ok(Self { postings: Postings { left: documents, form }, positions })
    }

    /// Returns the documents, newest first.
    #[must_use]
    pub fn postings(&self) -> Postings<'a> {
        self.postings.clone()
    }

    /// Returns the documents with the term's positions, newest first.
    pub fn occurrences(&self) -> impl Iterator<Item = Occurrence> + 'a {
        let mut positions = self.positions.clone();
        self.postings().map(move |posting| Occurrence { posting, positions: positions.next_document() })
    }
}

/// An iterator over the documents of a list, newest first. It can skip documents.
#[derive(Debug, Clone)]
pub struct Postings<'a> {
    left: u32,
    form: Form<'a>,
}

#[derive(Debug, Clone)]
enum Form<'a> {
    Differences { titles: Titles, next: u32, gaps: Bytes<'a> },
    Bitmap { titles: Titles, title_bits: &'a [u8], first: u32, bits: &'a [u8], bit: usize, rank: usize },
}

impl<'a> Form<'a> {
    fn read_differences(documents: u32, titles: u64, bytes: &mut Bytes<'a>) -> Result<Self, Malformed> {
        let titles = Titles::read(titles).ok_or(Malformed::Count)?;
        let gaps = *bytes;
        let mut next = Some(0_u32);
        for _ in 0..documents {
            let (gap, _) = split(bytes.number()?, titles);
            let gap = u32::try_from(gap).ok();
            // The number after the last document must exist too, since readers compute it.
            next = next.zip(gap).and_then(|(next, gap)| next.checked_add(gap)?.checked_add(1));
            next.ok_or(Malformed::Number { limit: u64::from(u32::MAX) })?;
        }
        Ok(Self::Differences { titles, next: 0, gaps })
    }

    fn read_bitmap(documents: u32, bytes: &mut Bytes<'a>) -> Result<Self, Malformed> {
        let titles = Titles::read(bytes.byte()?.into()).ok_or(Malformed::Count)?;
        let first = bytes.number_u32()?;
        let length = bytes.count()?;
        let bits = bytes.take(length)?;
        if bits.iter().map(|byte| u64::from(byte.count_ones())).sum::<u64>() != documents.into() {
            return Err(Malformed::Count);
        }
        let end = u32::try_from(length).ok().and_then(|length| first.checked_add(length.checked_mul(8)?));
        end.ok_or(Malformed::Number { limit: u64::from(u32::MAX) })?;
        let title_bytes = if titles == Titles::Mixed { documents.div_ceil(8) } else { 0 };
        let title_bits = bytes.take(usize::try_from(title_bytes).map_err(|_| Malformed::Truncated)?)?;
        Ok(Self::Bitmap { titles, title_bits, first, bits, bit: 0, rank: 0 })
    }
}

/// Splits the bit "in title" from a gap.
fn split(number: u64, titles: Titles) -> (u64, bool) {
    match titles {
        Titles::None => (number, false),
        Titles::All => (number, true),
        Titles::Mixed => (number >> 1, number & 1 == 1),
    }
}

impl Postings<'_> {
    /// Returns the number of documents that the iterator hasn't returned yet.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.left
    }

    /// Returns true if the iterator has returned all documents.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.left == 0
    }

    /// Returns the first document at or after `document` that the iterator hasn't returned yet, and skips those before it.
    pub fn seek(&mut self, document: DocumentNumber) -> Option<Posting> {
        if let Form::Bitmap { first, bits, bit, rank, .. } = &mut self.form {
            let target = usize::try_from(document.0.saturating_sub(*first)).ok()?;
            // Only whole bytes are skipped here, and the loop below passes over the rest.
            let (from, to) = (bit.div_ceil(8), (target / 8).min(bits.len()));
            if from < to {
                let rest_of_byte =
                    bits.get(*bit / 8).filter(|_| *bit % 8 > 0).map_or(0, |byte| byte >> (*bit % 8));
                let skipped = bits[from..to].iter().map(|byte| byte.count_ones()).sum::<u32>()
                    + rest_of_byte.count_ones();
                self.left = self.left.saturating_sub(skipped);
                *rank += usize::try_from(skipped).ok()?;
                *bit = to * 8;
            }
        }
        self.find(|posting| posting.document >= document)
    }
}

impl Iterator for Postings<'_> {
    type Item = Posting;

    fn next(&mut self) -> Option<Posting> {
        self.left = self.left.checked_sub(1)?;
        match &mut self.form {
            Form::Differences { titles, next, gaps } => {
                // The list has been checked, so there is a number and it is small enough.
                let (gap, in_title) = split(gaps.number().ok()?, *titles);
                let document = next.checked_add(u32::try_from(gap).ok()?)?;
                *next = document.checked_add(1)?;
                Some(Posting { document: DocumentNumber(document), in_title })
            }
            Form::Bitmap { titles, title_bits, first, bits, bit, rank } => {
                let one = next_one(bits, *bit)?;
                let in_title = match titles {
                    Titles::None => false,
                    Titles::All => true,
                    Titles::Mixed => is_set(title_bits, *rank),
                };
                (*bit, *rank) = (one + 1, *rank + 1);
                let document = first.checked_add(u32::try_from(one).ok()?)?;
                Some(Posting { document: DocumentNumber(document), in_title })
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::try_from(self.left).ok();
        (left.unwrap_or(usize::MAX), left)
    }
}

/// Returns the first bit at or after `bit` that is set.
fn next_one(bits: &[u8], bit: usize) -> Option<usize> {
    let mut byte = bit / 8;
    let mut rest = bits.get(byte)? & (u8::MAX << (bit % 8));
    while rest == 0 {
        byte += 1;
        rest = *bits.get(byte)?;
    }
    Some(byte * 8 + usize::try_from(rest.trailing_zeros()).ok()?)
}

fn is_set(bits: &[u8], bit: usize) -> bool {
    bits.get(bit / 8).is_some_and(|byte| byte >> (bit % 8) & 1 == 1)
}
