use proptest::collection::{btree_map, btree_set, vec};
use proptest::prelude::*;

use super::*;
use crate::block::TermList;
use crate::document::Document;
use crate::fence::Chunk;
use crate::merge::{Joined, Tombstones, join};
use crate::numbers::FavoriteId;
use crate::posting::Places;
use crate::samples::{document, lists, term};

const SMALL: BlockSizes = BlockSizes { block: 60, chunk: 40 };
/// The number of favorites of all runs together.
const FAVORITES: u32 = 60;

/// A run of a merge, with its lists.
#[derive(Debug, Clone)]
struct Run {
    documents: Vec<Document>,
    lists: Vec<TermList>,
}

fn run() -> impl Strategy<Value = Run> {
    btree_map(0..u128::from(FAVORITES), 0_u64..9, 1..40).prop_flat_map(|versions| {
        let documents: Vec<_> =
            versions.into_iter().rev().map(|(id, version)| document(FavoriteId(id), version)).collect();
        let count = u32::try_from(documents.len()).expect("there are few documents");
        lists(count).prop_map(move |lists| Run { documents: documents.clone(), lists })
    })
}

fn fences() -> impl Strategy<Value = Fences> {
    btree_set(("[a-c]{1,2}", prop_oneof![Just(0), any::<u16>()]), 0..12).prop_map(|set| {
        let mut fences = Fences::default();
        for (text, chunk) in set {
            fences
                .push(Fence { term: term(&text), chunk: Chunk(chunk) })
                .expect("a set is in ascending order");
        }
        fences
    })
}

fn lists_of(lists: &[TermList]) -> Lists {
    let mut all = Lists::default();
    for (term, list) in lists {
        for occurrence in list {
            all.add(term.clone(), *occurrence);
        }
    }
    all
}

/// The blocks of the runs at these fences.
fn stored(runs: &[Run], fences: &Fences) -> Vec<Vec<(Fence, Vec<u8>)>> {
    let block = |run: &Run, fence: &Fence| {
        let documents = u32::try_from(run.documents.len()).expect("there are few documents");
        let bytes = lists_of(&run.lists).block(fence, fences.after(fence), documents);
        (fence.clone(), bytes.expect("the lists are in order"))
    };
    runs.iter().map(|run| fences.as_slice().iter().map(|fence| block(run, fence)).collect()).collect()
}

fn read(stored: &[Vec<(Fence, Vec<u8>)>], range: Range<usize>) -> Vec<Vec<Block<'_>>> {
    let mut blocks = Vec::new();
    for run in stored {
        let mut of_run = Vec::new();
        for (fence, bytes) in &run[range.clone()] {
            of_run.push(Block::read(fence.clone(), bytes).expect("it is a block"));
        }
        blocks.push(of_run);
    }
    blocks
}

fn joined(runs: &[Run]) -> Joined {
    let documents: Vec<_> = runs.iter().map(|run| run.documents.as_slice()).collect();
    join(&documents, Tombstones::Keep).expect("the runs are in order")
}

/// The lists of the new run, by a comparison of ids and versions.
fn expected(runs: &[Run], joined: &Joined) -> Lists {
    let mut lists = Lists::default();
    for (number, found) in (0..).zip(&joined.documents) {
        // The newest of the runs that have this version.
        let is_it = |one: &Document| (one.id, one.version) == (found.id, found.version);
        let (run, old) = runs
            .iter()
            .filter_map(|run| Some((run, run.documents.iter().position(is_it)?)))
            .next_back()
            .expect("each document comes from a run");
        for (term, list) in &run.lists {
            for occurrence in list.iter().filter(|one| one.posting.document.0 as usize == old) {
                let posting = Posting { document: DocumentNumber(number), ..occurrence.posting };
                lists.add(term.clone(), Occurrence { posting, ..*occurrence });
            }
        }
    }
    lists
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn a_merged_block_contains_the_new_run_between_its_fences(
        runs in vec(run(), 1..4), old in fences(), new in fences(),
    ) {
        let (stored, joined) = (stored(&runs, &old), joined(&runs));
        let merge = Merge::new(&joined.map, runs.len());
        let expected = expected(&runs, &joined);
        for fence in new.as_slice() {
            let next = new.after(fence);
            let blocks = read(&stored, merge.needed(&old, fence, next));
            let block = merge.block(&blocks, fence, next);
            prop_assert_eq!(Ok(block), expected.block(fence, next, merge.documents()).map(Ok));
        }
    }

    #[test]
    fn the_first_run_contains_everything_whatever_the_fences_of_the_old_runs(runs in vec(run(), 1..4), old in fences()) {
        let (stored, joined) = (stored(&runs, &old), joined(&runs));
        let merge = Merge::new(&joined.map, runs.len());
        let expected = expected(&runs, &joined);
        let mut fence = Fence::default();
        loop {
            let Range { start, mut end } = merge.needed(&old, &fence, Some(&fence));
            let (bytes, next) = loop {
                match merge.first_run_block(&read(&stored, start..end), &fence, SMALL).expect("the blocks are whole") {
                    FirstRunBlock::Block(bytes, next) => break (bytes, Some(next)),
                    FirstRunBlock::Last(bytes) => break (bytes, None),
                    FirstRunBlock::NeedsMore => end += 1,
                }
            };
            prop_assert_eq!(Ok(bytes), expected.block(&fence, next.as_ref(), merge.documents()));
            let Some(next) = next else { break };
            prop_assert!(next > fence);
            fence = next;
        }
    }

    #[test]
    fn a_missing_block_is_noticed(runs in vec(run(), 2..4), old in fences(), lost: prop::sample::Index) {
        let (stored, joined) = (stored(&runs, &old), joined(&runs));
        let merge = Merge::new(&joined.map, runs.len());
        let mut blocks = read(&stored, 0..old.as_slice().len());
        prop_assert!(merge.block(&blocks, &Fence::default(), None).is_ok());
        blocks[1].remove(lost.index(old.as_slice().len()));
        prop_assert_eq!(merge.block(&blocks, &Fence::default(), None), Err(MergeError::Missing { run: 1 }));
    }
}

proptest! {
    #[test]
    fn a_merge_of_damaged_blocks_gives_a_block_or_an_error(
        run in run(), position: prop::sample::Index, value: u8, text in "[a-c]{0,2}", chunk: u16,
    ) {
        let runs = [run.clone(), run];
        let (mut stored, joined) = (stored(&runs, &Fences::default()), joined(&runs));
        let bytes = &mut stored[0][0].1;
        let position = position.index(bytes.len());
        bytes[position] = value;
        let merge = Merge::new(&joined.map, 2);
        let read = stored.iter().map(|run| Ok(vec![Block::read(Fence::default(), &run[0].1)?]));
        if let Ok(blocks) = read.collect::<Result<Vec<_>, Malformed>>() {
            let next = Fence { term: term(&text), chunk: Chunk(chunk.max(1)) };
            let _ = merge.block(&blocks, &Fence::default(), Some(&next));
            let _ = merge.block(&blocks, &next, None);
            let _ = merge.first_run_block(&blocks, &next, SMALL);
        }
    }
}

#[test]
fn a_document_beyond_the_end_of_its_run_is_refused() {
    let (merged, other) = (document(FavoriteId(1), 1), document(FavoriteId(2), 1));
    let lists = [(
        term("a"),
        vec![Occurrence {
            posting: Posting { document: DocumentNumber(1), in_title: false },
            places: Places::default(),
        }],
    )];
    let bytes = lists_of(&lists).block(&Fence::default(), None, 2).unwrap();
    let merge = Merge::new(&join(&[&[merged], &[other]], Tombstones::Keep).unwrap().map, 2);
    let block = Block::read(Fence::default(), &bytes).unwrap();
    let refused = MergeError::Document { run: 0, document: DocumentNumber(1), documents: 1 };
    assert_eq!(merge.block(&[vec![block.clone()], vec![block]], &Fence::default(), None), Err(refused));
}
