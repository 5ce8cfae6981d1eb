//! What follows from the table's stream: counts, and the end of deleted tags.
//!
//! A record's effect is the difference of what its new and its old image count. It is written in one transaction with a
//! marker of the record's event id, on the condition that there is no such marker: so it counts at most once, however
//! often, in whatever batches and by however many consumers it is delivered. The event id is unique to a record (see
//! "Record" in the DynamoDB Streams API reference). The effects are sums, so their order does not matter.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use single_table::{
    Entity, EpochSeconds, Op, Put, StreamItem, Timestamp, Transaction, TransactionError, Update, decode,
    entity_name,
};

use crate::counts::{PersonCounts, PersonCountsKey, TagCounts, TagCountsKey};
use crate::data_type::DataType;
use crate::error::Error;
use crate::favorite::{FavoriteData, TrashedFavorite};
use crate::favorites::Favorites;
use crate::ids::{TagId, UserId};
use crate::limits::CHANGE_KEEPS;
use crate::table::FavoritesTable;
use crate::tag::Tag;

/// One record of the stream.
#[derive(Debug, Clone)]
pub struct Change {
    /// The record's `eventID`.
    pub event_id: String,
    /// About when the item was written, to the second: the record's `ApproximateCreationDateTime`. A record that does not
    /// say it is taken for an old one.
    pub written: Option<EpochSeconds>,
    /// The item before.
    pub old: Option<StreamItem>,
    /// The item after.
    pub new: Option<StreamItem>,
}

/// That a record's effect is written. It stays for [`CHANGE_KEEPS`], longer than a record can come back.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = FavoritesTable, name = "AppliedChange", partition(event_id), sort(), ttl(expire_time))]
pub(crate) struct AppliedChange {
    event_id: String,
    expire_time: EpochSeconds,
}

/// What an item counts, or the difference of two.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Weight {
    total: i64,
    trash: i64,
    types: BTreeMap<DataType, i64>,
    tags: BTreeMap<TagId, i64>,
}

/// What a record asks for.
enum Effect {
    Count { user: UserId, event_id: String, weight: Weight },
    ClearTag { user: UserId, tag_id: TagId },
    Nothing,
}

/// The most tag counters of one transaction: beside them it has at most as many markers and the person's counters, and
/// DynamoDB takes 100 operations.
const TAGS_AT_ONCE: usize = 48;
/// The most records of one transaction.
const RECORDS_AT_ONCE: usize = 48;

impl Favorites {
    /// Applies records of the stream, in any order and as often as they come. There is one result for each, in their order:
    /// a record that can't be read or applied harms no other. What is not applied within `time_left` is left for the next
    /// delivery, and its result says so.
    pub async fn apply_changes(&self, changes: Vec<Change>, time_left: Duration) -> Vec<Result<(), Error>> {
        let end = Instant::now() + time_left;
        let mut results: Vec<Result<(), Error>> = Vec::with_capacity(changes.len());
        let mut by_person: HashMap<UserId, Vec<(usize, String, Weight)>> = HashMap::new();
        let mut cleared = Vec::new();
        for (at, change) in changes.into_iter().enumerate() {
            results.push(effect(change).map(|effect| match effect {
                Effect::Count { user, event_id, weight } => {
                    by_person.entry(user).or_default().push((at, event_id, weight));
                }
                Effect::ClearTag { user, tag_id } => cleared.push((at, user, tag_id)),
                Effect::Nothing => {}
            }));
        }
        for (user, records) in by_person {
            for chunk in chunks(records) {
                let places: Vec<usize> = chunk.iter().map(|(at, ..)| *at).collect();
                if Instant::now() >= end {
                    for at in places {
                        results[at] = Err(Error::OutOfTime);
                    }
                    continue;
                }
                if let Err(error) = self.count(&user, chunk).await {
                    let message = error.to_string();
                    for at in places {
                        results[at] = Err(Error::Uncounted { reason: message.clone() });
                    }
                }
            }
        }
        for (at, user, tag_id) in cleared {
            results[at] = self.clear_tag(&user, tag_id).await;
        }
        results
    }

    /// Writes the sum of some records' effects with their markers. Records that were written before are left out.
    async fn count(&self, user: &UserId, mut records: Vec<(usize, String, Weight)>) -> Result<(), Error> {
        while !records.is_empty() {
            let mut transaction = Transaction::new();
            let now = self.store.now();
            let markers: Vec<_> =
                records.iter().map(|(_, event_id, _)| marker(&mut transaction, event_id, now)).collect();
            add_up(&mut transaction, user, &records);
            match self.store.transact(transaction).await {
                Ok(_) => return Ok(()),
                Err(TransactionError::Failed(error)) => return Err(error.into()),
                Err(TransactionError::Cancelled(cancelled)) => {
                    let before = records.len();
                    let mut markers = markers.into_iter();
                    records.retain(|_| markers.next().is_some_and(|marker| !cancelled.failed(marker)));
                    if records.len() == before {
                        return Err(Error::Uncounted { reason: cancelled.to_string() });
                    }
                }
            }
        }
        Ok(())
    }
}

fn marker(
    transaction: &mut Transaction<FavoritesTable>,
    event_id: &str,
    now: Timestamp,
) -> Op<AppliedChange> {
    let applied = AppliedChange {
        event_id: event_id.to_owned(),
        expire_time: EpochSeconds::of(now).plus(CHANGE_KEEPS),
    };
    transaction.add(Put::new(&applied).if_absent())
}

fn add_up(transaction: &mut Transaction<FavoritesTable>, user: &UserId, records: &[(usize, String, Weight)]) {
    let sum = records.iter().fold(Weight::default(), |sum, (_, _, weight)| sum.plus(weight, 1));
    let mut person = Update::upsert(PersonCountsKey { user_id: user.clone() })
        .add(PersonCounts::TOTAL, sum.total)
        .add(PersonCounts::TRASH, sum.trash);
    for (data_type, delta) in sum.types {
        person = person.add(PersonCounts::field(data_type), delta);
    }
    transaction.add(person);
    for (tag_id, delta) in sum.tags {
        let key = TagCountsKey { user_id: user.clone(), tag_id };
        transaction.add(Update::upsert(key).add(TagCounts::FAVORITES, delta));
    }
}

/// Parts that fit a transaction, each event once.
fn chunks(records: Vec<(usize, String, Weight)>) -> Vec<Vec<(usize, String, Weight)>> {
    let mut chunks: Vec<Vec<(usize, String, Weight)>> = Vec::new();
    let mut tags: BTreeSet<TagId> = BTreeSet::new();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    for record in records {
        if !seen.insert(record.1.clone()) {
            continue;
        }
        let more: BTreeSet<TagId> = tags.iter().chain(record.2.tags.keys()).copied().collect();
        match chunks.last_mut() {
            Some(chunk) if chunk.len() < RECORDS_AT_ONCE && more.len() <= TAGS_AT_ONCE => {
                tags = more;
                chunk.push(record);
            }
            _ => {
                tags = record.2.tags.keys().copied().collect();
                chunks.push(vec![record]);
            }
        }
    }
    chunks
}

fn effect(change: Change) -> Result<Effect, Error> {
    let name = change.new.as_ref().or(change.old.as_ref()).and_then(entity_name).map(str::to_owned);
    match name.as_deref() {
        Some("FavoriteData") => counted(change, |favorite: FavoriteData| {
            let mut weight = Weight { total: 1, ..Weight::default() };
            weight.types.insert(favorite.data_type(), 1);
            weight.tags = favorite.tag_ids.iter().map(|tag| (*tag, 1)).collect();
            (favorite.user_id, weight)
        }),
        Some("Trash") => counted(change, |trashed: TrashedFavorite| {
            (trashed.user_id, Weight { trash: 1, ..Weight::default() })
        }),
        Some("Tag") => match (change.old, change.new) {
            (Some(old), None) => {
                let tag: Tag = decode(old)?;
                Ok(Effect::ClearTag { user: tag.user_id, tag_id: tag.tag_id })
            }
            _ => Ok(Effect::Nothing),
        },
        // Everything else is bookkeeping, the consumer's own writes among it.
        Some(_) => Ok(Effect::Nothing),
        None => Err(Error::Uncounted { reason: "no image of the record says what it is of".to_owned() }),
    }
}

/// The difference that a record makes.
fn counted<E: Entity>(change: Change, weigh: impl Fn(E) -> (UserId, Weight)) -> Result<Effect, Error> {
    let old = change.old.map(decode::<E>).transpose()?.map(&weigh);
    let new = change.new.map(decode::<E>).transpose()?.map(&weigh);
    let mut weight = Weight::default();
    let mut person = None;
    for (side, sign) in [(old, -1), (new, 1)] {
        if let Some((user, part)) = side {
            weight = weight.plus(&part, sign);
            person = Some(user);
        }
    }
    weight.types.retain(|_, delta| *delta != 0);
    weight.tags.retain(|_, delta| *delta != 0);
    Ok(match person {
        Some(user) if weight != Weight::default() => {
            Effect::Count { user, event_id: change.event_id, weight }
        }
        _ => Effect::Nothing,
    })
}

impl Weight {
    /// This and another, `sign` times.
    fn plus(mut self, other: &Self, sign: i64) -> Self {
        self.total += sign * other.total;
        self.trash += sign * other.trash;
        for (data_type, delta) in &other.types {
            *self.types.entry(*data_type).or_default() += sign * delta;
        }
        for (tag_id, delta) in &other.tags {
            *self.tags.entry(*tag_id).or_default() += sign * delta;
        }
        self
    }
}
