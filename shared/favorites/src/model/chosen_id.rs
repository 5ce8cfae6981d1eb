//! Ids of favorites that clients choose.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use single_table::Timestamp;
use uuid::{Builder, Uuid, Variant};

use crate::model::ids::DataId;
use crate::model::value::ValueError;

/// The id of a favorite that a client chose, so that it can repeat the creation at any time. It is a `UUIDv7` (RFC 9562, section 5.7),
/// and its time is the `clipTime` of the favorite.
///
/// ```
/// use favorites::ChosenId;
///
/// let id: ChosenId = "01a20f28-e5bb-7621-93a7-29659ab5aedf".parse().unwrap();
/// assert_eq!(id.clip_time().to_string(), "2026-11-24T20:04:28.219Z");
/// assert!("c232ab00-9414-41ec-b3c8-9f6bdeced846".parse::<ChosenId>().is_err(), "version 4 has no time");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ChosenId(DataId);

impl ChosenId {
    /// Makes the id of this time with these 74 random bits; the others are ignored. `time` must not lie before 1970.
    #[must_use]
    pub fn at(time: Timestamp, random: u128) -> Self {
        let millis = u64::try_from(time.as_unix_millis()).unwrap_or(0);
        let mut bytes = [0; 10];
        bytes.copy_from_slice(&random.to_be_bytes()[6..]);
        Self(Builder::from_unix_timestamp_millis(millis, &bytes).into_uuid().into())
    }

    /// Returns the id.
    #[must_use]
    pub fn data_id(self) -> DataId {
        self.0
    }

    /// Returns the `clipTime` of the favorite: the time of the id.
    #[must_use]
    pub fn clip_time(self) -> Timestamp {
        self.0.time()
    }
}

impl FromStr for ChosenId {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        let data_id: DataId = text.parse()?;
        let uuid: &Uuid = data_id.as_uuid();
        if uuid.get_version_num() == 7 && uuid.get_variant() == Variant::RFC4122 {
            Ok(Self(data_id))
        } else {
            Err(ValueError::NotTimeOrdered { given: text.chars().take(100).collect() })
        }
    }
}

impl fmt::Display for ChosenId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_has_its_time_and_random_bits() {
        let time: Timestamp = "2026-11-24T20:04:28.219Z".parse().unwrap();
        let id = ChosenId::at(time, u128::MAX);
        assert_eq!(id.to_string(), "01a20f28-e5bb-7fff-bfff-ffffffffffff");
        assert_eq!(id.clip_time(), time);
        assert_eq!(id.to_string().parse(), Ok(id));
        assert_ne!(ChosenId::at(time, 1), ChosenId::at(time, 2));
    }

    #[test]
    fn only_a_uuid_of_version_7_is_an_id() {
        for wrong in ["01a20f28-e5bb-4621-93a7-29659ab5aedf", "01a20f28-e5bb-7621-13a7-29659ab5aedf", "", "7"]
        {
            assert!(wrong.parse::<ChosenId>().is_err(), "{wrong}");
        }
        let error = "01a20f28-e5bb-4621-93a7-29659ab5aedf".parse::<ChosenId>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "must be a UUID of version 7; \"01a20f28-e5bb-4621-93a7-29659ab5aedf\" was given"
        );
    }
}
