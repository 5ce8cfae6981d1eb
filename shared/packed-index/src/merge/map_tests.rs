use proptest::collection::vec;
use proptest::prelude::*;

use super::*;

fn map(pushes: &[(u8, bool)]) -> MergeMap {
    let mut map = MergeMap::default();
    for (run, kept) in pushes {
        map.push(*run, *kept);
    }
    map
}

proptest! {
    #[test]
    fn a_map_is_read_as_it_was_written(pushes in vec((0_u8..64, any::<bool>()), 0..50)) {
        let map = map(&pushes);
        prop_assert_eq!(MergeMap::from_bytes(&map.to_bytes()), Ok(map));
    }

    #[test]
    fn any_bytes_are_a_map_or_an_error(mut bytes: Vec<u8>) {
        bytes.insert(0, FORM);
        let _ = MergeMap::from_bytes(&bytes);
    }

    #[test]
    fn two_parts_of_a_map_make_the_whole(pushes in vec((0_u8..3, any::<bool>()), 0..50), part: prop::sample::Index) {
        let (newer, older) = pushes.split_at(part.index(pushes.len() + 1));
        let mut whole = map(newer);
        whole.append(&map(older));
        prop_assert_eq!(whole, map(&pushes));
    }
}

#[test]
fn a_stretch_takes_a_few_bytes_whatever_its_length() {
    assert_eq!(map(&[(3, true); 8_000]).to_bytes().len(), 4);
}

#[test]
fn more_documents_than_a_number_can_count_are_refused() {
    let mut bytes = vec![FORM, 0];
    put_number(u32::MAX, &mut bytes);
    bytes.extend([1, 1]);
    assert_eq!(MergeMap::from_bytes(&bytes), Err(Malformed::Number { limit: u32::MAX.into() }));
}
