//! The times at which tags were put on a favorite or taken off.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use single_table::Timestamp;
use uuid::Uuid;

use crate::limits::{JOB_KEEPS, TAGS_PER_FAVORITE};
use crate::model::ids::TagId;

/// The bytes of a tag's id and its time.
const ENTRY_BYTES: usize = 24;

/// The times at which edits put tags on a favorite or took them off, as far as a job from before can still be
/// undone. So the undoing of a job leaves a tag alone that the user has changed since. Of the tags that were
/// taken off, the last [`TAGS_PER_FAVORITE`] are known. Each time has 16 bytes for the id of the tag and 8
/// for the milliseconds since 1970.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TagTimes(BTreeMap<TagId, i64>);

impl TagTimes {
    /// Returns true if there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the times after an edit at `now` that has put `after` in place of the tags `before`.
    pub(crate) fn edited(&self, before: &BTreeSet<TagId>, after: &BTreeSet<TagId>, now: Timestamp) -> Self {
        let needed = now.checked_sub(JOB_KEEPS).map_or(0, Timestamp::as_unix_millis);
        let mut times = self.0.clone();
        times.extend(before.symmetric_difference(after).map(|tag_id| (*tag_id, now.as_unix_millis())));
        times.retain(|_, time| *time >= needed);
        let taken_off = times.iter().filter(|(tag_id, _)| !after.contains(tag_id));
        let mut taken_off: Vec<_> = taken_off.map(|(tag_id, time)| (Reverse(*time), *tag_id)).collect();
        taken_off.sort_unstable();
        for (_, tag_id) in taken_off.into_iter().skip(TAGS_PER_FAVORITE) {
            times.remove(&tag_id);
        }
        Self(times)
    }

    /// Returns true if the tag was put on or taken off after this time.
    pub(crate) fn is_after(&self, tag_id: TagId, time: Timestamp) -> bool {
        self.0.get(&tag_id).is_some_and(|changed| *changed > time.as_unix_millis())
    }
}

impl Serialize for TagTimes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let entry =
            |(tag_id, time): (&TagId, &i64)| [&tag_id.as_uuid().as_bytes()[..], &time.to_be_bytes()].concat();
        let bytes: Vec<u8> = self.0.iter().flat_map(entry).collect();
        serde_bytes::serialize(&bytes, serializer)
    }
}

impl<'de> Deserialize<'de> for TagTimes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let bytes: Vec<u8> = serde_bytes::deserialize(deserializer)?;
        let (entries, rest) = bytes.as_chunks::<ENTRY_BYTES>();
        if !rest.is_empty() {
            let given = bytes.len();
            return Err(D::Error::custom(format!(
                "times of tags have {ENTRY_BYTES} bytes each; {given} were stored"
            )));
        }
        let entry = |entry: &[u8; ENTRY_BYTES]| {
            let (mut id, mut time) = ([0; 16], [0; 8]);
            id.copy_from_slice(&entry[..16]);
            time.copy_from_slice(&entry[16..]);
            (TagId::from(Uuid::from_bytes(id)), i64::from_be_bytes(time))
        };
        Ok(Self(entries.iter().map(entry).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tag(number: u128) -> TagId {
        TagId::from(Uuid::from_u128(number))
    }

    #[test]
    fn tags_that_stay_keep_their_times_until_no_job_from_before_can_be_undone() {
        let start: Timestamp = "2026-11-24T20:00:00Z".parse().unwrap();
        let later = |days: u64| start.checked_add(std::time::Duration::from_hours(24 * days)).unwrap();
        let [none, one, both] = [BTreeSet::new(), [tag(1)].into(), [tag(1), tag(2)].into()];
        let times = TagTimes::default().edited(&none, &one, start).edited(&one, &both, later(1));
        assert!(!times.is_after(tag(1), start) && times.is_after(tag(2), start));
        let kept = times.edited(&both, &both, later(90));
        assert_eq!(kept, times);
        assert_eq!(times.edited(&both, &both, later(91)).0.len(), 1);
        let taken_off = times.edited(&both, &none, later(2));
        assert!(taken_off.is_after(tag(1), later(1)) && taken_off.is_after(tag(2), later(1)));
        assert!(taken_off.edited(&none, &none, later(93)).is_empty());
        let bytes = postcard::to_allocvec(&times).unwrap();
        assert_eq!(postcard::from_bytes::<TagTimes>(&bytes).unwrap(), times);
    }

    #[test]
    fn the_times_of_the_last_thirty_tags_that_were_taken_off_are_known() {
        let start: Timestamp = "2026-11-24T20:00:00Z".parse().unwrap();
        let second = |number| start.checked_add(std::time::Duration::from_secs(number)).unwrap();
        let mut times = TagTimes::default();
        for number in 1..=31 {
            let tags = [tag(number.into())].into();
            times =
                times.edited(&BTreeSet::new(), &tags, start).edited(&tags, &BTreeSet::new(), second(number));
            assert_eq!(times.is_after(tag(1), start), number < 31, "after {number} tags");
        }
        assert_eq!(times.0.len(), 30);
        assert!(times.is_after(tag(2), start));
    }
}
