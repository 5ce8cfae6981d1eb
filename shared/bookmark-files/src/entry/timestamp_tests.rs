use super::{DateProblem, Timestamp};

fn millis(text: &str) -> Result<Option<u64>, DateProblem> {
    Timestamp::read(text).map(|time| time.map(Timestamp::as_millis))
}

#[test]
fn the_unit_of_a_number_follows_from_its_size() {
    assert_eq!(millis("1"), Ok(Some(1_000)));
    assert_eq!(millis("1700000000"), Ok(Some(1_700_000_000_000)));
    assert_eq!(millis("99999999999"), Ok(Some(99_999_999_999_000)));
    assert_eq!(millis("100000000000"), Ok(Some(100_000_000_000)));
    assert_eq!(millis("1700000000123"), Ok(Some(1_700_000_000_123)));
    assert_eq!(millis("99999999999999"), Ok(Some(Timestamp::MAX.as_millis())));
    assert_eq!(millis("1700000000123456"), Ok(Some(1_700_000_000_123)));
    assert_eq!(millis("100000000000000"), Ok(Some(100_000_000_000)));
    assert_eq!(millis("99999999999999999"), Ok(Some(Timestamp::MAX.as_millis())));
}

#[test]
fn zero_and_nothing_mean_unknown() {
    for text in ["", "0", "00", "0.0", "1970-01-01T00:00:00Z"] {
        assert_eq!(millis(text), Ok(None), "{text:?}");
    }
}

#[test]
fn a_fraction_of_a_number_is_dropped() {
    assert_eq!(millis("1700000000.75"), Ok(Some(1_700_000_000_000)));
}

#[test]
fn a_date_of_rfc_3339_keeps_its_milliseconds_and_its_offset() {
    assert_eq!(millis("2023-11-14T22:13:20.123Z"), Ok(Some(1_700_000_000_123)));
    assert_eq!(millis("2023-11-15T00:13:20+02:00"), Ok(Some(1_700_000_000_000)));
}

#[test]
fn dates_before_1970_and_after_5138_are_out_of_range() {
    for text in [
        "-1",
        "100000000000000000",
        "99999999999999999999999",
        "0001-01-01T00:00:00Z",
        "9999-01-01T00:00:00Z",
    ] {
        assert_eq!(millis(text), Err(DateProblem::OutOfRange), "{text:?}");
    }
}

#[test]
fn other_texts_are_unreadable() {
    for text in ["yesterday", "2023-11-14", "1e9", "-", ".5", "17-00", "12.3.4x", "١٢"] {
        assert_eq!(millis(text), Err(DateProblem::Unreadable), "{text:?}");
    }
}

#[test]
fn a_written_date_is_read_back_equally() {
    for millis in [1, 999, 1_700_000_000_123, Timestamp::MAX.as_millis()] {
        let time = Timestamp::from_millis(millis).unwrap();
        assert_eq!(Timestamp::read(&time.to_rfc3339()), Ok(Some(time)));
    }
    assert_eq!(Timestamp::from_millis(Timestamp::MAX.as_millis() + 1), None);
}
