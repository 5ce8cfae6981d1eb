//! The steps of a merge: what each one puts, and the head after it.

use std::collections::BTreeMap;

use packed_index::{
    Block, BlockWriter, Document, Fence, Fences, Filled, FirstRunBlock, Joined, Lists, Merge, MergeMap,
    Occurrence, Posting, SlotEntry, Tombstones, documents_from_bytes, documents_to_bytes, join,
    slot_from_bytes,
};
use packed_index::{DocumentNumber, WriteNumber};

use crate::favorite::terms_of;
use crate::head::{DOCUMENTS_IN_ITEM, Head, Job, Run, SIZES, Source};
use crate::store::{Flaw, Key, Put, SetPlace, Store};

/// A new block, and the fence after it if there is one.
type NewBlock = (Vec<u8>, Option<Fence>);

fn text<T: std::fmt::Debug>(error: T) -> String {
    format!("{error:?}")
}

/// Reads all documents of a run.
pub(crate) fn documents_of(store: &Store, set: SetPlace, run: Run) -> Result<Vec<Document>, String> {
    let count = usize::try_from(run.documents).map_err(text)?;
    let mut documents = Vec::new();
    for item in 0..count.div_ceil(DOCUMENTS_IN_ITEM) {
        let bytes = store.get(&Key::Documents(set, run.slot, item), run.number)?;
        documents.extend(documents_from_bytes(bytes).map_err(text)?);
    }
    if documents.len() == count { Ok(documents) } else { Err("documents are missing".to_owned()) }
}

/// Reads a text slot.
pub(crate) fn text_slot(store: &Store, (slot, number): (u8, WriteNumber)) -> Result<Vec<SlotEntry>, String> {
    slot_from_bytes(store.get(&Key::Text(slot), number)?).map_err(text)
}

/// Returns the puts of the next step and the head after it. It reads only the head and the items of the merged runs.
pub(crate) fn step(
    store: &Store,
    stale: &BTreeMap<SetPlace, Fences>,
    head: &Head,
) -> Result<(Vec<Put>, Head), String> {
    let Some(mut job) = head.job.clone() else { return Ok((Vec::new(), head.clone())) };
    let mut after = head.clone();
    let number = job.number;
    let put = |key, bytes| Put { key, number, bytes };
    let Some(fence) = job.fence.clone() else {
        let joined = joined(store, head, &job.source)?;
        let mut puts = Vec::new();
        for (item, documents) in joined.documents.chunks(DOCUMENTS_IN_ITEM).enumerate() {
            let bytes = documents_to_bytes(documents).map_err(text)?;
            puts.push(put(Key::Documents(job.target, job.slot, item), bytes));
        }
        puts.push(put(Key::Map(job.target, job.slot), joined.map.to_bytes()));
        job.documents = u32::try_from(joined.documents.len()).map_err(text)?;
        job.fence = Some(Fence::default());
        after.job = Some(job);
        return Ok((puts, after));
    };
    let fences = match store.flaw {
        Some(Flaw::StaleFences) => stale.get(&job.target).or(head.set(job.target).fences.as_ref()),
        _ => head.set(job.target).fences.as_ref(),
    };
    let fences = fences.filter(|_| job.chosen.is_none());
    let (bytes, next) = match &job.source {
        Source::Texts(_) => block_of_texts(store, head, &job, &fence, fences)?,
        Source::Set(set) => block_of_runs(store, head, &job, *set, &fence, fences)?,
    };
    job.blocks += 1;
    job.bytes += bytes.len();
    let puts = vec![put(Key::Block(job.target, fence, job.slot), bytes)];
    match next {
        Some(next) => {
            if let Some(chosen) = &mut job.chosen {
                chosen.push(next.clone()).map_err(text)?;
            }
            job.fence = Some(next);
            after.job = Some(job);
        }
        None => after.finish(job),
    }
    Ok((puts, after))
}

/// Joins the documents of what is merged.
fn joined(store: &Store, head: &Head, source: &Source) -> Result<Joined, String> {
    let mut inputs: Vec<Vec<Document>> = Vec::new();
    match source {
        Source::Texts(texts) => {
            for slot in texts {
                inputs.push(text_slot(store, *slot)?.into_iter().map(|entry| entry.document).collect());
            }
        }
        Source::Set(set) => {
            for run in &head.set(*set).runs {
                inputs.push(documents_of(store, *set, *run)?);
            }
        }
    }
    let inputs: Vec<_> = inputs.iter().map(Vec::as_slice).collect();
    let keeps = head.has_older_runs(source) && store.flaw != Some(Flaw::EarlyDrop);
    join(&inputs, if keeps { Tombstones::Keep } else { Tombstones::Drop }).map_err(text)
}

fn block_of_texts(
    store: &Store,
    head: &Head,
    job: &Job,
    fence: &Fence,
    fences: Option<&Fences>,
) -> Result<NewBlock, String> {
    let Source::Texts(texts) = &job.source else { return Err("no texts are merged".to_owned()) };
    let mut entries = Vec::new();
    for slot in texts {
        entries.extend(text_slot(store, *slot)?);
    }
    let mut lists = Lists::default();
    for (number, document) in (0..).map(DocumentNumber).zip(joined(store, head, &job.source)?.documents) {
        let is_it = |entry: &&SlotEntry| {
            (entry.document.id, entry.document.version) == (document.id, document.version)
        };
        let entry = entries.iter().find(is_it).ok_or("a document has no entry")?;
        for (term, (in_title, positions)) in terms_of(&entry.text) {
            lists.add(term, Occurrence { posting: Posting { document: number, in_title }, positions });
        }
    }
    if let Some(fences) = fences {
        let next = fences.after(fence);
        return Ok((lists.block(fence, next, job.documents).map_err(text)?, next.cloned()));
    }
    match lists.fill(fence, job.documents, SIZES).map_err(text)? {
        Filled::Full(bytes, next) => Ok((bytes, Some(next))),
        Filled::HasRoom(block) => Ok((block.finish(None).map_err(text)?, None)),
    }
}

fn block_of_runs(
    store: &Store,
    head: &Head,
    job: &Job,
    set: SetPlace,
    fence: &Fence,
    fences: Option<&Fences>,
) -> Result<NewBlock, String> {
    let map = store.get(&Key::Map(job.target, job.slot), job.number)?;
    let set_now = head.set(set);
    let merge = Merge::new(&MergeMap::from_bytes(map).map_err(text)?, set_now.runs.len());
    let old = set_now.fences.as_ref().ok_or("the merged set has no fences")?;
    let next = fences.and_then(|fences| fences.after(fence));
    let mut needed = merge.needed(old, fence, if fences.is_some() { next } else { Some(fence) });
    loop {
        let mut stored = Vec::new();
        for (index, run) in set_now.runs.iter().enumerate() {
            let mut blocks = Vec::new();
            for at in old.as_slice().get(needed.clone()).ok_or("a merge needs more blocks than there are")? {
                let bytes = store.get(&Key::Block(set, at.clone(), run.slot), run.number)?.to_vec();
                let is_lost = store.flaw == Some(Flaw::LostBlock) && index == 0 && *fence > Fence::default();
                blocks.push((at.clone(), if is_lost { empty_block(at, old.after(at))? } else { bytes }));
            }
            stored.push(blocks);
        }
        let mut runs = Vec::new();
        for blocks in &stored {
            let read = blocks.iter().map(|(at, bytes)| Block::read(at.clone(), bytes));
            runs.push(read.collect::<Result<Vec<_>, _>>().map_err(text)?);
        }
        if fences.is_some() {
            return Ok((merge.block(&runs, fence, next).map_err(text)?, next.cloned()));
        }
        match merge.first_run_block(&runs, fence, SIZES).map_err(text)? {
            FirstRunBlock::Block(bytes, next) => return Ok((bytes, Some(next))),
            FirstRunBlock::Last(bytes) => return Ok((bytes, None)),
            FirstRunBlock::NeedsMore => needed.end += 1,
        }
    }
}

fn empty_block(fence: &Fence, next: Option<&Fence>) -> Result<Vec<u8>, String> {
    BlockWriter::new(fence.clone()).finish(next).map_err(text)
}
