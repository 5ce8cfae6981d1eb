use proptest::prelude::*;

use super::*;
use crate::block::Block;
use crate::numbers::DocumentNumber;
use crate::posting::{Places, Posting};
use crate::samples::{lists, term};

const SMALL: BlockSizes = BlockSizes { block: 60, chunk: 40 };

/// Divides the lists of a run into blocks.
fn blocks(lists: &[TermList], documents: u32, sizes: BlockSizes) -> Vec<(Fence, Vec<u8>)> {
    let mut blocks = Vec::new();
    let mut fence = Fence::default();
    loop {
        let place = fence.place(documents);
        let rest: Vec<TermList> = lists
            .iter()
            .filter(|(term, _)| *term >= *place.term)
            .map(|(term, list)| {
                let is_left =
                    |one: &&Occurrence| term != place.term || one.posting.document >= place.document;
                (term.clone(), list.iter().filter(is_left).copied().collect())
            })
            .filter(|(_, list): &TermList| !list.is_empty())
            .collect();
        match fill(fence.clone(), &rest, documents, sizes).expect("the lists are in order") {
            Filled::Full(bytes, next) => blocks.push((std::mem::replace(&mut fence, next), bytes)),
            Filled::HasRoom(block) => {
                blocks.push((fence, block.finish(None).expect("the last block has no next fence")));
                return blocks;
            }
        }
    }
}

/// The lists that the blocks contain together.
fn contents(blocks: &[(Fence, Vec<u8>)]) -> Vec<TermList> {
    let mut lists: Vec<TermList> = Vec::new();
    for (fence, bytes) in blocks {
        for entry in Block::read(fence.clone(), bytes).expect("it is a block").entries() {
            let entry = entry.expect("the block is whole");
            match lists.last_mut() {
                Some((previous, list)) if *previous == entry.term => list.extend(entry.list.occurrences()),
                _ => lists.push((entry.term, entry.list.occurrences().collect())),
            }
        }
    }
    lists
}

fn long_list(documents: u32) -> TermList {
    let occurrence = |document| Occurrence {
        posting: Posting { document: DocumentNumber(document), in_title: document % 7 == 0 },
        places: Places::of([document % 50]),
    };
    (term("quartz"), (0..documents).map(occurrence).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn blocks_contain_all_lists_once(lists in lists(300)) {
        prop_assert_eq!(contents(&blocks(&lists, 300, SMALL)), lists);
    }

    #[test]
    fn each_block_names_the_fence_of_the_next_one(lists in lists(300)) {
        let blocks = blocks(&lists, 300, SMALL);
        for (at, (fence, bytes)) in blocks.iter().enumerate() {
            let block = Block::read(fence.clone(), bytes).expect("it is a block");
            prop_assert_eq!(block.next(), blocks.get(at + 1).map(|(fence, _)| fence));
        }
    }
}

#[test]
fn a_long_list_is_divided_into_chunks_below_the_limit() {
    let lists = [(term("a"), long_list(3).1), long_list(4_096), (term("z"), long_list(3).1)];
    let blocks = blocks(&lists, 4_096, BlockSizes::STORED);
    assert_eq!(contents(&blocks), lists);
    let sizes: Vec<_> = blocks.iter().map(|(_, bytes)| bytes.len()).collect();
    assert_eq!(blocks.len(), 4);
    assert!(sizes.iter().all(|size| *size <= BlockSizes::STORED.block), "{sizes:?}");
    assert!(sizes[1..3].iter().all(|size| *size > 1_400), "{sizes:?}");
}

#[test]
fn one_document_that_exceeds_the_size_gets_a_block_to_itself() {
    let large = |document| Occurrence {
        posting: Posting { document: DocumentNumber(document), in_title: false },
        places: Places::of(0..5_000),
    };
    let lists = [(term("quartz"), vec![large(0), large(1), large(2)])];
    let blocks = blocks(&lists, 3, BlockSizes { block: 4, chunk: 4 });
    assert_eq!(contents(&blocks), lists);
    assert_eq!(blocks.len(), 3);
}

#[test]
fn fences_are_outgrown_when_blocks_have_twice_their_size_on_average() {
    assert!(!BlockSizes::STORED.are_outgrown(10, 36_000));
    assert!(BlockSizes::STORED.are_outgrown(10, 36_001));
}
