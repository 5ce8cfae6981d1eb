//! A Bloom filter: a set that takes less than a byte per member, and wrongly reports a few other values as members.
//!
//! See Bloom, "Space/time trade-offs in hash coding with allowable errors" (1970). The two halves of a token's hash determine its
//! bits: see Kirsch and Mitzenmacher, "Less hashing, same performance: building a better Bloom filter" (2006).

use std::collections::BTreeSet;

use crate::search_text::Token;

/// The first byte of the stored form, which allows other formats later.
const FORMAT: u8 = 1;

/// The number of bits per token, and the number of bits that a token sets. With these, the set wrongly reports one in eighteen
/// tokens as a member. Most terms have several tokens.
const BITS: usize = 6;
const PLACES: u64 = 4;

/// The stored form of the set, without its first byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bits<'a>(&'a [u8]);

impl<'a> Bits<'a> {
    /// Returns the stored form of a set.
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

    /// Reads the stored form. Returns `None` if the format is unknown.
    pub(super) fn read(packed: &'a [u8]) -> Option<Self> {
        match packed {
            [FORMAT, bits @ ..] if !bits.is_empty() => Some(Self(bits)),
            _ => None,
        }
    }

    /// Returns true if the token may be a member.
    pub(super) fn has(self, token: Token) -> bool {
        places(token, self.0.len()).all(|(byte, bit)| self.0[byte] & bit != 0)
    }
}

/// Returns the byte and the bit of each place of a token in a set of `bytes` bytes.
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
