//! The number of events in histories: a test that never meets a fault proves nothing about it.

use std::collections::BTreeMap;
use std::fmt;

use favorites_api::favorites::limits::TAGS_PER_FAVORITE;
use serde_json::Value;

/// The nodes of a count tree are on two levels at most up to this number.
const DEEP_TREE: usize = 20;

/// An event in a history.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Event {
    /// The service carried out a user's call.
    Act,
    /// The service gave a favorite another clip time, and with it another id.
    Relocation,
    /// The service refused a user's call.
    Refusal,
    /// An expired item was removed.
    Removal,
    /// A record was delivered for the first time.
    Record,
    /// A record was delivered once more.
    Repeat,
    /// Two consumers worked at the same moment.
    TwoAtOnce,
    /// A consumer died, or its response was lost.
    LostAnswer,
    /// A response named a record that was not applied.
    Failure,
    /// The service was asked for counts that are lower than the number of items, because favorites have expired.
    Expired,
    /// A record was sent to the failure destination.
    Parked,
    /// A record was redriven from there.
    Redriven,
    /// A record was lost for good.
    Lost,
    /// A pass of reconciliation reached its end.
    Pass,
    /// A call of reconciliation stood still while the history went on, and then continued.
    Stall,
    /// A call of reconciliation died.
    Death,
    /// The time of a call of reconciliation ended in the middle of a user.
    TimeUp,
    /// A call of reconciliation found a pass in the middle of a user.
    Resumption,
    /// Two calls of reconciliation worked on the same users.
    TwoPasses,
    /// A call of reconciliation and a consumer worked at the same moment.
    BesideConsumer,
    /// A write of reconciliation arrived after its caller had given it up.
    LateWrite,
    /// Differences waited for a second sight.
    Suspect,
    /// Something was repaired that a pending record explained.
    Repair,
    /// Drift was repaired: records were lost, or were pending for long.
    Drift,
    /// A search index with a run of merged runs was compared.
    MergedRuns,
    /// A client got a page of the change feed.
    Page,
    /// A client stopped before it had noted a page.
    LostPage,
    /// A client stopped although more pages followed.
    Stop,
    /// A client received a tombstone.
    Tombstone,
    /// A client started over because it had begun before anything was numbered.
    StartUnborn,
    /// A client started over because its cursor was too old.
    StartOld,
    /// A client read the feed while a consumer worked.
    PageBesideConsumer,
    /// A client read the feed while the user called the service.
    PageBesideAct,
    /// A count tree with nodes on several levels was compared.
    DeepTree,
    /// A favorite with the most tags was compared.
    ManyTags,
}

impl Event {
    /// All events.
    pub(crate) const ALL: [Self; 35] = [
        Self::Act,
        Self::Relocation,
        Self::Refusal,
        Self::Removal,
        Self::Record,
        Self::Repeat,
        Self::TwoAtOnce,
        Self::LostAnswer,
        Self::Failure,
        Self::Expired,
        Self::Parked,
        Self::Redriven,
        Self::Lost,
        Self::Pass,
        Self::Stall,
        Self::Death,
        Self::TimeUp,
        Self::Resumption,
        Self::TwoPasses,
        Self::BesideConsumer,
        Self::LateWrite,
        Self::Suspect,
        Self::Repair,
        Self::Drift,
        Self::MergedRuns,
        Self::Page,
        Self::LostPage,
        Self::Stop,
        Self::Tombstone,
        Self::StartUnborn,
        Self::StartOld,
        Self::PageBesideConsumer,
        Self::PageBesideAct,
        Self::DeepTree,
        Self::ManyTags,
    ];
}

/// The number of times that each event happened.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Tally(BTreeMap<Event, usize>);

impl Tally {
    /// Adds a number of occurrences of an event.
    pub(crate) fn count(&mut self, event: Event, times: usize) {
        if times > 0 {
            *self.0.entry(event).or_default() += times;
        }
    }

    /// Counts the special cases among the items of a comparison at this second.
    pub(crate) fn count_items(&mut self, items: &[Value], now: u64) {
        let all = |entity: &'static str| items.iter().filter(move |item| item["type"] == entity);
        let is_expired = |item: &&Value| item["ttl"].as_u64().is_some_and(|ttl| ttl <= now);
        let has_all_tags = |item: &&Value| item["tagIds"].as_array().map_or(0, Vec::len) == TAGS_PER_FAVORITE;
        self.count(Event::Expired, all("FavoriteData").filter(is_expired).count());
        self.count(Event::ManyTags, all("FavoriteData").filter(has_all_tags).count());
        self.count(Event::MergedRuns, all("SearchDirectory").count());
        self.count(Event::DeepTree, usize::from(all("CatalogueCounts").count() >= DEEP_TREE));
    }

    /// Adds the events of another tally.
    pub(crate) fn add(&mut self, other: &Self) {
        for (event, times) in &other.0 {
            self.count(*event, *times);
        }
    }

    /// Returns the events that never happened.
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
