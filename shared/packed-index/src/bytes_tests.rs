use proptest::prelude::*;

use super::*;

proptest! {
    #[test]
    fn a_number_is_read_as_it_was_written(number: u64, after: Vec<u8>) {
        let mut bytes = Vec::new();
        put_number(number, &mut bytes);
        bytes.extend(&after);
        let mut read = Bytes::new(&bytes);
        prop_assert_eq!(read.number(), Ok(number));
        prop_assert_eq!(read.rest(), &after);
    }

    #[test]
    fn a_cut_number_is_truncated(number in 128u64..) {
        let mut bytes = Vec::new();
        put_number(number, &mut bytes);
        bytes.pop();
        prop_assert_eq!(Bytes::new(&bytes).number(), Err(Malformed::Truncated));
    }
}

#[test]
fn a_number_of_more_than_64_bits_is_refused() {
    let limit = u64::MAX;
    assert_eq!(Bytes::new(&[0xff; 11]).number(), Err(Malformed::Number { limit }));
}

#[test]
fn a_count_beyond_the_end_is_refused() {
    assert_eq!(Bytes::new(&[3, 0, 0]).count(), Err(Malformed::Truncated));
    assert_eq!(Bytes::new(&[2, 0, 0]).count(), Ok(2));
}

#[test]
fn another_form_is_refused() {
    assert_eq!(Bytes::of_form(&[2, 0], 1).map(|_| ()), Err(Malformed::Form { given: 2, known: 1 }));
    assert_eq!(Bytes::of_form(&[], 1).map(|_| ()), Err(Malformed::Truncated));
}
