//! The order of two changes to one item, and the names of events.

use std::cmp::Ordering;

use single_table::stream::{EventName, Record, SequenceNumber};

use crate::stream::{artist, image, track};

fn numbered(number: &str) -> Record {
    Record {
        keys: image(&track("1")),
        sequence_number: Some(number.parse().expect("it is a number")),
        ..Record::default()
    }
}

#[test]
fn changes_to_one_item_are_ordered_by_their_numbers_and_not_as_text() {
    let forty = "9".repeat(40);
    let ascending = ["1", "2", "10", "0000000000000000000011", "100000000000000000000", &forty];
    for (at, one) in ascending.iter().enumerate() {
        for (other_at, other) in ascending.iter().enumerate() {
            assert_eq!(numbered(one).order(&numbered(other)), Some(at.cmp(&other_at)), "{one} {other}");
        }
    }
    assert_eq!(numbered("007").order(&numbered("7")), Some(Ordering::Equal));
}

#[test]
fn records_of_different_items_or_without_a_number_have_no_order() {
    let other = Record { keys: image(&artist()), ..numbered("2") };
    assert_eq!(numbered("1").order(&other), None);
    let unnumbered = Record { sequence_number: None, ..numbered("2") };
    assert_eq!(numbered("1").order(&unnumbered), None);
    assert_eq!(unnumbered.order(&numbered("1")), None);
    let keyless = Record { keys: Record::default().keys, ..numbered("1") };
    assert_eq!(keyless.order(&keyless), None);
}

#[test]
fn a_text_that_is_not_one_to_forty_digits_is_not_a_sequence_number() {
    let long = "1".repeat(41);
    for text in ["", " 1", "-1", "1.0", "１", "0x1", &long] {
        let error = text.parse::<SequenceNumber>().unwrap_err();
        let expected =
            format!("a sequence number is 1 to 40 digits; a text of {} bytes was given", text.len());
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn the_name_of_an_event_is_read_as_it_is_written() {
    for event in [EventName::Insert, EventName::Modify, EventName::Remove] {
        assert_eq!(event.to_string().parse(), Ok(event));
    }
    let error = "insert".parse::<EventName>().unwrap_err();
    assert!(error.to_string().starts_with("\"insert\" is not an event of a stream record"), "{error}");
}
