use super::*;

#[test]
fn an_empty_place_takes_any_number() {
    assert!(WriteNumber(0).may_replace(None));
}

#[test]
fn a_lower_number_is_replaced() {
    assert!(WriteNumber(8).may_replace(Some(WriteNumber(7))));
}

#[test]
fn an_equal_number_is_refused() {
    assert!(!WriteNumber(7).may_replace(Some(WriteNumber(7))));
}

#[test]
fn a_higher_number_is_refused() {
    assert!(!WriteNumber(7).may_replace(Some(WriteNumber(8))));
}
