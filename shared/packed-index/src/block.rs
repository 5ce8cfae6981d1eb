//! Blocks: items with some terms of a run, in ascending order, and their posting lists.
//!
//! The form is a byte for the form, and for each term the term, coded after the one before it, and its list.
//! A block says nothing about its neighbors: the [directory](crate::directory) of the run does.

use crate::bytes::Bytes;
use crate::error::Malformed;
use crate::posting::{Occurrence, PostingList, put_list};
use crate::term::Term;

/// The first byte of a block, which names its form.
const FORM: u8 = 1;

/// A term and its documents in ascending order of their numbers: all of them, or those in one block.
pub(crate) type TermList = (Term, Vec<Occurrence>);

/// A block of a run, read from its bytes. Its entries are read, and checked, one by one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Block<'a>(Bytes<'a>);

/// A term of a block, with its documents there.
#[derive(Debug, Clone)]
pub(crate) struct Entry<'a> {
    pub(crate) term: Term,
    pub(crate) list: PostingList<'a>,
}

impl<'a> Block<'a> {
    /// Reads a block.
    pub(crate) fn read(bytes: &'a [u8]) -> Result<Self, Malformed> {
        Bytes::of_form(bytes, FORM).map(Self)
    }

    /// Returns all terms in ascending order.
    pub(crate) fn entries(self) -> Entries<'a> {
        Entries { previous: None, bytes: self.0 }
    }

    /// Returns the documents of a term in this block, or `None` if there are none.
    pub(crate) fn find(self, term: &Term) -> Result<Option<PostingList<'a>>, Malformed> {
        for entry in self.entries() {
            let entry = entry?;
            if entry.term >= *term {
                return Ok((entry.term == *term).then_some(entry.list));
            }
        }
        Ok(None)
    }

    /// Returns the terms in this block that begin with `prefix`, in ascending order.
    pub(crate) fn with_prefix(self, prefix: &[u8]) -> impl Iterator<Item = Result<Entry<'a>, Malformed>> {
        let is_before = move |entry: &Result<Entry<'a>, _>| match entry {
            Ok(entry) => entry.term.as_bytes() < prefix,
            Err(_) => false,
        };
        let begins = move |entry: &Result<Entry<'a>, _>| match entry {
            Ok(entry) => entry.term.as_bytes().starts_with(prefix),
            Err(_) => true,
        };
        self.entries().skip_while(is_before).take_while(begins)
    }
}

/// An iterator over the terms of a block. It ends after the first error.
#[derive(Debug, Clone)]
pub(crate) struct Entries<'a> {
    previous: Option<Term>,
    bytes: Bytes<'a>,
}

impl<'a> Entries<'a> {
    fn read(&mut self) -> Result<Entry<'a>, Malformed> {
        let term = Term::read_after(self.previous.as_ref(), &mut self.bytes)?;
        if self.previous.as_ref().is_some_and(|previous| term <= *previous) {
            return Err(Malformed::Order);
        }
        self.previous = Some(term.clone());
        Ok(Entry { term, list: PostingList::read(&mut self.bytes)? })
    }
}

impl<'a> Iterator for Entries<'a> {
    type Item = Result<Entry<'a>, Malformed>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.bytes.is_empty() {
            return None;
        }
        let entry = self.read();
        if entry.is_err() {
            self.bytes = Bytes::new(&[]);
        }
        Some(entry)
    }
}

/// Writes one block. Terms must be pushed in ascending order.
#[derive(Debug, Clone)]
pub(crate) struct BlockWriter {
    last: Option<Term>,
    bytes: Vec<u8>,
}

impl BlockWriter {
    /// Begins a block.
    pub(crate) fn new() -> Self {
        Self { last: None, bytes: vec![FORM] }
    }

    /// Adds a term with documents, unless the block then has more than `most` bytes. Returns true if it was
    /// added.
    pub(crate) fn push(&mut self, term: &Term, list: &[Occurrence], most: usize) -> bool {
        let before = self.bytes.len();
        term.put_after(self.last.as_ref(), &mut self.bytes);
        put_list(list, &mut self.bytes);
        if self.bytes.len() > most {
            self.bytes.truncate(before);
            return false;
        }
        self.last = Some(term.clone());
        true
    }

    /// Returns true if the block has no terms.
    pub(crate) fn is_empty(&self) -> bool {
        self.last.is_none()
    }

    /// Returns the bytes, and begins the next block.
    pub(crate) fn take(&mut self) -> Vec<u8> {
        std::mem::replace(self, Self::new()).bytes
    }
}

#[cfg(test)]
#[path = "block_tests.rs"]
mod tests;
