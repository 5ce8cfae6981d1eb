//! How histories are made. What comes first in a choice is what a history shrinks to.

use favorites_api::favorites::DataType;
use proptest::collection::vec;
use proptest::option::weighted;
use proptest::prelude::*;
use proptest::sample::select;

use crate::history::{Act, Beside, Change, Create, Delivery, Fault, History, PEOPLE, Pick, Step, Wait};

/// The most things that somebody has before anything else happens.
const OPENING: usize = 8;
/// The most steps after that.
const STEPS: usize = 32;

/// Histories.
pub(crate) fn histories() -> impl Strategy<Value = History> {
    let redriven_after = select(vec![Wait::None, Wait::OverDay, Wait::Days]);
    let steps = (vec(opening(), 0..=OPENING), vec(step(), 1..=STEPS))
        .prop_map(|(opening, steps)| opening.into_iter().chain(steps).collect::<Vec<_>>());
    (1..=3_u8, any::<u64>(), steps, redriven_after).prop_map(|(shards, shuffle, steps, redriven_after)| {
        History { shards, shuffle, steps, redriven_after }
    })
}

/// Without tags and favorites there is little to do.
fn opening() -> impl Strategy<Value = Step> {
    let act = prop_oneof![1 => pick().prop_map(Act::CreateTag), 3 => create().prop_map(Act::Create)];
    act.prop_map(|act| Step::Act { person: 0, act })
}

fn step() -> impl Strategy<Value = Step> {
    // Most of it is one person's, so that their changes meet.
    let person = prop_oneof![4 => Just(0), 1 => 1..PEOPLE];
    prop_oneof![
        12 => (person, act()).prop_map(|(person, act)| Step::Act { person, act }),
        8 => delivery().prop_map(Step::Deliver),
        1 => select(vec![Wait::Minute, Wait::Hours, Wait::OverDay, Wait::Days, Wait::Month]).prop_map(Step::Pass),
        1 => (1..=4_u8).prop_map(Step::Expire),
    ]
}

fn pick() -> std::ops::Range<Pick> {
    0..8
}

fn expiry() -> impl Strategy<Value = Wait> {
    select(vec![Wait::Minute, Wait::Hours, Wait::OverDay, Wait::Month])
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        3 => pick().prop_map(Act::CreateTag),
        8 => create().prop_map(Act::Create),
        1 => (pick(), pick()).prop_map(|(tag, name)| Act::RenameTag(tag, name)),
        2 => pick().prop_map(Act::DeleteTag),
        17 => (pick(), change()).prop_map(|(favorite, change)| Act::Change(favorite, change)),
    ]
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        4 => Just(Change::Delete),
        3 => Just(Change::Restore),
        1 => Just(Change::Purge),
        2 => pick().prop_map(Change::Title),
        1 => pick().prop_map(Change::Content),
        1 => pick().prop_map(Change::Url),
        1 => weighted(0.7, expiry()).prop_map(Change::Expiry),
        2 => pick().prop_map(Change::Tag),
        1 => pick().prop_map(Change::Untag),
        2 => vec(pick(), 0..=3).prop_map(Change::Tags),
    ]
}

fn create() -> impl Strategy<Value = Create> {
    // Notes and links more often: they have the longest texts, and links of their own.
    let data_type = prop_oneof![3 => Just(DataType::Note), 3 => Just(DataType::Link), 4 => select(DataType::ALL.to_vec())];
    let hours_ago = prop_oneof![3 => Just(0), 1 => any::<u8>()];
    (data_type, pick(), pick(), vec(pick(), 0..=3), hours_ago, weighted(0.25, expiry())).prop_map(
        |(data_type, text, url, tags, hours_ago, expires)| Create {
            data_type,
            text,
            url,
            tags,
            hours_ago,
            expires,
        },
    )
}

fn delivery() -> impl Strategy<Value = Delivery> {
    let records = prop_oneof![3 => 1..=4_u8, 1 => 5..=40_u8];
    let again = prop_oneof![2 => Just(0), 1 => 1..=4_u8];
    let poison = weighted(0.1, pick());
    let rare = || proptest::bool::weighted(0.15);
    (any::<Pick>(), records, again, rare(), fault(), rare(), beside(), poison, proptest::bool::weighted(0.05))
        .prop_map(|(shard, records, again, halves, fault, answer_lost, beside, poison, parked)| Delivery {
            shard,
            records,
            again,
            halves,
            fault,
            answer_lost,
            beside,
            poison,
            parked,
        })
}

fn fault() -> impl Strategy<Value = Fault> {
    let after = || 0..6_u8;
    let times = || 1..=5_u8;
    prop_oneof![
        8 => Just(Fault::None),
        1 => (after(), times()).prop_map(|(after, times)| Fault::Throttled(after, times)),
        1 => (after(), times()).prop_map(|(after, times)| Fault::Conflict(after, times)),
        1 => (after(), times()).prop_map(|(after, times)| Fault::LostRequest(after, times)),
        1 => (after(), times()).prop_map(|(after, times)| Fault::LostResponse(after, times)),
        1 => after().prop_map(Fault::DiesBefore),
        2 => after().prop_map(Fault::DiesAfter),
    ]
}

fn beside() -> impl Strategy<Value = Beside> {
    let millis = || 1..=30_u8;
    prop_oneof![
        3 => Just(Beside::Nothing),
        2 => (0..=3_u8, 0..=3_u8, millis())
            .prop_map(|(earlier, fewer, millis)| Beside::SameBatch { earlier, fewer, millis }),
        5 => (1..=4_u8, millis()).prop_map(|(records, millis)| Beside::OtherShard { records, millis }),
    ]
}
