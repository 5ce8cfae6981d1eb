//! Reads and writes numbers of variable length, in postcard's form: seven bits a byte, lowest first.

use crate::error::Malformed;

/// Appends a number.
pub(crate) fn put_number(number: impl Into<u64>, out: &mut Vec<u8>) {
    let bytes = postcard::to_extend(&number.into(), std::mem::take(out));
    *out = bytes.expect("a vector accepts every byte, and a number has no length that could be missing");
}

/// Converts a length in memory.
pub(crate) fn length(length: usize) -> u64 {
    u64::try_from(length).expect("no platform of Rust has addresses of more than 64 bits")
}

/// The bytes that are not read yet.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// Reads the first byte, which names the form.
    pub(crate) fn of_form(bytes: &'a [u8], known: u8) -> Result<Self, Malformed> {
        let mut rest = Self(bytes);
        match rest.byte()? {
            given if given == known => Ok(rest),
            given => Err(Malformed::Form { given, known }),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn rest(self) -> &'a [u8] {
        self.0
    }

    pub(crate) fn byte(&mut self) -> Result<u8, Malformed> {
        let (byte, rest) = self.0.split_first().ok_or(Malformed::Truncated)?;
        self.0 = rest;
        Ok(*byte)
    }

    pub(crate) fn take(&mut self, length: usize) -> Result<&'a [u8], Malformed> {
        let (taken, rest) = self.0.split_at_checked(length).ok_or(Malformed::Truncated)?;
        self.0 = rest;
        Ok(taken)
    }

    pub(crate) fn number(&mut self) -> Result<u64, Malformed> {
        let (number, rest) = postcard::take_from_bytes(self.0).map_err(|error| match error {
            postcard::Error::DeserializeUnexpectedEnd => Malformed::Truncated,
            _ => Malformed::Number { limit: u64::MAX },
        })?;
        self.0 = rest;
        Ok(number)
    }

    pub(crate) fn number_u32(&mut self) -> Result<u32, Malformed> {
        let number = self.number()?;
        u32::try_from(number).map_err(|_| Malformed::Number { limit: u32::MAX.into() })
    }

    /// Reads a number of things that take at least a byte each.
    pub(crate) fn count(&mut self) -> Result<usize, Malformed> {
        match usize::try_from(self.number()?) {
            Ok(count) if count <= self.0.len() => Ok(count),
            _ => Err(Malformed::Truncated),
        }
    }
}

#[cfg(test)]
#[path = "bytes_tests.rs"]
mod tests;
