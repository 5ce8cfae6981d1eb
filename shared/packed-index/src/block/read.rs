//! Reads a block.

use super::FORM;
use crate::bytes::Bytes;
use crate::error::Malformed;
use crate::fence::Fence;
use crate::posting::PostingList;
use crate::term::Term;

/// A block of a run, read from its bytes. Its entries are read, and checked, one by one.
#[derive(Debug, Clone)]
pub struct Block<'a> {
    fence: Fence,
    next: Option<Fence>,
    entries: Bytes<'a>,
}

/// A term of a block, with its documents there.
#[derive(Debug, Clone)]
pub struct Entry<'a> {
    /// The term.
    pub term: Term,
    /// Its documents between the fences of the block.
    pub list: PostingList<'a>,
}

impl<'a> Block<'a> {
    /// Reads the block at a fence.
    pub fn read(fence: Fence, bytes: &'a [u8]) -> Result<Self, Malformed> {
        let mut entries = Bytes::of_form(bytes, FORM)?;
        let next = match entries.byte()? {
            0 => None,
            1 => Some(Fence::read_after(&fence.term, &mut entries)?),
            _ => return Err(Malformed::Number { limit: 1 }),
        };
        if next.as_ref().is_some_and(|next| *next <= fence) {
            return Err(Malformed::Order);
        }
        Ok(Self { fence, next, entries })
    }

    /// Returns the fence of the block.
    #[must_use]
    pub fn fence(&self) -> &Fence {
        &self.fence
    }

    /// Returns the fence of the next block. `None` means that this block is the last one of its run.
    #[must_use]
    pub fn next(&self) -> Option<&Fence> {
        self.next.as_ref()
    }

    /// Returns true if the block contains what is at this fence.
    #[must_use]
    pub fn reaches(&self, fence: &Fence) -> bool {
        self.fence <= *fence && self.next.as_ref().is_none_or(|next| fence < next)
    }

    /// Returns all terms in ascending order.
    #[must_use]
    pub fn entries(&self) -> Entries<'a> {
        let last = self.next.as_ref().map(|next| next.term.clone());
        Entries { previous: self.fence.term.clone(), is_first: true, last, bytes: self.entries }
    }

    /// Returns the documents of a term in this block, or `None` if there are none.
    pub fn find(&self, term: &Term) -> Result<Option<PostingList<'a>>, Malformed> {
        for entry in self.entries() {
            let entry = entry?;
            if entry.term >= *term {
                return Ok((entry.term == *term).then_some(entry.list));
            }
        }
        Ok(None)
    }

    /// Returns the terms in this block that begin with `prefix`, in ascending order.
    pub fn with_prefix(&self, prefix: &[u8]) -> impl Iterator<Item = Result<Entry<'a>, Malformed>> {
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

    /// Returns true if the next block may contain documents of this term.
    #[must_use]
    pub fn may_continue(&self, term: &Term) -> bool {
        self.next.as_ref().is_some_and(|next| next.term <= *term)
    }

    /// Returns true if the next block may contain terms that begin with `prefix`.
    #[must_use]
    pub fn may_continue_prefix(&self, prefix: &[u8]) -> bool {
        let next = self.next.as_ref().map(|next| next.term.as_bytes());
        next.is_some_and(|next| next < prefix || next.starts_with(prefix))
    }
}

/// An iterator over the terms of a block. It ends after the first error.
#[derive(Debug, Clone)]
pub struct Entries<'a> {
    previous: Term,
    is_first: bool,
    last: Option<Term>,
    bytes: Bytes<'a>,
}

impl<'a> Entries<'a> {
    fn read(&mut self) -> Result<Entry<'a>, Malformed> {
        let term = Term::read_after(&self.previous, &mut self.bytes)?;
        let is_after = term > self.previous || self.is_first && term == self.previous;
        if !is_after || self.last.as_ref().is_some_and(|last| term > *last) {
            return Err(Malformed::Order);
        }
        self.is_first = false;
        self.previous = term.clone();
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

#[cfg(test)]
#[path = "read_tests.rs"]
mod tests;
