//! Ids and numbers.

use serde::{Deserialize, Serialize};

/// The id of a favorite. Later favorites have higher ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FavoriteId(pub u128);

/// The version of a favorite. Each change of the favorite, including its deletion, has a higher one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version(pub u64);

/// The number of a tag. No two tags of a user have the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TagNumber(pub u64);

/// A time in seconds since 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EpochSeconds(pub u64);

/// The number of a document in its run. The newest document has number 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct DocumentNumber(pub u32);
