//! The times that a caller may choose, and sums of times. What is allowed moves with the clock, so a time
//! can't hold its own limits as other values do: it is checked against the `now` of the use case.

use std::time::Duration;

use single_table::{EpochSeconds, Timestamp};

use crate::error::Fault;
use crate::limits::{ATTEMPT_DELAYS, CLIP_TIME_AHEAD};
use crate::model::value::ValueError;

/// The fault of a time of imported history: it must be from 1970, where the ids begin, to [`CLIP_TIME_AHEAD`] from `now`. A time
/// that is not given has none.
pub(crate) fn past_time_fault(pointer: &str, time: Option<Timestamp>, now: Timestamp) -> Option<Fault> {
    check_past_time(time?, now).err().map(|reason| Fault::new(pointer, reason))
}

/// The fault of an expiry: it must lie in a second that has not begun at `now`, since expiry counts in whole seconds.
pub(crate) fn expiry_fault(time: Option<Timestamp>, now: Timestamp) -> Option<Fault> {
    check_expire_time(time?, now).err().map(|reason| Fault::new("/expireTime", reason))
}

fn check_past_time(time: Timestamp, now: Timestamp) -> Result<(), ValueError> {
    let latest = later(now, CLIP_TIME_AHEAD);
    if time.as_unix_millis() < 0 || time > latest {
        return Err(ValueError::PastTime { latest, given: time });
    }
    Ok(())
}

fn check_expire_time(time: Timestamp, now: Timestamp) -> Result<(), ValueError> {
    if EpochSeconds::of(time).expired(now) {
        return Err(ValueError::Expired { given: time, now });
    }
    Ok(())
}

/// A later time; the end of time where it would lie behind it.
pub(crate) fn later(time: Timestamp, by: Duration) -> Timestamp {
    time.checked_add(by).unwrap_or(Timestamp::MAX)
}

/// The time from `now` until `time`: none if it is over.
pub(crate) fn until(time: Timestamp, now: Timestamp) -> Duration {
    let millis = time.as_unix_millis() - now.as_unix_millis();
    Duration::from_millis(u64::try_from(millis).unwrap_or_default())
}

/// The time until the next attempt at some work, by the number of attempts without progress.
pub(crate) fn delay_after(attempts: usize) -> Duration {
    ATTEMPT_DELAYS[attempts.clamp(1, ATTEMPT_DELAYS.len()) - 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    const NOW: &str = "2026-11-21T08:35:15.123Z";

    #[test]
    fn a_time_of_history_is_from_1970_to_a_little_ahead() {
        for (given, allowed) in [
            ("1969-12-31T23:59:59.999Z", false),
            ("1970-01-01T00:00:00Z", true),
            (NOW, true),
            ("2026-11-21T08:40:15.123Z", true),
            ("2026-11-21T08:40:15.124Z", false),
        ] {
            assert_eq!(check_past_time(time(given), time(NOW)).is_ok(), allowed, "{given}");
        }
        assert_eq!(check_past_time(Timestamp::MAX, Timestamp::MAX), Ok(()));
        let late = past_time_fault("/clipTime", Some(time("2030-01-01T00:00:00Z")), time(NOW)).unwrap();
        assert_eq!(
            late.to_string(),
            "/clipTime: must be from 1970 to 2026-11-21T08:40:15.123Z; 2030-01-01T00:00:00.000Z was given"
        );
    }

    #[test]
    fn an_expiry_lies_in_a_later_second() {
        for (given, allowed) in [
            ("2026-11-21T08:35:15Z", false),
            (NOW, false),
            ("2026-11-21T08:35:15.999Z", false),
            ("2026-11-21T08:35:16Z", true),
        ] {
            assert_eq!(check_expire_time(time(given), time(NOW)).is_ok(), allowed, "{given}");
        }
        let early = check_expire_time(time("2020-01-01T00:00:00Z"), time(NOW)).unwrap_err();
        assert_eq!(
            early.to_string(),
            "must lie in the future; 2020-01-01T00:00:00.000Z was given and it is 2026-11-21T08:35:15.123Z"
        );
    }
}
