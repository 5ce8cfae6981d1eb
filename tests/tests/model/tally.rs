//! What happened in histories: a test that never meets a fault proves nothing about it.

use std::collections::BTreeMap;
use std::fmt;

/// Something that happens in histories.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Event {
    /// Somebody did something, and the service did it.
    Act,
    /// The service refused what somebody wanted.
    Refusal,
    /// An expired item was removed.
    Removal,
    /// A record was delivered for the first time.
    Record,
    /// A record was delivered once more.
    Repeat,
    /// Two consumers were at work at the same moment.
    TwoAtOnce,
    /// A consumer died, or its answer was lost.
    LostAnswer,
    /// An answer named a record that was not applied.
    Failure,
    /// A record came to the failure destination.
    Parked,
    /// A record was redriven from there.
    Redriven,
}

impl Event {
    /// All of them.
    pub(crate) const ALL: [Self; 10] = [
        Self::Act,
        Self::Refusal,
        Self::Removal,
        Self::Record,
        Self::Repeat,
        Self::TwoAtOnce,
        Self::LostAnswer,
        Self::Failure,
        Self::Parked,
        Self::Redriven,
    ];
}

/// How often what happened.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Tally(BTreeMap<Event, usize>);

impl Tally {
    /// It happened so many times more.
    pub(crate) fn count(&mut self, event: Event, times: usize) {
        if times > 0 {
            *self.0.entry(event).or_default() += times;
        }
    }

    /// Both together.
    pub(crate) fn add(&mut self, other: &Self) {
        for (event, times) in &other.0 {
            self.count(*event, *times);
        }
    }

    /// What never happened.
    pub(crate) fn missing(&self) -> Vec<Event> {
        Event::ALL.into_iter().filter(|event| !self.0.contains_key(event)).collect()
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown: Vec<_> = self.0.iter().map(|(event, times)| format!("{event:?} {times}")).collect();
        f.write_str(&shown.join(", "))
    }
}
