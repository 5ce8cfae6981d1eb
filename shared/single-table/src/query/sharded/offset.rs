//! Places in the merged list of all shards.

use std::fmt;

use table_keys::{KeyError, components_text};

use crate::cursor::{self, CursorError, ListKind, Part};
use crate::query::offset::Offset;
use crate::view::{Shard, ShardedView};

/// A place in the merged list of view `V`: the last item's sort key and shard, and the position in each shard. Like an
/// [`Offset`], it contains no partition key.
///
/// A shard that was read to its end is not read again. Later pages don't contain an item that is written to such a shard in the
/// meantime.
pub struct ShardedOffset<V: ShardedView> {
    pub(crate) last: Option<Last>,
    /// The positions in the shards, in the order of their numbers.
    pub(crate) shards: Vec<Position<V>>,
}

/// The last item of a page. Items that sort before it are behind the place, even if they are written later.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Last {
    pub(crate) sort_key: String,
    pub(crate) shard: Shard,
}

/// The position in a shard.
#[derive(Debug)]
pub(crate) enum Position<V: ShardedView> {
    NotBegun,
    After(Offset<V>),
    AtEnd,
}

/// Stands for no last item, and for a shard that was not read.
const NONE: &str = "-";
/// Stands for a shard that was read to its end.
const END: &str = ".";
/// Begins a last item, and the components of a place.
const SOME: char = '=';

impl<V: ShardedView> ShardedOffset<V> {
    /// Returns the place as text.
    ///
    /// # Errors
    /// [`KeyError`] if a component has no encoding. The components of a stored item always have one.
    pub fn to_text(&self) -> Result<String, KeyError> {
        let last = self.last.as_ref().map_or_else(|| Ok(NONE.to_owned()), Last::to_text)?;
        let shards = self.shards.iter().map(Position::to_text).collect::<Result<Vec<_>, _>>()?;
        Ok(cursor::write(ListKind::Shards, std::iter::once(last).chain(shards)))
    }

    /// Reads a place from a text that [`to_text`](Self::to_text) returned.
    ///
    /// # Errors
    /// [`CursorError`] for every text that is not a place in this view with the view's current number of shards.
    pub fn from_text(text: &str) -> Result<Self, CursorError> {
        let (_, parts) = cursor::read(&[ListKind::Shards], text)?;
        let Some((last, shards)) = parts.split_first() else {
            return Err(CursorError::Malformed { at: text.len() });
        };
        if shards.len() != usize::from(V::SHARDS) {
            return Err(CursorError::OtherShards { expected: V::SHARDS, found: shards.len() });
        }
        let last = match last.text {
            NONE => None,
            text => Some(Last::parse(text, V::SHARDS).ok_or_else(|| last.malformed())?),
        };
        let shards = shards.iter().map(Position::parse).collect::<Result<_, _>>()?;
        Ok(Self { last, shards })
    }
}

impl Last {
    fn to_text(&self) -> Result<String, KeyError> {
        // A raw sort key may have any character, so it is encoded like a component.
        Ok(format!("{SOME}{}", table_keys::components_text(&(self.shard, &self.sort_key))?))
    }

    fn parse(text: &str, shards: u16) -> Option<Self> {
        let components = table_keys::parse_components_text(text.strip_prefix(SOME)?);
        let (shard, sort_key): (Shard, String) = components.ok()?;
        (shard.number() < shards && !sort_key.is_empty()).then_some(Self { sort_key, shard })
    }
}

impl<V: ShardedView> Position<V> {
    fn to_text(&self) -> Result<String, KeyError> {
        Ok(match self {
            Self::NotBegun => NONE.to_owned(),
            Self::AtEnd => END.to_owned(),
            Self::After(Offset(place)) => format!("{SOME}{}", components_text(place)?),
        })
    }

    fn parse(part: &Part<'_>) -> Result<Self, CursorError> {
        match part.text {
            NONE => Ok(Self::NotBegun),
            END => Ok(Self::AtEnd),
            text => {
                let place = text.strip_prefix(SOME).ok_or_else(|| part.malformed())?;
                Offset::parse(place).map(Self::After)
            }
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
