//! Partition keys.

use super::named::{named_key, parse_named_key};
use super::{EncodeTuple, EntityName, KeyError, KeyKind, KeyTuple};

/// Builds a partition key: the entity's name, then each component after a `#`.
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
/// Fails with [`KeyError::TooLong`] if the key has more than
/// [`MAX_PARTITION_KEY_BYTES`](crate::MAX_PARTITION_KEY_BYTES), and with [`KeyError::BadComponent`] if a value has
/// no encoding.
pub fn partition_key<T: EncodeTuple>(name: &EntityName, components: &T) -> Result<String, KeyError> {
    named_key(KeyKind::Partition, name, components)
}

/// Reads the components back from a partition key.
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
/// Fails with a [`KeyError`] for every text that [`partition_key`] does not build from this name and a tuple of
/// this type.
pub fn parse_partition_key<T: KeyTuple>(name: &EntityName, key: &str) -> Result<T, KeyError> {
    parse_named_key(KeyKind::Partition, name, key)
}
