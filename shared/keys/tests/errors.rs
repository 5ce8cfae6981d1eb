//! Every error and its message.

use table_keys::{
    ComponentError, EntityName, FixedWidth, KeyError, KeyKind, MAX_PARTITION_KEY_BYTES, MAX_SORT_KEY_BYTES,
    key_component, parse_partition_key, parse_sort_key, partition_key, sort_key, sort_key_prefix,
    sort_key_prefix_text,
};

const TAG: EntityName = EntityName::new("Tag");

#[test]
fn an_empty_sort_key_is_refused() {
    let error = KeyError::Empty { kind: KeyKind::Sort };
    assert_eq!(sort_key(&("",)), Err(error.clone()));
    assert_eq!(sort_key(&()), Err(error.clone()));
    assert_eq!(sort_key_prefix(&()), Err(error.clone()));
    assert_eq!(sort_key_prefix_text(&(), ""), Err(error.clone()));
    assert_eq!(parse_sort_key::<(String,)>(""), Err(error.clone()));
    assert_eq!(parse_sort_key::<()>(""), Err(error.clone()));
    assert_eq!(
        error.to_string(),
        "the sort key is empty, but DynamoDB requires at least 1 byte: add a component that is not empty"
    );
    // Next to another component, the empty text is a value like any other.
    assert_eq!(parse_sort_key(&sort_key(&("", "")).unwrap()), Ok((String::new(), String::new())));
    assert_eq!(sort_key_prefix(&("",)).unwrap(), "#");
}

#[test]
fn an_empty_partition_key_is_refused() {
    let error = KeyError::Empty { kind: KeyKind::Partition };
    assert_eq!(parse_partition_key::<()>(&TAG, ""), Err(error));
}

#[test]
fn a_partition_key_without_components_is_the_name() {
    assert_eq!(partition_key(&TAG, &()).unwrap(), "Tag");
    assert_eq!(parse_partition_key(&TAG, "Tag"), Ok(()));
    let error = KeyError::WrongComponentCount { expected: 0, found: 1 };
    assert_eq!(parse_partition_key::<()>(&TAG, "Tag#"), Err(error));
    let error = KeyError::WrongComponentCount { expected: 1, found: 0 };
    assert_eq!(parse_partition_key::<(String,)>(&TAG, "Tag"), Err(error));
}

#[test]
fn a_partition_key_over_2048_bytes_is_refused() {
    let room = MAX_PARTITION_KEY_BYTES - "Tag#".len();
    let longest = partition_key(&TAG, &("a".repeat(room),)).unwrap();
    assert_eq!(longest.len(), 2048);
    assert!(parse_partition_key::<(String,)>(&TAG, &longest).is_ok());

    let error = KeyError::TooLong { kind: KeyKind::Partition, limit: 2048, actual: 2049 };
    assert_eq!(partition_key(&TAG, &("a".repeat(room + 1),)), Err(error.clone()));
    assert_eq!(parse_partition_key::<(String,)>(&TAG, &format!("{longest}a")), Err(error.clone()));
    assert_eq!(
        error.to_string(),
        "the partition key has 2049 bytes, but DynamoDB allows at most 2048: shorten one of its components"
    );
}

#[test]
fn a_sort_key_over_1024_bytes_is_refused() {
    let longest = "a".repeat(MAX_SORT_KEY_BYTES);
    assert_eq!(sort_key(&(&longest,)).as_deref(), Ok(longest.as_str()));
    assert!(parse_sort_key::<(String,)>(&longest).is_ok());

    let error = KeyError::TooLong { kind: KeyKind::Sort, limit: 1024, actual: 1025 };
    assert_eq!(sort_key(&(longest.clone() + "a",)), Err(error.clone()));
    assert_eq!(parse_sort_key::<(String,)>(&(longest.clone() + "a")), Err(error.clone()));
    assert_eq!(sort_key_prefix(&(&longest,)), Err(error.clone()));
    assert_eq!(sort_key_prefix_text(&(), &(longest + "a")), Err(error));
}

#[test]
fn the_length_of_a_key_counts_bytes_and_escapes() {
    assert_eq!(
        sort_key(&("#".repeat(513),)),
        Err(KeyError::TooLong { kind: KeyKind::Sort, limit: 1024, actual: 1026 })
    );
    assert_eq!(
        sort_key(&("é".repeat(513),)),
        Err(KeyError::TooLong { kind: KeyKind::Sort, limit: 1024, actual: 1026 })
    );
}

#[test]
fn a_partition_key_of_another_entity_is_refused() {
    let error = parse_partition_key::<(String,)>(&TAG, "FavoriteData#user").unwrap_err();
    assert_eq!(error, KeyError::WrongName { expected: "Tag", found: "FavoriteData".to_owned() });
    assert_eq!(
        error.to_string(),
        "expected a key of entity Tag, found one of \"FavoriteData\": decode it as a key of that entity"
    );
}

#[test]
fn a_key_with_more_or_fewer_components_is_refused() {
    let error = parse_sort_key::<(String, u8)>("a#007#b").unwrap_err();
    assert_eq!(error, KeyError::WrongComponentCount { expected: 2, found: 3 });
    assert_eq!(
        error.to_string(),
        "expected 2 key components, found 3: decode the key as the tuple that it was built from"
    );
    let error = KeyError::WrongComponentCount { expected: 2, found: 1 };
    assert_eq!(parse_partition_key::<(String, String)>(&TAG, "Tag#a"), Err(error));
}

#[test]
fn a_broken_escape_is_reported_with_its_position_in_the_key() {
    let error = parse_partition_key::<(String, String)>(&TAG, "Tag#é#b$x").unwrap_err();
    assert_eq!(error, KeyError::BrokenEscape { position: 8 });
    assert_eq!(
        error.to_string(),
        "invalid escape at byte 8 of the key: `$` followed by one of `0` to `T` is the only use of characters \
         below `%`; build keys only with this crate"
    );
    assert_eq!(parse_sort_key::<(u8, String)>("007#a b"), Err(KeyError::BrokenEscape { position: 5 }));
    assert_eq!(
        ComponentError::BrokenEscape { position: 1 }.to_string(),
        "invalid escape at byte 1 of the component: `$` followed by one of `0` to `T` is the only use of \
         characters below `%`"
    );
}

#[test]
fn a_component_that_does_not_fit_its_type_is_refused() {
    let error = parse_partition_key::<(String, u8)>(&TAG, "Tag#a#7").unwrap_err();
    assert_eq!(
        error.to_string(),
        "key component 1 is invalid: expected the digits of a `u8`, padded with zeros, found \"7\""
    );
    let error = partition_key(&TAG, &("a", f64::NAN)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "key component 1 is invalid: NaN cannot be ordered: use a number, or `None` of an `Option<f64>`"
    );
}

/// A newtype that limits the length of its text and trims it.
#[derive(Debug, PartialEq)]
struct Trimmed(String);

impl TryFrom<String> for Trimmed {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        if text.len() > 5 { Err(format!("{text:?} is too long")) } else { Ok(Self(text.trim().to_owned())) }
    }
}

key_component!(Trimmed as String, |trimmed| trimmed.0.as_str(), Trimmed::try_from);

#[test]
fn a_text_that_a_newtype_refuses_or_changes_is_refused() {
    assert_eq!(parse_sort_key("a"), Ok((Trimmed("a".to_owned()),)));
    let error = parse_sort_key::<(Trimmed,)>("abcdef").unwrap_err();
    assert_eq!(error.to_string(), "key component 0 is invalid: \"abcdef\" is too long");
    let error = parse_sort_key::<(Trimmed,)>("a$P").unwrap_err();
    assert_eq!(
        error.to_string(),
        "key component 0 is invalid: \"a$P\" is not the text that `Trimmed` encodes to"
    );
}

#[test]
fn an_invalid_entity_name_is_refused() {
    let error = EntityName::try_new("Tag#2").unwrap_err();
    assert_eq!(
        error.to_string(),
        "\"Tag#2\" is not an entity name: use an ASCII letter followed by ASCII letters or digits, 1 to 64 in total"
    );
}

#[test]
fn integers_have_the_width_of_their_maximum() {
    assert_eq!([u8::WIDTH, u16::WIDTH, u32::WIDTH, u64::WIDTH], [3, 5, 10, 20]);
    assert_eq!([i8::WIDTH, i16::WIDTH, i32::WIDTH, i64::WIDTH], [3, 5, 10, 20]);
}
