//! The key of one number in the count tree.

use serde::{Deserialize, Serialize};
use single_table::EpochSeconds;

use crate::model::data_type::DataType;
use crate::model::ids::TagId;

/// The favorites that are counted together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) enum Scope {
    /// All favorites of the user.
    Account,
    /// The favorites with this tag.
    Tag(TagId),
}

/// The counter of a scope that changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "u8", try_from = "u8")]
pub(crate) enum Counter {
    /// Favorites of a type, outside the trash.
    Type(DataType),
    /// Favorites in the trash.
    Trash,
}

/// A second in which a counter of a scope changes. The cells of a scope lie together, in the order of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct Cell {
    pub(crate) scope: Scope,
    /// The counter has the change from this second on. Second 0 is for favorites that are there now.
    pub(crate) second: EpochSeconds,
    pub(crate) counter: Counter,
}

/// The second of changes that hold at any time.
pub(crate) const ALWAYS: EpochSeconds = EpochSeconds::new(0);

/// The second of items whose expiry is not known: no clock reaches it.
pub(crate) const NEVER: EpochSeconds = EpochSeconds::new(u64::MAX);

const TRASH: u8 = 100;

impl From<Counter> for u8 {
    fn from(counter: Counter) -> Self {
        match counter {
            // The enum has nine types and no values of its own.
            Counter::Type(data_type) => data_type as Self,
            Counter::Trash => TRASH,
        }
    }
}

impl TryFrom<u8> for Counter {
    type Error = UnknownCounter;

    fn try_from(number: u8) -> Result<Self, UnknownCounter> {
        match number {
            TRASH => Ok(Self::Trash),
            number => {
                let data_type = DataType::ALL.get(usize::from(number));
                data_type.map(|data_type| Self::Type(*data_type)).ok_or(UnknownCounter(number))
            }
        }
    }
}

/// A stored number names no counter.
#[derive(Debug, thiserror::Error)]
#[error("counter number {0} is not known to this version of the program")]
pub(crate) struct UnknownCounter(u8);
