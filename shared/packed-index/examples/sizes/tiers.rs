//! Writes a library change by change, with all merges, and counts write units.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use packed_index::{
    BlockSizes, Document, Fence, Filled, IndexLimits, IndexState, ItemKey, Items, Lists, Mention, Places,
    SetPlace, SlotEntry, StoredItem, Term, Terms, TextSlot, WriteNumber, slot_to_bytes,
};

use crate::corpus::Link;
use crate::terms::{Placing, document, terms_of};

/// The bytes of an item besides its content: keys, names of attributes, the number.
pub(crate) const KEY_BYTES: usize = 100;
/// The number of blocks that a step writes.
const STEP: u32 = 100;

/// The write units of an item with this content: one for each started KB.
pub(crate) fn units(content: usize) -> usize {
    (content + KEY_BYTES).div_ceil(1_024)
}

/// The write units by kind of item, and the sizes of blocks.
#[derive(Default)]
pub(crate) struct Written {
    pub(crate) texts: usize,
    pub(crate) documents: usize,
    pub(crate) maps: usize,
    pub(crate) blocks: usize,
    pub(crate) fences: usize,
    /// The number, the bytes and the largest of all blocks.
    pub(crate) block_sizes: (usize, usize, usize),
    /// The write units of each merge.
    pub(crate) merges: Vec<usize>,
    /// The number of sets whose fences were replaced.
    pub(crate) retired: usize,
}

impl Written {
    fn note(&mut self, key: &ItemKey, bytes: usize) {
        let sum = match key {
            ItemKey::Text { .. } => &mut self.texts,
            ItemKey::Documents { .. } => &mut self.documents,
            ItemKey::Map { .. } => &mut self.maps,
            ItemKey::Fences { .. } => &mut self.fences,
            ItemKey::Block { .. } => {
                let (count, sum, largest) = &mut self.block_sizes;
                (*count, *sum, *largest) = (*count + 1, *sum + bytes, bytes.max(*largest));
                &mut self.blocks
            }
        };
        *sum += units(bytes);
    }
}

/// The stored items.
#[derive(Default)]
pub(crate) struct Store(pub(crate) BTreeMap<ItemKey, StoredItem>);

impl Items for Store {
    type Error = Infallible;

    async fn read(&self, keys: &[ItemKey]) -> Result<Vec<Option<StoredItem>>, Infallible> {
        Ok(keys.iter().map(|key| self.0.get(key).cloned()).collect())
    }
}

/// The links by id, for the terms of text slots.
struct Links<'a>(BTreeMap<u128, &'a Link>);

impl Terms for Links<'_> {
    fn terms(&self, entry: &SlotEntry) -> BTreeMap<Term, Mention> {
        let link = self.0.get(&entry.document.id.0).expect("the corpus has all links");
        let mentions = terms_of(link, Placing::Kept).into_iter();
        mentions
            .map(|(term, (in_title, positions))| (term, Mention { in_title, places: Places::of(positions) }))
            .collect()
    }
}

/// Returns the result of a future that never waits.
pub(crate) fn now<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(result) => result,
        Poll::Pending => unreachable!("the items are in memory"),
    }
}

/// A library that is written change by change.
pub(crate) struct Library<'a> {
    slot: usize,
    pub(crate) limits: IndexLimits,
    links: Links<'a>,
    texts: Vec<(Document, usize)>,
    pub(crate) state: IndexState,
    revision: u64,
    pub(crate) store: Store,
    pub(crate) written: Written,
}

impl<'a> Library<'a> {
    /// Creates a library whose text slots have this number of favorites. Eight of them make a run.
    pub(crate) fn new(links: &'a [Link], slot: usize, blocks: BlockSizes) -> Self {
        let versions = u32::try_from(8 * slot).expect("slots are small");
        let limits =
            IndexLimits { text_versions: versions, text_bytes: u32::MAX, blocks, ..IndexLimits::STORED };
        Self {
            slot,
            limits,
            links: Links(links.iter().map(|link| (link.id, link)).collect()),
            texts: Vec::new(),
            state: IndexState::default(),
            revision: 0,
            store: Store::default(),
            written: Written::default(),
        }
    }

    /// Writes a version of the link with this index.
    pub(crate) fn write(&mut self, links: &[Link], link: usize, version: u64, live: bool) {
        self.texts.retain(|(document, _)| document.id.0 != links[link].id);
        self.texts.push((document(&links[link], version, live), link));
        if self.texts.len() < self.slot {
            return;
        }
        let mut texts = std::mem::take(&mut self.texts);
        texts.sort_by_key(|(document, _)| std::cmp::Reverse(document.id));
        let text = |link: &Link| format!("{},{}", link.title, link.rest);
        let entries =
            texts.into_iter().map(|(document, link)| SlotEntry { document, text: text(&links[link]) });
        self.put_texts(&entries.collect::<Vec<_>>());
        self.merge();
    }

    fn put_texts(&mut self, entries: &[SlotEntry]) {
        let bytes = slot_to_bytes(entries).expect("the documents are in order");
        let slot = self.state.free_slots(&self.limits, bytes.len()).next().expect("merges free slots");
        let number = WriteNumber(self.revision + 1);
        self.state.add_texts(TextSlot {
            slot,
            number,
            versions: u8::try_from(entries.len()).expect("slots are small"),
            bytes: u32::try_from(bytes.len()).expect("slots are small"),
        });
        self.put(ItemKey::Text { slot }, StoredItem { number, bytes });
        self.commit();
    }

    fn put(&mut self, key: ItemKey, item: StoredItem) {
        let present = self.store.0.get(&key).map(|present| present.number);
        assert!(item.number.may_replace(present), "{key} is not free");
        self.written.note(&key, item.bytes.len());
        self.store.0.insert(key, item);
    }

    fn commit(&mut self) {
        self.revision += 1;
        self.state.plan(self.revision, &self.limits);
    }

    /// Does all merges that are due.
    fn merge(&mut self) {
        let mut merge = 0;
        while self.state.is_merging() {
            let step = now(self.state.work(&self.store, &self.links, &self.limits, STEP));
            let step = step.expect("the items are whole").expect("a merge is under way");
            for put in step.puts {
                merge += units(put.item.bytes.len());
                self.put(put.key, put.item);
            }
            self.state = step.after;
            if !self.state.is_merging() {
                self.written.merges.push(std::mem::take(&mut merge));
            }
            self.sweep();
            self.commit();
        }
    }

    fn sweep(&mut self) {
        for set in self.state.retired().to_vec() {
            self.written.retired += 1;
            self.state.forget(set);
        }
    }

    /// Returns the bytes of the blocks side by side in the sets with the most runs: for each fence, those of all runs.
    pub(crate) fn side_by_side(&self) -> Vec<usize> {
        let full = self.state.sets().filter(|set| set.runs().len() + 1 >= usize::from(self.limits.runs));
        let places: Vec<SetPlace> = full.map(packed_index::RunSet::place).collect();
        let mut sums: BTreeMap<(SetPlace, &Fence), usize> = BTreeMap::new();
        for (key, item) in &self.store.0 {
            if let ItemKey::Block { set, fence, .. } = key
                && places.contains(set)
            {
                *sums.entry((*set, fence)).or_default() += item.bytes.len() + KEY_BYTES;
            }
        }
        sums.into_values().collect()
    }
}

/// Divides the lists of a run at new fences.
pub(crate) fn divided(lists: &Lists, documents: u32, sizes: BlockSizes) -> Vec<Vec<u8>> {
    let (mut blocks, mut fence) = (Vec::new(), Fence::default());
    loop {
        match lists.fill(&fence, documents, sizes).expect("the lists are in order") {
            Filled::Full(bytes, next) => {
                blocks.push(bytes);
                fence = next;
            }
            Filled::HasRoom(block) => {
                blocks.push(block.finish(None).expect("the block has no next fence"));
                return blocks;
            }
        }
    }
}
