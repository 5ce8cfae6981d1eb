//! Faults of other key generators that this crate does not have.

use table_keys::{
    ComponentError, EntityName, KeyError, Timestamp, parse_partition_key, parse_sort_key, partition_key,
    sort_key, sort_key_prefix,
};

const TAG: EntityName = EntityName::new("Tag");
const TAG2: EntityName = EntityName::new("Tag2");

#[test]
fn a_separator_inside_a_value_does_not_make_two_tuples_one_key() {
    assert_ne!(partition_key(&TAG, &("a#b", "c")), partition_key(&TAG, &("a", "b#c")));
    assert_ne!(sort_key(&("a#b", "c")), sort_key(&("a", "b#c")));
    // A value that looks like an escaped separator is a different value.
    assert_ne!(sort_key(&("a#b",)), sort_key(&("a$Sb",)));
}

#[test]
fn parsing_does_not_return_an_empty_first_component() {
    let key = partition_key(&TAG, &("user", "link")).unwrap();
    assert_eq!(parse_partition_key(&TAG, &key), Ok(("user".to_owned(), "link".to_owned())));
    // A component is empty only if the value is.
    assert_eq!(parse_partition_key(&TAG, "Tag##link"), Ok((String::new(), "link".to_owned())));
}

#[test]
fn numbers_do_not_sort_as_text() {
    let keys = [i64::MIN, -10, -5, 2, 10, i64::MAX].map(|number| sort_key(&(number,)).unwrap());
    assert!(keys.is_sorted(), "{keys:?}");
    let keys = [-10.0, -5.5, 2.0, 10.0].map(|number| sort_key(&(number,)).unwrap());
    assert!(keys.is_sorted(), "{keys:?}");
}

#[test]
fn times_sort_correctly_where_the_number_of_digits_changes() {
    let millis = [-1_000, -1, 0, 999_999_999_999, 1_000_000_000_000];
    let keys = millis.map(|millis| sort_key(&(Timestamp::from_unix_millis(millis).unwrap(),)).unwrap());
    assert!(keys.is_sorted(), "{keys:?}");
}

#[test]
fn keys_are_not_lowercased() {
    assert_eq!(sort_key(&("aGVsbG8=",)).unwrap(), "aGVsbG8=");
    assert_ne!(partition_key(&TAG, &("A",)), partition_key(&TAG, &("a",)));
}

#[test]
fn a_key_of_another_entity_does_not_decode() {
    let key = partition_key(&TAG2, &("user",)).unwrap();
    let error = KeyError::WrongName { expected: "Tag", found: "Tag2".to_owned() };
    assert_eq!(parse_partition_key::<(String,)>(&TAG, &key), Err(error));
    let error = KeyError::WrongName { expected: "Tag", found: String::new() };
    assert_eq!(parse_partition_key::<(String,)>(&TAG, "#user"), Err(error));
}

#[test]
fn a_key_of_another_type_does_not_decode() {
    let key = sort_key(&("a", "b")).unwrap();
    let error = KeyError::WrongComponentCount { expected: 1, found: 2 };
    assert_eq!(parse_sort_key::<(String,)>(&key), Err(error));
    let error = ComponentError::unexpected("the digits of a `u8`, padded with zeros", "b");
    assert_eq!(parse_sort_key::<(String, u8)>(&key), Err(KeyError::BadComponent { index: 1, source: error }));
}

#[test]
fn user_as_a_prefix_does_not_match_user2() {
    let prefix = sort_key_prefix(&("user",)).unwrap();
    assert!(sort_key(&("user", "link")).unwrap().starts_with(&prefix));
    assert!(!sort_key(&("user2", "link")).unwrap().starts_with(&prefix));
    // The keys of an entity do not match another entity whose name starts with its name.
    let of_tag = partition_key(&TAG, &("",)).unwrap();
    assert!(!partition_key(&TAG2, &("user",)).unwrap().starts_with(&of_tag));
}
