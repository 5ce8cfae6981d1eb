use proptest::collection::vec;
use proptest::prelude::*;

use super::*;

proptest! {
    #[test]
    fn codes_are_read_as_they_were_written(numbers in vec(0_u32..2_000, 0..40), width in 0_u8..12, mark: bool) {
        let mut writer = BitWriter::default();
        for number in &numbers {
            writer.push_code(*number, width);
            writer.push(mark);
        }
        let bytes = writer.into_bytes();
        let mut reader = BitReader::new(Bytes::new(&bytes));
        for number in &numbers {
            prop_assert_eq!((reader.read_code(width), reader.read()), (Ok(*number), Ok(mark)));
        }
        prop_assert_eq!(reader.bytes_read(), bytes.len());
        let bits: u64 = numbers.iter().map(|number| code_length(*number, width) + 1).sum();
        prop_assert_eq!(bits.div_ceil(8), bytes.len() as u64);
    }

    #[test]
    fn any_bytes_are_codes_or_an_error(bytes: Vec<u8>, width in 0..=MAX_WIDTH) {
        let mut reader = BitReader::new(Bytes::new(&bytes));
        while reader.read_code(width).is_ok() {
            prop_assert!(reader.bytes_read() <= bytes.len());
        }
    }
}

#[test]
fn the_largest_number_is_read_at_the_largest_width() {
    let mut writer = BitWriter::default();
    writer.push_code(u32::MAX, MAX_WIDTH);
    let bytes = writer.into_bytes();
    assert_eq!(BitReader::new(Bytes::new(&bytes)).read_code(MAX_WIDTH), Ok(u32::MAX));
}

#[test]
fn a_number_beyond_32_bits_is_refused() {
    let limit = u32::MAX.into();
    // Two zeros and a one: twice 2^31, which is 2^32.
    let bytes = [4, 0, 0, 0, 0];
    assert_eq!(BitReader::new(Bytes::new(&bytes)).read_code(31), Err(Malformed::Number { limit }));
}
