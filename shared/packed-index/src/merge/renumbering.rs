//! Renumbers documents by a merge map.

use super::map::MergeMap;
use crate::numbers::DocumentNumber;

/// A merge map, prepared for searches in it.
#[derive(Debug, Clone)]
pub(super) struct Renumbering {
    /// The stretches of each run, newest documents first.
    runs: Vec<Vec<Part>>,
    documents: u32,
}

/// A stretch with its places: before it are `first` documents of its run and `before` documents of the new run.
#[derive(Debug, Clone, Copy)]
struct Part {
    first: u32,
    length: u32,
    before: u32,
    kept: bool,
}

impl Renumbering {
    pub(super) fn new(map: &MergeMap) -> Self {
        let mut runs: Vec<Vec<Part>> = Vec::new();
        let mut documents = 0;
        for stretch in map.stretches() {
            let run = usize::from(stretch.run);
            if runs.len() <= run {
                runs.resize(run + 1, Vec::new());
            }
            let parts = &mut runs[run];
            let first = parts.last().map_or(0, |last| last.first + last.length);
            parts.push(Part { first, length: stretch.documents, before: documents, kept: stretch.kept });
            documents += if stretch.kept { stretch.documents } else { 0 };
        }
        Self { runs, documents }
    }

    /// Returns the number of documents of the new run.
    pub(super) fn documents(&self) -> u32 {
        self.documents
    }

    /// Returns the number of documents of a merged run.
    pub(super) fn documents_of(&self, run: usize) -> u32 {
        self.parts(run).last().map_or(0, |last| last.first + last.length)
    }

    /// Returns the new number of a document of a merged run, or `None` if it is left out.
    pub(super) fn renumber(&self, run: usize, document: DocumentNumber) -> Option<DocumentNumber> {
        let part =
            self.part(run, document.0).filter(|part| part.kept && document.0 - part.first < part.length)?;
        Some(DocumentNumber(part.before + (document.0 - part.first)))
    }

    /// Returns the number of documents of the new run that come before a document of a merged run.
    pub(super) fn before(&self, run: usize, document: DocumentNumber) -> u32 {
        match self.part(run, document.0) {
            Some(part) if document.0 - part.first >= part.length => self.documents,
            Some(part) if part.kept => part.before + (document.0 - part.first),
            Some(part) => part.before,
            None => self.documents,
        }
    }

    /// Returns the first document of a merged run that does not come before a document of the new run.
    pub(super) fn first_from(&self, run: usize, new: DocumentNumber) -> DocumentNumber {
        let parts = self.parts(run);
        let earlier = parts.partition_point(|part| part.before < new.0);
        let last = earlier.checked_sub(1).and_then(|last| parts.get(last));
        DocumentNumber(last.map_or(0, |part| {
            let inside = if part.kept { part.length.min(new.0 - part.before) } else { part.length };
            part.first + inside
        }))
    }

    fn parts(&self, run: usize) -> &[Part] {
        self.runs.get(run).map_or(&[], Vec::as_slice)
    }

    /// Returns the last stretch that begins at or before a document.
    fn part(&self, run: usize, document: u32) -> Option<Part> {
        let parts = self.parts(run);
        let begun = parts.partition_point(|part| part.first <= document);
        begun.checked_sub(1).and_then(|last| parts.get(last)).copied()
    }
}
