//! Word positions: for each document of a list, the places of the term among the document's words.

use crate::bytes::{Bytes, put_number};
use crate::error::Malformed;

/// Appends positions in ascending order. Each is stored as the distance from the one before it, with a bit that says that another
/// one follows; 0 stands for an empty list.
pub(super) fn put_positions(positions: &[u32], out: &mut Vec<u8>) {
    let mut previous = 0;
    let mut left = positions.len();
    if left == 0 {
        put_number(0_u64, out);
    }
    for position in positions {
        left -= 1;
        let position = u64::from(*position) + 1;
        put_number((position - previous) << 1 | u64::from(left > 0), out);
        previous = position;
    }
}

/// Reads the positions in one document.
fn read_positions(bytes: &mut Bytes<'_>) -> Result<Vec<u32>, Malformed> {
    let mut positions = Vec::new();
    let mut previous = 0_u32;
    loop {
        let number = bytes.number()?;
        let limit = u64::from(u32::MAX);
        let distance = u32::try_from(number >> 1).map_err(|_| Malformed::Number { limit })?;
        if distance == 0 {
            return if number == 0 && positions.is_empty() { Ok(positions) } else { Err(Malformed::Order) };
        }
        previous = previous.checked_add(distance).ok_or(Malformed::Number { limit })?;
        positions.push(previous - 1);
        if number & 1 == 0 {
            return Ok(positions);
        }
    }
}

/// The positions of a term in the documents of its list, in the order of the list.
#[derive(Debug, Clone)]
pub(super) struct Positions<'a>(Bytes<'a>);

impl<'a> Positions<'a> {
    pub(super) fn empty() -> Self {
        Self(Bytes::new(&[]))
    }

    /// Checks the positions of this number of documents.
    pub(super) fn read(documents: u32, bytes: &mut Bytes<'a>) -> Result<Self, Malformed> {
        let positions = *bytes;
        for _ in 0..documents {
            read_positions(bytes)?;
        }
        Ok(Self(positions))
    }

    /// Returns the positions in the next document, or no positions if the term has none.
    pub(super) fn next_document(&mut self) -> Vec<u32> {
        read_positions(&mut self.0).unwrap_or_default()
    }
}
