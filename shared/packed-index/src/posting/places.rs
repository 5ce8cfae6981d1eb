//! The places of a term in a text, as far as phrases need them.

use super::bits::{BitReader, BitWriter};
use crate::bytes::Bytes;
use crate::error::Malformed;

/// The number of different places.
const MODULUS: u32 = 16;
/// The bits of one place.
const PLACE_BITS: u8 = 4;

/// The positions of a term among the words of a text, modulo 16.
///
/// If two words follow each other in a text, their places do as well. The reverse holds for most texts with both words, but not for
/// all: one pair of positions in sixteen is as far apart modulo 16 by chance. So a search compares the text of what it finds.
///
/// ```
/// use packed_index::Places;
///
/// let (old, new, town) = (Places::of([3]), Places::of([8, 20]), Places::of([9]));
/// assert_eq!(new.followed_by(town), Places::of([9]));
/// assert!(old.followed_by(town).is_empty());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Places(u16);

impl Places {
    /// Returns the places of these positions.
    #[must_use]
    pub fn of(positions: impl IntoIterator<Item = u32>) -> Self {
        Self(positions.into_iter().fold(0, |places, position| places | 1 << (position % MODULUS)))
    }

    /// Returns the places of a word at which it may follow a word with these places.
    #[must_use]
    pub fn followed_by(self, next: Self) -> Self {
        Self(self.0.rotate_left(1) & next.0)
    }

    /// Returns true if there are no places.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// Appends the places of a term in each document of its list: a zero and one place, a one, a zero and two places, or two ones and a bit
/// for each place.
pub(super) fn put_places(list: impl Iterator<Item = Places>, out: &mut Vec<u8>) {
    let mut bits = BitWriter::default();
    for Places(places) in list {
        let (lowest, highest) =
            (places.trailing_zeros(), MODULUS - 1 - places.leading_zeros().min(MODULUS - 1));
        match places.count_ones() {
            1 => {
                bits.push(false);
                bits.push_number(lowest, PLACE_BITS);
            }
            2 => {
                bits.push(true);
                bits.push(false);
                bits.push_number(lowest, PLACE_BITS);
                bits.push_number(highest, PLACE_BITS);
            }
            _ => {
                bits.push(true);
                bits.push(true);
                bits.push_number(places.into(), 16);
            }
        }
    }
    out.extend(bits.into_bytes());
}

/// The places of a term in the documents of its list, in the order of the list.
#[derive(Debug, Clone, Copy)]
pub(super) enum ListedPlaces<'a> {
    /// The list has no places.
    None,
    Bits(BitReader<'a>),
}

impl<'a> ListedPlaces<'a> {
    /// Checks the places in this number of documents.
    pub(super) fn read(documents: u32, bytes: &mut Bytes<'a>) -> Result<Self, Malformed> {
        let bits = BitReader::new(*bytes);
        let mut read = bits;
        for _ in 0..documents {
            read_places(&mut read)?;
        }
        bytes.take(read.bytes_read())?;
        Ok(Self::Bits(bits))
    }

    /// Returns the places in the next document.
    pub(super) fn next_document(&mut self) -> Places {
        match self {
            Self::None => Places::default(),
            // The list has been checked.
            Self::Bits(bits) => read_places(bits).unwrap_or_default(),
        }
    }
}

fn read_places(bits: &mut BitReader<'_>) -> Result<Places, Malformed> {
    if !bits.read()? {
        return Ok(Places::of([bits.read_number(PLACE_BITS)?]));
    }
    if !bits.read()? {
        return Ok(Places::of([bits.read_number(PLACE_BITS)?, bits.read_number(PLACE_BITS)?]));
    }
    let places = bits.read_number(16)?;
    Ok(Places(u16::try_from(places).map_err(|_| Malformed::Number { limit: u16::MAX.into() })?))
}
