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
    assert_eq!(millis("11644473599999999"), Ok(Some(11_644_473_599_999)));
    assert_eq!(millis("1700000000123456789"), Ok(Some(1_700_000_000_123)));
    assert_eq!(millis("100000000000000000"), Ok(Some(100_000_000_000)));
    assert_eq!(millis("18446744073709551615"), Ok(Some(18_446_744_073_709)));
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
fn numbers_of_chrome_count_from_1601() {
    assert_eq!(millis("13344473600000000"), Ok(Some(1_700_000_000_000)));
    assert_eq!(millis("11644473600001000"), Ok(Some(1)));
}

#[test]
fn dates_without_a_time_or_an_offset_are_in_utc() {
    let (midnight, time) = (1_699_920_000_000, 1_700_000_000_000);
    for (text, expected) in [
        ("2023-11-14", midnight),
        ("2023/11/14", midnight),
        ("Nov 14, 2023", midnight),
        ("november 14, 2023", midnight),
        ("14 Nov 2023", midnight),
        ("14 November 2023", midnight),
        ("2023-11-14 22:13:20", time),
        ("2023-11-14T22:13:20", time),
        ("2023-11-14T22:13:20.123", time + 123),
        ("2023-11-14 22:13:20 UTC", time),
        ("2023-11-14 22:13:20+00:00", time),
        ("2023-11-15T00:13:20+0200", time),
        ("2023-11-14 22:13", time - 20_000),
        ("2023/11/14 22:13:20", time),
        ("Nov 14, 2023, 10:13:20 PM", time),
        ("Nov 14, 2023 at 10:13 pm", time - 20_000),
        ("2024-3-1", 1_709_251_200_000),
    ] {
        assert_eq!(millis(text), Ok(Some(expected)), "{text:?}");
    }
}

#[test]
fn a_date_of_rfc_2822_is_read() {
    assert_eq!(millis("Tue, 14 Nov 2023 22:13:20 GMT"), Ok(Some(1_700_000_000_000)));
    assert_eq!(millis("Wed, 15 Nov 2023 00:13:20 +0200"), Ok(Some(1_700_000_000_000)));
}

#[test]
fn dates_before_1970_and_after_5138_are_out_of_range() {
    for text in [
        "-1",
        "18446744073709551616",
        "99999999999999999999999",
        "0001-01-01T00:00:00Z",
        "9999-01-01T00:00:00Z",
    ] {
        assert_eq!(millis(text), Err(DateProblem::OutOfRange), "{text:?}");
    }
}

#[test]
fn other_texts_are_unreadable() {
    for text in [
        "yesterday",
        "2023-11-14 22",
        "2023-11-14 22:13 x",
        "2023-13-14",
        "2023-11-14Tx",
        "14/11/2023",
        "Nov 14",
        "1e9",
        "-",
        ".5",
        "17-00",
        "12.3.4x",
        "١٢",
    ] {
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
