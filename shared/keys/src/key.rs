//! Builds and parses partition and sort keys.

use crate::{Components, EncodeComponent, EncodeTuple, EntityName, KeyBuilder, KeyError, KeyKind, KeyTuple};

/// The longest partition key, in bytes of UTF-8 (developer guide, "Constraints in Amazon DynamoDB").
pub const MAX_PARTITION_KEY_BYTES: usize = 2048;

/// The longest sort key, in bytes of UTF-8 (developer guide, "Constraints in Amazon DynamoDB").
pub const MAX_SORT_KEY_BYTES: usize = 1024;

/// Builds a partition key: the entity's name, and each component after a `#`.
///
/// ```
/// use table_keys::{EntityName, partition_key};
///
/// const FAVORITE_DATA: EntityName = EntityName::new("FavoriteData");
/// assert_eq!(partition_key(&FAVORITE_DATA, &("user", "link"))?, "FavoriteData#user#link");
/// assert_eq!(partition_key(&FAVORITE_DATA, &("us#er", "link"))?, "FavoriteData#us$Ser#link");
/// # Ok::<(), table_keys::KeyError>(())
/// ```
///
/// # Errors
///
/// [`KeyError::TooLong`] past [`MAX_PARTITION_KEY_BYTES`], and [`KeyError::BadComponent`] for a value without
/// an encoding.
pub fn partition_key<T: EncodeTuple>(name: &EntityName, components: &T) -> Result<String, KeyError> {
    named(KeyKind::Partition, name, components)
}

fn named<T: EncodeTuple>(kind: KeyKind, name: &EntityName, components: &T) -> Result<String, KeyError> {
    let hint = name.as_str().len() + 1 + components.encoded_len();
    build(kind, hint, |key| {
        key.push_name(name.as_str());
        components.encode_into(key);
    })
}

/// Reads the components of a partition key back.
///
/// ```
/// use table_keys::{EntityName, KeyError, parse_partition_key};
///
/// const TAG: EntityName = EntityName::new("Tag");
/// assert_eq!(parse_partition_key(&TAG, "Tag#user"), Ok(("user".to_owned(),)));
/// assert!(matches!(parse_partition_key::<(String,)>(&TAG, "Tag2#user"), Err(KeyError::WrongName { .. })));
/// ```
///
/// # Errors
///
/// A [`KeyError`] for each text that [`partition_key`] does not build from this name and a tuple of this
/// type.
pub fn parse_partition_key<T: KeyTuple>(name: &EntityName, key: &str) -> Result<T, KeyError> {
    parse_named(KeyKind::Partition, name, key)
}

fn parse_named<T: KeyTuple>(kind: KeyKind, name: &EntityName, key: &str) -> Result<T, KeyError> {
    check_len(kind, key.len())?;
    let (found, components) = key.split_once('#').map_or((key, None), |(found, rest)| (found, Some(rest)));
    if found != name.as_str() {
        return Err(KeyError::WrongName { expected: name.as_str(), found: found.to_owned() });
    }
    T::decode(&Components::new(components, found.len() + 1))
}

/// Builds the sort key of an item in a collection of several entities: the entity's name, and each component after a
/// `#`. The name tells the items of one partition apart, and items of one entity lie together.
///
/// ```
/// use table_keys::{EntityName, named_sort_key};
///
/// const TRACK: EntityName = EntityName::new("Track");
/// const INFO: EntityName = EntityName::new("Info");
/// assert_eq!(named_sort_key(&TRACK, &(7_u8,))?, "Track#007");
/// assert_eq!(named_sort_key(&INFO, &())?, "Info");
/// # Ok::<(), table_keys::KeyError>(())
/// ```
///
/// # Errors
///
/// [`KeyError::TooLong`] past [`MAX_SORT_KEY_BYTES`], and [`KeyError::BadComponent`] for a value without an encoding.
pub fn named_sort_key<T: EncodeTuple>(name: &EntityName, components: &T) -> Result<String, KeyError> {
    named(KeyKind::Sort, name, components)
}

/// Reads the components of a sort key of [`named_sort_key`] back.
///
/// ```
/// use table_keys::{EntityName, KeyError, parse_named_sort_key};
///
/// const TRACK: EntityName = EntityName::new("Track");
/// assert_eq!(parse_named_sort_key(&TRACK, "Track#007"), Ok((7_u8,)));
/// assert!(matches!(parse_named_sort_key::<(u8,)>(&TRACK, "Track2#007"), Err(KeyError::WrongName { .. })));
/// ```
///
/// # Errors
///
/// A [`KeyError`] for each text that [`named_sort_key`] does not build from this name and a tuple of this type.
pub fn parse_named_sort_key<T: KeyTuple>(name: &EntityName, key: &str) -> Result<T, KeyError> {
    parse_named(KeyKind::Sort, name, key)
}

/// Builds a sort key: the components, with `#` between them.
///
/// ```
/// use table_keys::{Timestamp, sort_key};
///
/// let clip_time: Timestamp = "2026-11-21T08:35:15.123Z".parse()?;
/// assert_eq!(sort_key(&(clip_time, "data"))?, "2026-11-21T08:35:15.123Z#data");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`KeyError::Empty`] where all there is to write is one empty text or nothing, [`KeyError::TooLong`] past
/// [`MAX_SORT_KEY_BYTES`], and [`KeyError::BadComponent`] for a value without an encoding.
pub fn sort_key<T: EncodeTuple>(components: &T) -> Result<String, KeyError> {
    build(KeyKind::Sort, components.encoded_len(), |key| components.encode_into(key))
}

/// Reads the components of a sort key back.
///
/// ```
/// use table_keys::{KeyError, parse_sort_key};
///
/// assert_eq!(parse_sort_key("a$Sb#00007"), Ok(("a#b".to_owned(), 7_u16)));
/// assert!(matches!(parse_sort_key::<(String,)>("a#00007"), Err(KeyError::WrongComponentCount { .. })));
/// ```
///
/// # Errors
///
/// A [`KeyError`] for each text that [`sort_key`] does not build from a tuple of this type.
pub fn parse_sort_key<T: KeyTuple>(key: &str) -> Result<T, KeyError> {
    check_len(KeyKind::Sort, key.len())?;
    T::decode(&Components::new(Some(key), 0))
}

/// Builds what all sort keys begin with that open with these whole components and have more.
///
/// It ends with `#`, so `user` does not find `user2`. Take it for `begins_with`; which tuples open which is
/// what [`PrefixOf`](crate::PrefixOf) says.
///
/// ```
/// assert_eq!(table_keys::sort_key_prefix(&("user",))?, "user#");
/// # Ok::<(), table_keys::KeyError>(())
/// ```
///
/// # Errors
///
/// Those of [`sort_key`]. [`KeyError::Empty`] for no components at all: to find all keys, give no condition.
pub fn sort_key_prefix<P: EncodeTuple>(components: &P) -> Result<String, KeyError> {
    build(KeyKind::Sort, components.encoded_len() + 1, |key| {
        components.encode_into(key);
        key.push_due_separator();
    })
}

/// Builds what all sort keys begin with that open with these whole components, and whose next one, a
/// [text](crate::TextComponent), begins with `start`.
///
/// ```
/// use table_keys::{sort_key, sort_key_prefix_text};
///
/// let prefix = sort_key_prefix_text(&("user",), "hol")?;
/// assert_eq!(prefix, "user#hol");
/// assert!(sort_key(&("user", "holiday"))?.starts_with(&prefix));
/// # Ok::<(), table_keys::KeyError>(())
/// ```
///
/// # Errors
///
/// Those of [`sort_key`].
pub fn sort_key_prefix_text<P: EncodeTuple>(components: &P, start: &str) -> Result<String, KeyError> {
    let hint = components.encoded_len() + 1 + start.encoded_len();
    build(KeyKind::Sort, hint, |key| {
        components.encode_into(key);
        key.push_component(start);
    })
}

/// Builds a text of components that is not a key, with `#` between them: it may be empty, and longer than a key.
///
/// ```
/// use table_keys::{components_text, parse_components_text};
///
/// let text = components_text(&("a#b".repeat(1_000), 7_u8))?;
/// assert!(text.len() > table_keys::MAX_SORT_KEY_BYTES);
/// assert_eq!(parse_components_text(&text), Ok(("a#b".repeat(1_000), 7_u8)));
/// assert_eq!(components_text(&())?, "");
/// # Ok::<(), table_keys::KeyError>(())
/// ```
///
/// # Errors
///
/// [`KeyError::BadComponent`] for a value without an encoding.
pub fn components_text<T: EncodeTuple>(components: &T) -> Result<String, KeyError> {
    write(components.encoded_len(), |key| components.encode_into(key))
}

/// Reads the components of a text of [`components_text`] back.
///
/// # Errors
///
/// A [`KeyError`] for each text that [`components_text`] does not build from a tuple of this type.
pub fn parse_components_text<T: KeyTuple>(text: &str) -> Result<T, KeyError> {
    let is_none = T::LEN == 0 && text.is_empty();
    T::decode(&Components::new((!is_none).then_some(text), 0))
}

fn build(kind: KeyKind, hint: usize, encode: impl FnOnce(&mut KeyBuilder<'_>)) -> Result<String, KeyError> {
    let key = write(hint, encode)?;
    check_len(kind, key.len())?;
    Ok(key)
}

fn write(hint: usize, encode: impl FnOnce(&mut KeyBuilder<'_>)) -> Result<String, KeyError> {
    let mut text = String::with_capacity(hint);
    let mut builder = KeyBuilder::new(&mut text);
    encode(&mut builder);
    builder.finish().map_err(|(index, error)| KeyError::BadComponent { index, source: error })?;
    Ok(text)
}

fn check_len(kind: KeyKind, actual: usize) -> Result<(), KeyError> {
    let limit = match kind {
        KeyKind::Partition => MAX_PARTITION_KEY_BYTES,
        KeyKind::Sort => MAX_SORT_KEY_BYTES,
    };
    match actual {
        0 => Err(KeyError::Empty { kind }),
        _ if actual > limit => Err(KeyError::TooLong { kind, limit, actual }),
        _ => Ok(()),
    }
}
