//! A Bloom filter: a set that takes less than a byte for each member, and is wrong about few of those that are not in it.
//!
//! Bloom, "Space/time trade-offs in hash coding with allowable errors" (1970). The places of a token come from the two halves of its
//! number: Kirsch and Mitzenmacher, "Less hashing, same performance: building a better Bloom filter" (2006).

use std::collections::BTreeSet;

use crate::search_text::Token;

/// The first byte, for the day when another form is needed.
const FORMAT: u8 = 1;

/// So many bits for each token, of which it sets so many: one in eighteen tokens that are not there seems to be. Most terms have
/// several.
const BITS: usize = 6;
const PLACES: u64 = 4;

/// The set as it is stored, without its first byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bits<'a>(&'a [u8]);

impl<'a> Bits<'a> {
    /// The stored form of a set.
    pub(super) fn pack(tokens: &BTreeSet<Token>) -> Vec<u8> {
        let mut packed = vec![0; 1 + (tokens.len() * BITS).div_ceil(8).max(1)];
        packed[0] = FORMAT;
        for token in tokens {
            for (byte, bit) in places(*token, packed.len() - 1) {
                packed[1 + byte] |= bit;
            }
        }
        packed
    }

    /// Reads it. None where it is in a form that is not known.
    pub(super) fn read(packed: &'a [u8]) -> Option<Self> {
        match packed {
            [FORMAT, bits @ ..] if !bits.is_empty() => Some(Self(bits)),
            _ => None,
        }
    }

    /// Whether a token may be in it.
    pub(super) fn has(self, token: Token) -> bool {
        places(token, self.0.len()).all(|(byte, bit)| self.0[byte] & bit != 0)
    }
}

/// The byte and the bit of each place of a token in so many bytes.
fn places(token: Token, bytes: usize) -> impl Iterator<Item = (usize, u8)> {
    let (first, step) = (token.get() >> 32, token.get() & u64::from(u32::MAX));
    let bits = 8 * bytes as u64;
    (0..PLACES).map(move |number| {
        let place = (first + number * step) % bits;
        let byte = usize::try_from(place / 8).expect("a place lies within bytes that are in memory");
        (byte, 1 << (place % 8))
    })
}

#[cfg(test)]
#[path = "bits_tests.rs"]
mod tests;
