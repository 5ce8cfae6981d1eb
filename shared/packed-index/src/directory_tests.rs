use proptest::collection::btree_set;
use proptest::prelude::*;

use super::*;
use crate::samples::term;

fn start(text: &str, document: u32) -> BlockStart {
    BlockStart { term: term(text), document: DocumentNumber(document) }
}

fn starts() -> impl Strategy<Value = Vec<BlockStart>> {
    btree_set(("[a-c]{0,3}", 0_u32..3), 1..20)
        .prop_map(|starts| starts.into_iter().map(|(text, document)| start(&text, document)).collect())
}

/// Returns the items of the directory of a run whose blocks begin at these places.
fn items(starts: &[BlockStart], in_part: u32) -> Vec<(u32, Vec<u8>)> {
    if starts.len() < in_part as usize {
        return vec![(ROOT, starts_to_bytes(starts))];
    }
    let parts: Vec<_> = starts.chunks(in_part as usize).collect();
    let root: Vec<_> = parts.iter().map(|part| part[0].clone()).collect();
    let parts = (ROOT + 1..).zip(parts).map(|(number, part)| (number, starts_to_bytes(part)));
    [(ROOT, starts_to_bytes(&root))].into_iter().chain(parts).collect()
}

/// Asks until all items that an answer needs are read.
fn ask<T>(
    directory: &mut Directory,
    items: &[(u32, Vec<u8>)],
    question: impl Fn(&Directory) -> Result<T, Unread>,
) -> T {
    for _ in 0..4 {
        match question(directory) {
            Ok(answer) => return answer,
            Err(Unread(item)) => {
                let bytes = &items.iter().find(|(number, _)| *number == item).expect("the item exists").1;
                directory.note(item, bytes).expect("it has all its blocks");
            }
        }
    }
    panic!("more than three items were asked for");
}

proptest! {
    #[test]
    fn a_directory_finds_the_block_of_each_place(starts in starts(), in_part in 1_u32..6, text in "[a-d]{0,3}", document in 0_u32..4) {
        let items = items(&starts, in_part);
        let blocks = u32::try_from(starts.len()).expect("there are few blocks");
        let mut directory = Directory::new(blocks, in_part);
        let place = start(&text, document);
        let block = ask(&mut directory, &items, |directory| directory.block_at(&place));
        let expected = starts.iter().rposition(|start| *start <= place).unwrap_or_default();
        prop_assert_eq!(block as usize, expected);
        for block in 0..=blocks {
            let found = ask(&mut directory, &items, |directory| directory.start(block).map(Option::<&BlockStart>::cloned));
            prop_assert_eq!(found.as_ref(), starts.get(block as usize));
        }
        prop_assert_eq!(directory.parts().len(), items.len() - 1);
    }

    #[test]
    fn entries_are_read_as_they_were_written(starts in starts()) {
        prop_assert_eq!(starts_from_bytes(&starts_to_bytes(&starts)), Ok(starts));
    }

    #[test]
    fn any_bytes_are_entries_or_an_error(mut bytes: Vec<u8>) {
        bytes.insert(0, FORM);
        if let Ok(starts) = starts_from_bytes(&bytes) {
            prop_assert!(starts.is_sorted_by(|one, other| one < other));
        }
    }
}

#[test]
fn a_part_without_all_of_its_blocks_is_damaged() {
    let starts = [start("a", 0), start("b", 0), start("b", 7)];
    let bytes = starts_to_bytes(&starts[..2]);
    assert_eq!(Directory::new(3, 9).note(ROOT, &bytes), Err(Malformed::Count));
    assert_eq!(Directory::new(3, 3).note(ROOT, &bytes), Err(Malformed::Count), "the root has one part");
    assert_eq!(Directory::new(3, 2).note(2, &bytes), Err(Malformed::Count), "the last part has one block");
    assert_eq!(Directory::new(3, 2).note(1, &bytes), Ok(()));
}
