//! Numbers of some bits each, and Rice codes: a number divided by a power of two, as that many zeros and a one, then the rest in
//! binary. For gaps of random documents they take about half a bit more than necessary. Numbers of whole bytes take two to seven
//! bits more.

use crate::bytes::Bytes;
use crate::error::Malformed;

/// The bits that a window always has.
const WINDOW: usize = 56;

/// The largest number of bits of the binary part.
pub(super) const MAX_WIDTH: u8 = 31;

/// Returns the number of bits of a code.
pub(super) fn code_length(number: u32, width: u8) -> u64 {
    u64::from(number >> width) + 1 + u64::from(width)
}

/// Writes bits, the lowest bit of a byte first.
#[derive(Debug, Default)]
pub(super) struct BitWriter {
    bytes: Vec<u8>,
    bits: usize,
}

impl BitWriter {
    pub(super) fn push(&mut self, bit: bool) {
        if self.bits.is_multiple_of(8) {
            self.bytes.push(0);
        }
        if let Some(last) = self.bytes.last_mut() {
            *last |= u8::from(bit) << (self.bits % 8);
        }
        self.bits += 1;
    }

    pub(super) fn push_code(&mut self, number: u32, width: u8) {
        for _ in 0..number >> width {
            self.push(false);
        }
        self.push(true);
        self.push_number(number, width);
    }

    /// Writes the lowest bits of a number.
    pub(super) fn push_number(&mut self, number: u32, width: u8) {
        for bit in 0..width {
            self.push(number >> bit & 1 == 1);
        }
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

/// Reads bits.
#[derive(Debug, Clone, Copy)]
pub(super) struct BitReader<'a> {
    bytes: &'a [u8],
    bit: usize,
}

impl<'a> BitReader<'a> {
    pub(super) fn new(bytes: Bytes<'a>) -> Self {
        Self { bytes: bytes.rest(), bit: 0 }
    }

    /// Returns the number of bytes that contain the bits so far.
    pub(super) fn bytes_read(&self) -> usize {
        self.bit.div_ceil(8)
    }

    pub(super) fn read(&mut self) -> Result<bool, Malformed> {
        let byte = self.bytes.get(self.bit / 8).ok_or(Malformed::Truncated)?;
        let bit = byte >> (self.bit % 8) & 1 == 1;
        self.bit += 1;
        Ok(bit)
    }

    /// Reads a code whose binary part has at most [`MAX_WIDTH`] bits.
    pub(super) fn read_code(&mut self, width: u8) -> Result<u32, Malformed> {
        let mut high = 0_u64;
        loop {
            let window = self.window();
            let zeros = usize::try_from(window.trailing_zeros()).map_or(WINDOW, |zeros| zeros.min(WINDOW));
            high += zeros as u64;
            self.bit += zeros;
            if zeros < WINDOW {
                break;
            }
            if self.bit >= self.bytes.len() * 8 {
                return Err(Malformed::Truncated);
            }
        }
        self.bit += 1;
        let low = u64::from(self.read_number(width)?);
        let number = high.checked_mul(1 << width).and_then(|high| u32::try_from(high + low).ok());
        number.ok_or(Malformed::Number { limit: u32::MAX.into() })
    }

    /// Reads a number of at most [`MAX_WIDTH`] bits.
    pub(super) fn read_number(&mut self, width: u8) -> Result<u32, Malformed> {
        let number = self.window() & ((1 << width) - 1);
        self.bit += usize::from(width);
        if self.bit > self.bytes.len() * 8 {
            return Err(Malformed::Truncated);
        }
        u32::try_from(number).map_err(|_| Malformed::Number { limit: u32::MAX.into() })
    }

    /// Returns at least [`WINDOW`] bits from the next one on. Zeros follow the last byte.
    fn window(&self) -> u64 {
        let rest = self.bytes.get(self.bit / 8..).unwrap_or_default();
        let mut window = [0; 8];
        for (to, from) in window.iter_mut().zip(rest) {
            *to = *from;
        }
        u64::from_le_bytes(window) >> (self.bit % 8)
    }
}

#[cfg(test)]
#[path = "bits_tests.rs"]
mod tests;
