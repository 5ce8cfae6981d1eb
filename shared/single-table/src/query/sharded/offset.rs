//! Places in the merged list of all shards.

use std::fmt;

use table_keys::KeyError;

use crate::query::offset::Offset;
use crate::view::{Shard, ShardedView};

/// A place in the merged list of view `V`: the last item's sort key and shard, and how far each shard was read. Like
/// [`Offset`] it holds no partition key.
///
/// A shard that was read to its end is not asked again, so an item that is written to it between two pages is not found
/// by the later ones.
pub struct ShardedOffset<V: ShardedView> {
    pub(crate) last: Option<Last>,
    /// One for each shard.
    pub(crate) shards: Vec<Position<V>>,
}

/// The last item of a page. What sorts before it is behind the place, also what was written since.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Last {
    pub(crate) sort_key: String,
    pub(crate) shard: Shard,
}

/// How far one shard was read.
#[derive(Debug)]
pub(crate) enum Position<V: ShardedView> {
    NotBegun,
    After(Offset<V>),
    AtEnd,
}

/// A text that is no place in the shards of a view.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ShardedOffsetError {
    /// It has the parts of another number of shards.
    #[error(
        "the view has {expected} shards but the text has a place in each of {found}: begin the list anew"
    )]
    WrongShardCount {
        /// The shards of the view.
        expected: u16,
        /// The shards of the text.
        found: usize,
    },
    /// It does not begin with a last item.
    #[error("expected `-`, or `=` with a shard below {shards}, `#` and a sort key, but found {found:?}")]
    Last {
        /// The shards of the view.
        shards: u16,
        /// What stands there.
        found: String,
    },
    /// It has something else for one shard.
    #[error("expected `-`, `.`, or `=` and a place, for shard {shard} but found {found:?}")]
    Position {
        /// The shard's number.
        shard: usize,
        /// What stands there.
        found: String,
    },
    /// It has a place for one shard that is none of this view.
    #[error("the place in shard {shard} is bad: {source}")]
    Place {
        /// The shard's number.
        shard: usize,
        /// What is wrong with it.
        source: KeyError,
    },
}

/// Stands between the parts of the text. No encoded component has it: they have nothing below `#`.
const BETWEEN: char = '!';
const NONE: &str = "-";
const END: &str = ".";
const SOME: char = '=';

impl<V: ShardedView> ShardedOffset<V> {
    /// The place as text.
    ///
    /// # Errors
    /// When the components of a place are too long for a key.
    pub fn to_text(&self) -> Result<String, KeyError> {
        let mut text = match &self.last {
            None => NONE.to_owned(),
            // A raw sort key may have any character, so it is encoded like a component.
            Some(Last { sort_key, shard }) => {
                format!("{SOME}{}", table_keys::components_text(&(shard, sort_key))?)
            }
        };
        for position in &self.shards {
            text.push(BETWEEN);
            match position {
                Position::NotBegun => text.push_str(NONE),
                Position::AtEnd => text.push_str(END),
                Position::After(place) => {
                    text.push(SOME);
                    text.push_str(&place.to_text()?);
                }
            }
        }
        Ok(text)
    }

    /// The place that a text names.
    ///
    /// # Errors
    /// When it is not a place of this view, with the number of shards it has now.
    pub fn from_text(text: &str) -> Result<Self, ShardedOffsetError> {
        let mut parts = text.split(BETWEEN);
        let last = match parts.next().unwrap_or_default() {
            NONE => None,
            last => Some(Last::parse(last, V::SHARDS)?),
        };
        let shards = parts
            .enumerate()
            .map(|(shard, part)| Position::parse(shard, part))
            .collect::<Result<Vec<_>, _>>()?;
        if shards.len() != usize::from(V::SHARDS) {
            return Err(ShardedOffsetError::WrongShardCount { expected: V::SHARDS, found: shards.len() });
        }
        Ok(Self { last, shards })
    }
}

impl Last {
    fn parse(text: &str, shards: u16) -> Result<Self, ShardedOffsetError> {
        let last = text.strip_prefix(SOME).and_then(|last| table_keys::parse_components_text(last).ok());
        last.map(|(shard, sort_key): (Shard, String)| Self { sort_key, shard })
            .filter(|last| last.shard.number() < shards && !last.sort_key.is_empty())
            .ok_or_else(|| ShardedOffsetError::Last { shards, found: text.to_owned() })
    }
}

impl<V: ShardedView> Position<V> {
    fn parse(shard: usize, text: &str) -> Result<Self, ShardedOffsetError> {
        match text {
            NONE => Ok(Self::NotBegun),
            END => Ok(Self::AtEnd),
            _ => match text.strip_prefix(SOME) {
                Some(place) => Offset::from_text(place)
                    .map(Self::After)
                    .map_err(|source| ShardedOffsetError::Place { shard, source }),
                None => Err(ShardedOffsetError::Position { shard, found: text.to_owned() }),
            },
        }
    }
}

impl<V: ShardedView> Clone for Position<V> {
    fn clone(&self) -> Self {
        match self {
            Self::NotBegun => Self::NotBegun,
            Self::After(place) => Self::After(place.clone()),
            Self::AtEnd => Self::AtEnd,
        }
    }
}

impl<V: ShardedView> Clone for ShardedOffset<V> {
    fn clone(&self) -> Self {
        Self { last: self.last.clone(), shards: self.shards.clone() }
    }
}

impl<V: ShardedView> fmt::Debug for ShardedOffset<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ShardedOffset").field(&self.to_text()).finish()
    }
}
