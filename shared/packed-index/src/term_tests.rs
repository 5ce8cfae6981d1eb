use proptest::collection::vec;
use proptest::prelude::*;

use super::*;

fn term() -> impl Strategy<Value = Term> {
    vec(0u8..2, 0..=TERM_BYTES).prop_map(|bytes| Term::new(bytes).expect("it is short enough"))
}

proptest! {
    #[test]
    fn a_term_is_read_as_it_was_written(previous in term(), term in term()) {
        let mut bytes = Vec::new();
        term.put_after(Some(&previous), &mut bytes);
        let mut read = Bytes::new(&bytes);
        prop_assert_eq!(Term::read_after(Some(&previous), &mut read), Ok(term));
        prop_assert!(read.is_empty());
    }

    #[test]
    fn any_bytes_are_a_term_or_an_error(previous in term(), bytes: Vec<u8>) {
        let _ = Term::read_after(Some(&previous), &mut Bytes::new(&bytes));
    }
}

#[test]
fn a_short_term_costs_one_byte_and_its_own_bytes() {
    let (previous, term) = (Term::new("quartz").unwrap(), Term::new("quarry").unwrap());
    let mut bytes = Vec::new();
    term.put_after(Some(&previous), &mut bytes);
    assert_eq!(bytes, [0x42, b'r', b'y']);
}

#[test]
fn a_term_of_256_bytes_is_refused() {
    assert_eq!(Term::new(vec![0; 256]), Err(TermTooLong { given: 256 }));
    assert!(Term::new(vec![0; 255]).is_ok());
}
