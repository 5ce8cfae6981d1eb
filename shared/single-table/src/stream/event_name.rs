//! The kind of a change.

use std::fmt;
use std::str::FromStr;

/// The kind of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EventName {
    /// `INSERT`: the item is new.
    Insert,
    /// `MODIFY`: the item existed, and some of its attributes changed.
    Modify,
    /// `REMOVE`: the item was deleted.
    Remove,
}

impl EventName {
    /// Returns the name as DynamoDB writes it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Insert => "INSERT",
            Self::Modify => "MODIFY",
            Self::Remove => "REMOVE",
        }
    }
}

/// The error of a text that is not the name of an event.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{given:?} is not an event of a stream record: it must be INSERT, MODIFY or REMOVE")]
pub struct NotAnEventName {
    given: String,
}

impl FromStr for EventName {
    type Err = NotAnEventName;

    fn from_str(text: &str) -> Result<Self, NotAnEventName> {
        [Self::Insert, Self::Modify, Self::Remove]
            .into_iter()
            .find(|event| event.as_str() == text)
            .ok_or_else(|| NotAnEventName { given: text.to_owned() })
    }
}

impl fmt::Display for EventName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
