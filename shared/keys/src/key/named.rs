//! Keys that start with the name of their entity.

use super::components::Components;
use super::limits::check_len;
use super::write::write_key;
use super::{EncodeTuple, EntityName, KeyError, KeyKind, KeyTuple};

/// Returns `name` followed by each component after a `#`.
pub(super) fn named_key<T: EncodeTuple>(
    kind: KeyKind,
    name: &EntityName,
    components: &T,
) -> Result<String, KeyError> {
    let hint = name.as_str().len() + "#".len() + components.encoded_len();
    write_key(kind, hint, |key| {
        key.push_name(name.as_str());
        components.encode_into(key);
    })
}

/// Returns the components of a key that [`named_key`] built from `name`.
pub(super) fn parse_named_key<T: KeyTuple>(
    kind: KeyKind,
    name: &EntityName,
    key: &str,
) -> Result<T, KeyError> {
    check_len(kind, key.len())?;
    let (found, components) = key.split_once('#').map_or((key, None), |(found, rest)| (found, Some(rest)));
    if found != name.as_str() {
        return Err(KeyError::WrongName { expected: name.as_str(), found: found.to_owned() });
    }
    T::decode(&Components::new(components, found.len() + "#".len()))
}
