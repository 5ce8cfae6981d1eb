//! The ids of users, favorites, tags and jobs.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use single_table::Timestamp;
use uuid::Uuid;
use uuid::fmt::Hyphenated;

use crate::limits::USER_ID_BYTES;
use crate::model::value::{ValueError, serde_as_text};

/// A person: the `sub` claim of their token, and nothing else.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct UserId(String);

impl UserId {
    /// Checks that the id is not empty and has at most [`USER_ID_BYTES`] bytes.
    ///
    /// # Errors
    /// [`ValueError::Empty`] or [`ValueError::TooManyBytes`].
    pub fn parse(text: impl Into<String>) -> Result<Self, ValueError> {
        let text = text.into();
        match text.len() {
            0 => Err(ValueError::Empty),
            given if given > USER_ID_BYTES => {
                Err(ValueError::TooManyBytes { form: "encoded as UTF-8", limit: USER_ID_BYTES, given })
            }
            _ => Ok(Self(text)),
        }
    }

    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

serde_as_text!(UserId);

/// Declares an id over a time-ordered `UUIDv7` (RFC 9562, section 5.7): its order is the order of creation.
macro_rules! time_ordered_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(Uuid);

        impl $name {
            /// A new id whose order is that of `time`, which must not lie before 1970.
            #[must_use]
            pub fn at(time: Timestamp) -> Self {
                let millis = u64::try_from(time.as_unix_millis()).unwrap_or(0);
                let seconds = millis / 1_000;
                let nanos = u32::try_from(millis % 1_000).map_or(0, |millis| millis * 1_000_000);
                Self(Uuid::new_v7(uuid::Timestamp::from_unix(uuid::NoContext, seconds, nanos)))
            }

            /// The `UUID`.
            #[must_use]
            pub fn as_uuid(&self) -> &Uuid {
                &self.0
            }
        }

        impl From<Uuid> for $name {
            fn from(uuid: Uuid) -> Self {
                Self(uuid)
            }
        }

        impl FromStr for $name {
            type Err = ValueError;

            fn from_str(text: &str) -> Result<Self, ValueError> {
                let id = || ValueError::Id { given: text.chars().take(100).collect() };
                let uuid = Uuid::try_parse(text).map_err(|_| id())?;
                // `try_parse` also takes forms without hyphens or with braces, which are shorter or longer.
                if text.len() == Hyphenated::LENGTH { Ok(Self(uuid)) } else { Err(id()) }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.0, f)
            }
        }
    };
}

time_ordered_id! {
    /// A favorite, minted from its `clipTime`: the table lists a person's favorites by time.
    DataId
}

impl DataId {
    /// Returns the lowest id that a favorite of this time or a later one can have.
    pub(crate) fn lowest_at(time: Timestamp) -> Self {
        let millis = u128::try_from(time.as_unix_millis()).unwrap_or(0);
        Self(Uuid::from_u128(millis << 80))
    }

    /// Returns the time from which the id was minted.
    pub(crate) fn time(self) -> Timestamp {
        let millis = i64::try_from(self.0.as_u128() >> 80).unwrap_or(i64::MAX);
        Timestamp::from_unix_millis(millis).unwrap_or(Timestamp::MAX)
    }
}

time_ordered_id! {
    /// A tag, minted from its `createTime`.
    TagId
}

time_ordered_id! {
    /// A job, minted from its `createTime`.
    JobId
}

single_table::keys::key_component!(UserId as String, UserId::as_str, UserId::try_from);
single_table::keys::key_component!(DataId as Uuid, DataId::as_uuid, DataId::try_from);
single_table::keys::key_component!(TagId as Uuid, TagId::as_uuid, TagId::try_from);
single_table::keys::key_component!(JobId as Uuid, JobId::as_uuid, JobId::try_from);
