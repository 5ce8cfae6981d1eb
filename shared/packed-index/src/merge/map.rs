//! The merge map: the way from the documents of the merged runs to those of the new run.

use crate::bytes::{Bytes, put_number};
use crate::error::Malformed;

/// The first byte of a merge map, which names its form.
const FORM: u8 = 1;
/// The bit that says that documents are kept. The other bits are the number of the run.
const KEPT: u8 = 0x80;

/// The order in which a merge takes documents from the merged runs, as stretches: a number of documents of one run, all kept or
/// all left out. Runs are numbered from the oldest on. Runs follow each other in time, so stretches are long.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MergeMap(Vec<Stretch>);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stretch {
    pub(super) run: u8,
    pub(super) kept: bool,
    pub(super) documents: u32,
}

impl MergeMap {
    /// Adds a document of a run.
    pub(super) fn push(&mut self, run: u8, kept: bool) {
        self.add(Stretch { run, kept, documents: 1 });
    }

    fn add(&mut self, stretch: Stretch) {
        match self.0.last_mut() {
            Some(last) if (last.run, last.kept) == (stretch.run, stretch.kept) => {
                last.documents = last.documents.saturating_add(stretch.documents);
            }
            _ => self.0.push(stretch),
        }
    }

    /// Adds the map of documents that are older than those of this map.
    pub fn append(&mut self, older: &Self) {
        for stretch in &older.0 {
            self.add(*stretch);
        }
    }

    pub(super) fn stretches(&self) -> &[Stretch] {
        &self.0
    }

    /// Returns the stored form.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![FORM];
        for Stretch { run, kept, documents } in &self.0 {
            bytes.push(run | if *kept { KEPT } else { 0 });
            put_number(*documents, &mut bytes);
        }
        bytes
    }

    /// Reads the stored form.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Malformed> {
        let mut bytes = Bytes::of_form(bytes, FORM)?;
        let mut map = Self::default();
        let mut all = 0_u32;
        while !bytes.is_empty() {
            let byte = bytes.byte()?;
            let documents = bytes.number_u32()?;
            all = all.checked_add(documents).ok_or(Malformed::Number { limit: u32::MAX.into() })?;
            map.add(Stretch { run: byte & !KEPT, kept: byte & KEPT != 0, documents });
        }
        Ok(map)
    }
}

#[cfg(test)]
#[path = "map_tests.rs"]
mod tests;
