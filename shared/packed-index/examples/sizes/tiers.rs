//! Writes a library change by change, with all merges, and counts write units.

use std::collections::BTreeMap;

use packed_index::{
    Block, BlockSizes, DOCUMENTS_IN_ITEM, Document, DocumentNumber, Fence, Fences, Filled, FirstRunBlock,
    Lists, Merge, SlotEntry, Tombstones, documents_to_bytes, join, slot_to_bytes,
};

use crate::corpus::Link;
use crate::terms::{Positions, add, document};

/// The bytes of an item besides its content: keys, names of attributes, the number.
pub(crate) const KEY_BYTES: usize = 100;
const RUNS_IN_SET: usize = 8;

/// The write units of an item with this content: one for each started KB.
pub(crate) fn units(content: usize) -> usize {
    (content + KEY_BYTES).div_ceil(1_024)
}

#[derive(Default)]
struct Set {
    fences: Fences,
    runs: Vec<Run>,
}

struct Run {
    documents: Vec<Document>,
    blocks: Vec<Vec<u8>>,
}

/// The write units by kind of item, and the sizes of blocks.
#[derive(Default)]
pub(crate) struct Written {
    pub(crate) texts: usize,
    pub(crate) documents: usize,
    pub(crate) maps: usize,
    pub(crate) blocks: usize,
    pub(crate) fences: usize,
    /// The number, the bytes and the largest of the blocks at fences that an earlier run chose.
    pub(crate) later_blocks: (usize, usize, usize),
    pub(crate) merges: Vec<usize>,
    /// The bytes of the blocks of a full set, for each fence.
    pub(crate) side_by_side: Vec<usize>,
}

/// A library that is written change by change.
pub(crate) struct Library {
    slot: usize,
    sizes: BlockSizes,
    texts: Vec<Vec<(Document, usize)>>,
    tiers: Vec<Set>,
    pub(crate) written: Written,
}

impl Library {
    /// Creates a library whose text slots have this number of favorites. Eight of them make a run.
    pub(crate) fn new(slot: usize, sizes: BlockSizes) -> Self {
        Self { slot, sizes, texts: vec![Vec::new()], tiers: Vec::new(), written: Written::default() }
    }

    /// Writes a version of the link with this index.
    pub(crate) fn write(&mut self, links: &[Link], link: usize, version: u64, live: bool) {
        let slot = self.texts.last_mut().expect("there is always a slot");
        slot.retain(|(document, _)| document.id.0 != links[link].id);
        slot.push((document(&links[link], version, live), link));
        if slot.len() < self.slot {
            return;
        }
        slot.sort_by_key(|(document, _)| std::cmp::Reverse(document.id));
        let text = |link: &Link| format!("{},{}", link.title, link.rest);
        let entries = slot
            .iter()
            .map(|(document, link)| SlotEntry { document: document.clone(), text: text(&links[*link]) });
        let bytes = slot_to_bytes(&entries.collect::<Vec<_>>()).expect("the documents are in order");
        self.written.texts += units(bytes.len());
        if self.texts.len() == RUNS_IN_SET {
            self.flush(links);
        }
        self.texts.push(Vec::new());
    }

    /// Makes a run of the text slots.
    fn flush(&mut self, links: &[Link]) {
        let texts = std::mem::take(&mut self.texts);
        let places: BTreeMap<_, _> =
            texts.iter().flatten().map(|(document, link)| ((document.id, document.version), *link)).collect();
        let documents: Vec<Vec<Document>> =
            texts.iter().map(|slot| slot.iter().map(|(document, _)| document.clone()).collect()).collect();
        let inputs: Vec<_> = documents.iter().map(Vec::as_slice).collect();
        let joined = join(&inputs, self.tombstones(0)).expect("the slots are in order");
        let mut lists = Lists::default();
        for (number, document) in (0..).map(DocumentNumber).zip(&joined.documents) {
            if document.live.is_some() {
                add(&mut lists, number, &links[places[&(document.id, document.version)]], Positions::Kept);
            }
        }
        let count = u32::try_from(joined.documents.len()).expect("a run is small");
        let target = self.target(0);
        let (blocks, fences) = divided(&lists, count, target, self.sizes);
        self.add_run(0, joined.documents, blocks, fences);
    }

    /// Merges the runs of a full set.
    fn merge(&mut self, tier: usize) {
        let merged = std::mem::take(&mut self.tiers[tier]);
        for at in 0..merged.fences.as_slice().len() {
            self.written
                .side_by_side
                .push(merged.runs.iter().map(|run| run.blocks[at].len() + KEY_BYTES).sum());
        }
        let inputs: Vec<_> = merged.runs.iter().map(|run| run.documents.as_slice()).collect();
        let joined = join(&inputs, self.tombstones(tier + 1)).expect("the runs are in order");
        self.written.maps += units(joined.map.to_bytes().len());
        let merge = Merge::new(&joined.map, merged.runs.len());
        let target = self.target(tier + 1);
        let (mut blocks, mut chosen) = (Vec::new(), Fences::default());
        if let Some(fences) = &target {
            for fence in fences.as_slice() {
                let next = fences.after(fence);
                let runs = read(&merged, merge.needed(&merged.fences, fence, next));
                blocks.push(merge.block(&runs, fence, next).expect("the runs are whole"));
            }
        } else {
            let mut fence = Fence::default();
            loop {
                let mut needed = merge.needed(&merged.fences, &fence, Some(&fence));
                let block = loop {
                    let runs = read(&merged, needed.clone());
                    match merge.first_run_block(&runs, &fence, self.sizes).expect("the runs are whole") {
                        FirstRunBlock::NeedsMore => needed.end += 1,
                        block => break block,
                    }
                };
                match block {
                    FirstRunBlock::Block(bytes, next) => {
                        blocks.push(bytes);
                        chosen.push(next.clone()).expect("fences ascend");
                        fence = next;
                    }
                    FirstRunBlock::Last(bytes) => {
                        blocks.push(bytes);
                        break;
                    }
                    FirstRunBlock::NeedsMore => {}
                }
            }
        }
        self.add_run(tier + 1, joined.documents, blocks, target.unwrap_or(chosen));
    }

    /// Returns the fences of a tier's set, if a run has chosen them.
    fn target(&mut self, tier: usize) -> Option<Fences> {
        if self.tiers.len() <= tier {
            self.tiers.push(Set::default());
        }
        let set = &self.tiers[tier];
        (!set.runs.is_empty()).then(|| set.fences.clone())
    }

    fn tombstones(&self, first_older: usize) -> Tombstones {
        let older = self.tiers.iter().skip(first_older).any(|set| !set.runs.is_empty());
        if older { Tombstones::Keep } else { Tombstones::Drop }
    }

    fn add_run(&mut self, tier: usize, documents: Vec<Document>, blocks: Vec<Vec<u8>>, fences: Fences) {
        let items = documents.chunks(usize::try_from(DOCUMENTS_IN_ITEM).expect("an item is small"));
        let items = items.map(|item| documents_to_bytes(item).expect("the documents are in order"));
        let document_units: usize = items.map(|bytes| units(bytes.len())).sum();
        let block_units: usize = blocks.iter().map(|bytes| units(bytes.len())).sum();
        self.written.documents += document_units;
        self.written.blocks += block_units;
        self.written.merges.push(document_units + block_units);
        let sizes = self.sizes;
        let set = &mut self.tiers[tier];
        if set.runs.is_empty() {
            self.written.fences += units(fences.to_bytes().len());
        } else {
            let (count, bytes, largest) = &mut self.written.later_blocks;
            *count += blocks.len();
            *bytes += blocks.iter().map(Vec::len).sum::<usize>();
            *largest = blocks.iter().map(Vec::len).max().unwrap_or_default().max(*largest);
        }
        set.fences = fences;
        set.runs.push(Run { documents, blocks });
        let is_outgrown =
            |run: &Run| sizes.are_outgrown(run.blocks.len(), run.blocks.iter().map(Vec::len).sum());
        if set.runs.len() == RUNS_IN_SET || set.runs.len() > 1 && set.runs.last().is_some_and(is_outgrown) {
            self.merge(tier);
        }
    }
}

fn read(set: &Set, range: std::ops::Range<usize>) -> Vec<Vec<Block<'_>>> {
    let mut runs = Vec::new();
    for run in &set.runs {
        let fences = set.fences.as_slice()[range.clone()].iter().zip(&run.blocks[range.clone()]);
        let blocks = fences.map(|(fence, bytes)| Block::read(fence.clone(), bytes).expect("it is a block"));
        runs.push(blocks.collect());
    }
    runs
}

/// Divides lists at fences, or at new ones.
pub(crate) fn divided(
    lists: &Lists,
    documents: u32,
    fences: Option<Fences>,
    sizes: BlockSizes,
) -> (Vec<Vec<u8>>, Fences) {
    let mut blocks = Vec::new();
    if let Some(fences) = fences {
        for fence in fences.as_slice() {
            blocks.push(lists.block(fence, fences.after(fence), documents).expect("the lists are in order"));
        }
        return (blocks, fences);
    }
    let (mut fences, mut fence) = (Fences::default(), Fence::default());
    loop {
        match lists.fill(&fence, documents, sizes).expect("the lists are in order") {
            Filled::Full(bytes, next) => {
                blocks.push(bytes);
                fences.push(next.clone()).expect("fences ascend");
                fence = next;
            }
            Filled::HasRoom(block) => {
                blocks.push(block.finish(None).expect("the block has no next fence"));
                return (blocks, fences);
            }
        }
    }
}
