//! Sort keys and the prefixes to search them by.

use super::components::Components;
use super::limits::check_len;
use super::named::{named_key, parse_named_key};
use super::write::write_key;
use super::{EncodeTuple, EntityName, KeyError, KeyKind, KeyTuple};
use crate::EncodeComponent as _;

/// Builds a sort key: the components with `#` between them.
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
/// Fails with
/// - [`KeyError::Empty`] if the tuple is `()` or holds one empty text and nothing else,
/// - [`KeyError::TooLong`] if the key has more than [`MAX_SORT_KEY_BYTES`](crate::MAX_SORT_KEY_BYTES),
/// - [`KeyError::BadComponent`] if a value has no encoding.
pub fn sort_key<T: EncodeTuple>(components: &T) -> Result<String, KeyError> {
    write_key(KeyKind::Sort, components.encoded_len(), |key| components.encode_into(key))
}

/// Reads the components back from a sort key.
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
/// Fails with a [`KeyError`] for every text that [`sort_key`] does not build from a tuple of this type.
pub fn parse_sort_key<T: KeyTuple>(key: &str) -> Result<T, KeyError> {
    check_len(KeyKind::Sort, key.len())?;
    T::decode(&Components::new(Some(key), 0))
}

/// Builds a sort key for an item collection of several entities: the entity's name, then each component after a `#`.
///
/// The name distinguishes the entities of one partition and keeps the items of each entity together.
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
/// Fails with [`KeyError::TooLong`] if the key has more than [`MAX_SORT_KEY_BYTES`](crate::MAX_SORT_KEY_BYTES), and
/// with [`KeyError::BadComponent`] if a value has no encoding.
pub fn named_sort_key<T: EncodeTuple>(name: &EntityName, components: &T) -> Result<String, KeyError> {
    named_key(KeyKind::Sort, name, components)
}

/// Reads the components back from a sort key that [`named_sort_key`] built.
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
/// Fails with a [`KeyError`] for every text that [`named_sort_key`] does not build from this name and a tuple of
/// this type.
pub fn parse_named_sort_key<T: KeyTuple>(name: &EntityName, key: &str) -> Result<T, KeyError> {
    parse_named_key(KeyKind::Sort, name, key)
}

/// Builds the common prefix of all sort keys that start with these components and have at least one more.
///
/// The prefix ends with `#`, so the prefix of `user` does not match the keys of `user2`. Use it as the operand of
/// `begins_with`. The trait [`PrefixOf`](crate::PrefixOf) lists the tuples that are a prefix of another tuple.
///
/// ```
/// assert_eq!(table_keys::sort_key_prefix(&("user",))?, "user#");
/// # Ok::<(), table_keys::KeyError>(())
/// ```
///
/// # Errors
///
/// Fails like [`sort_key`]. The tuple `()` fails with [`KeyError::Empty`]: to match every sort key, leave the
/// condition out of the query.
pub fn sort_key_prefix<P: EncodeTuple>(components: &P) -> Result<String, KeyError> {
    write_key(KeyKind::Sort, components.encoded_len() + "#".len(), |key| {
        components.encode_into(key);
        key.push_due_separator();
    })
}

/// Builds the common prefix of all sort keys that start with these components and continue with a
/// [text](crate::TextComponent) that starts with `start`.
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
/// Fails like [`sort_key`]. It also fails with [`KeyError::Empty`] if there are no components and `start` is empty.
pub fn sort_key_prefix_text<P: EncodeTuple>(components: &P, start: &str) -> Result<String, KeyError> {
    let hint = components.encoded_len() + "#".len() + start.encoded_len();
    write_key(KeyKind::Sort, hint, |key| {
        components.encode_into(key);
        key.push_component(|key| start.encode(key));
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_named_sort_key_starts_with_the_name() {
        const TRACK: EntityName = EntityName::new("Track");
        let key = named_sort_key(&TRACK, &(7_u8, "a#")).unwrap();
        assert_eq!(key, "Track#007#a$S");
        assert_eq!(parse_named_sort_key(&TRACK, &key), Ok((7_u8, "a#".to_owned())));
        assert_eq!(named_sort_key(&TRACK, &()).unwrap(), "Track");
        let error = KeyError::WrongName { expected: "Track", found: "Trac".to_owned() };
        assert_eq!(parse_named_sort_key::<(u8, String)>(&TRACK, "Trac#007#a"), Err(error));
    }
}
