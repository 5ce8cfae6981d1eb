//! The posting lists of one source of a compaction: of a run, or of all text slots together.

use std::collections::{BTreeMap, VecDeque};

use super::error::{CompactionError, malformed};
use super::join::{DROPPED, Numbers, newest_of};
use super::terms::{Mention, Terms};
use crate::block::{Block, TermList};
use crate::directory::BlockStart;
use crate::document::Document;
use crate::error::Malformed;
use crate::index::{ItemKey, Items, ReadError, Reader, Run, TextSlot};
use crate::numbers::{DocumentNumber, FavoriteId};
use crate::posting::{Occurrence, Posting};
use crate::term::Term;
use crate::text_slot::{SlotEntry, slot_from_bytes};

/// The number of blocks of a run that are read at once.
const BLOCKS_AT_ONCE: u32 = 16;

/// The number of text slots that are read at once.
const SLOTS_AT_ONCE: usize = 32;

/// The contents of text slots: of each favorite the highest version.
pub(super) struct TextSource(BTreeMap<FavoriteId, SlotEntry>);

/// The lists of a source that were not taken yet, in the order of terms.
pub(super) struct Source {
    run: Option<Run>,
    next_block: u32,
    lists: VecDeque<TermList>,
    /// The last term that was read.
    last: Option<Term>,
    numbers: Numbers,
}

impl TextSource {
    pub(super) async fn read<I: Items>(
        reader: &Reader<'_, I>,
        slots: &[TextSlot],
    ) -> Result<Self, ReadError<I::Error>> {
        let mut all: BTreeMap<FavoriteId, Vec<SlotEntry>> = BTreeMap::new();
        for slots in slots.chunks(SLOTS_AT_ONCE) {
            // Slots of different numbers: one read, and a check of each.
            let keys: Vec<_> = slots.iter().map(|slot| ItemKey::Text { slot: slot.slot }).collect();
            let numbers = slots.iter().map(|slot| slot.number);
            for entries in reader.read_numbered(&keys, numbers, |_, bytes| slot_from_bytes(bytes)).await? {
                for entry in entries {
                    all.entry(entry.document.id).or_default().push(entry);
                }
            }
        }
        let newest = all.into_iter().filter_map(|(id, mut entries)| {
            let (place, document) = newest_of(entries.iter().map(|entry| &entry.document).enumerate())?;
            Some((id, SlotEntry { document, text: entries.swap_remove(place).text }))
        });
        Ok(Self(newest.collect()))
    }

    /// Returns the documents, newest first.
    pub(super) fn documents(&self) -> impl Iterator<Item = &Document> {
        self.0.values().rev().map(|entry| &entry.document)
    }

    /// Returns the lists of the documents, with their numbers in the new run.
    pub(super) fn lists(&self, numbers: Numbers, terms: &impl Terms) -> Vec<TermList> {
        let mut lists: BTreeMap<Term, Vec<Occurrence>> = BTreeMap::new();
        let kept = self.0.values().rev().zip(numbers).filter(|(_, number)| *number != DROPPED);
        for (entry, number) in kept.filter(|(entry, _)| entry.document.live.is_some()) {
            for (term, Mention { in_title, places }) in terms.terms(entry) {
                let posting = Posting { document: DocumentNumber(number), in_title };
                lists.entry(term).or_default().push(Occurrence { posting, places });
            }
        }
        lists.into_iter().collect()
    }
}

impl Source {
    pub(super) fn of_texts(lists: Vec<TermList>, from: Option<&BlockStart>) -> Self {
        let is_left = |(term, _): &TermList| from.is_none_or(|from| *term >= from.term);
        let lists = lists.into_iter().filter(is_left).collect();
        Self { run: None, next_block: 0, lists, last: None, numbers: Numbers::new() }
    }

    /// Begins with the terms of a run from a place on.
    pub(super) async fn of_run<I: Items + Sync>(
        reader: &Reader<'_, I>,
        run: Run,
        numbers: Numbers,
        from: Option<&BlockStart>,
    ) -> Result<Self, CompactionError<I::Error>> {
        let mut source = Self { run: Some(run), next_block: 0, lists: VecDeque::new(), last: None, numbers };
        let Some(from) = from else { return Ok(source) };
        // Finds the last block that begins before the term.
        let (mut before, mut after) = (0, run.blocks);
        while before + 1 < after {
            let middle = u32::midpoint(before, after);
            let key = [ItemKey::Block { run: run.slot, block: middle }];
            let first = reader.read(&key, run.number, |_, bytes| {
                Ok(Block::read(bytes)?.entries().next().ok_or(Malformed::Count)??.term)
            });
            let first = first.await?;
            if first.first().is_some_and(|term| *term < from.term) {
                before = middle;
            } else {
                after = middle;
            }
        }
        source.next_block = before;
        loop {
            source.fill(reader).await?;
            while source.term().is_some_and(|term| *term < from.term) {
                source.lists.pop_front();
            }
            if !source.lists.is_empty() || source.is_read() {
                return Ok(source);
            }
        }
    }

    fn is_read(&self) -> bool {
        self.run.is_none_or(|run| self.next_block == run.blocks)
    }

    /// Returns the term of the next list, if there is one in memory.
    pub(super) fn term(&self) -> Option<&Term> {
        self.lists.front().map(|(term, _)| term)
    }

    /// Reads the next blocks if no list is left in memory.
    pub(super) async fn fill<I: Items + Sync>(
        &mut self,
        reader: &Reader<'_, I>,
    ) -> Result<(), CompactionError<I::Error>> {
        let Some(run) = self.run.filter(|run| self.lists.is_empty() && self.next_block < run.blocks) else {
            return Ok(());
        };
        let end = run.blocks.min(self.next_block + BLOCKS_AT_ONCE);
        let keys: Vec<_> =
            (self.next_block..end).map(|block| ItemKey::Block { run: run.slot, block }).collect();
        let mut last = self.last.take();
        let read = |_, bytes: &[u8]| -> Result<Vec<TermList>, Malformed> {
            let entries = Block::read(bytes)?.entries();
            let lists =
                entries.map(|entry| entry.map(|entry| (entry.term, entry.list.occurrences().collect())));
            let lists: Vec<TermList> = lists.collect::<Result<_, _>>()?;
            // A list may go on from one block to the next.
            if last > lists.first().map(|(term, _)| term.clone()) {
                return Err(Malformed::Order);
            }
            last = lists.last().map(|(term, _)| term.clone());
            Ok(lists)
        };
        for lists in reader.read(&keys, run.number, read).await? {
            self.lists.extend(lists);
        }
        self.last = last;
        self.next_block = end;
        Ok(())
    }

    /// Takes the list of a term, and adds it with the new numbers to `list`. The list may go on in the next
    /// block.
    pub(super) async fn take<I: Items + Sync>(
        &mut self,
        reader: &Reader<'_, I>,
        term: &Term,
        list: &mut Vec<Occurrence>,
    ) -> Result<(), CompactionError<I::Error>> {
        while self.term() == Some(term)
            && let Some((_, occurrences)) = self.lists.pop_front()
        {
            match self.run {
                None => list.extend(occurrences),
                Some(run) => self.renumber(run, occurrences, list)?,
            }
            self.fill(reader).await?;
        }
        Ok(())
    }

    fn renumber<E: std::error::Error>(
        &self,
        run: Run,
        occurrences: Vec<Occurrence>,
        list: &mut Vec<Occurrence>,
    ) -> Result<(), CompactionError<E>> {
        for Occurrence { posting, places } in occurrences {
            let number = usize::try_from(posting.document.0).ok().and_then(|number| self.numbers.get(number));
            let Some(number) = number.copied() else {
                let key = ItemKey::Block { run: run.slot, block: self.next_block.saturating_sub(1) };
                return Err(malformed(key, Malformed::Number { limit: run.documents.into() }));
            };
            if number != DROPPED {
                let posting = Posting { document: DocumentNumber(number), ..posting };
                list.push(Occurrence { posting, places });
            }
        }
        Ok(())
    }
}
