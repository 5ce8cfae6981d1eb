//! Generates histories. Histories shrink to the first alternative of a choice.

use favorites_api::favorites::DataType;
use favorites_api::favorites::limits::TAGS_PER_FAVORITE;
use favorites_tests::catalogue::SMALL_SEGMENT;
use proptest::collection::vec;
use proptest::option::weighted;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use proptest::strategy::Union;

use crate::call::{Call, Course, Whom};
use crate::delivery::{Beside, Delivery, Fault, Pick};
use crate::history::{Act, Change, Create, Follow, FollowBeside, History, PEOPLE, Step, Wait};
use crate::limits::TINY_SEGMENT;

/// The most steps after the opening.
const STEPS: usize = 32;

/// The size of a user's library, at the beginning and later.
#[derive(Debug, Clone, Copy)]
struct Library {
    /// The number of tags at the beginning.
    tags: u8,
    /// The number of tags to choose from.
    choice: u8,
    /// The most tags that are given to a favorite at once.
    tags_per_favorite: usize,
    /// The least and the most steps at the beginning.
    opening: (usize, usize),
    /// The weight of a delivery among the steps at the beginning, beside 4 for a tag or a favorite that is created.
    deliveries: u32,
    segment_bytes: usize,
}

/// A few favorites and tags.
const SMALL: Library = Library {
    tags: 0,
    choice: 8,
    tags_per_favorite: 3,
    opening: (0, 8),
    deliveries: 0,
    segment_bytes: SMALL_SEGMENT,
};
/// Enough tags for a count tree with several levels, and favorites with the most tags.
const MANY_TAGS: Library = Library {
    tags: 34,
    choice: 34,
    tags_per_favorite: TAGS_PER_FAVORITE,
    opening: (2, 6),
    deliveries: 0,
    segment_bytes: SMALL_SEGMENT,
};
/// Enough favorites for several ranges of reconciliation, and enough deliveries for merged runs of the search index: a delivery makes one
/// run at most.
const MANY_FAVORITES: Library = Library {
    tags: 0,
    choice: 8,
    tags_per_favorite: 3,
    opening: (44, 52),
    deliveries: 2,
    segment_bytes: TINY_SEGMENT,
};

/// Generates histories.
pub(crate) fn histories() -> impl Strategy<Value = History> {
    prop_oneof![8 => of(SMALL), 1 => of(MANY_TAGS), 2 => of(MANY_FAVORITES)]
}

fn of(library: Library) -> impl Strategy<Value = History> {
    let (least, most) = library.opening;
    let redriven_after = select(vec![Wait::None, Wait::OverDay, Wait::Days]);
    let begin = (library.tags > 0).then_some(Step::Act { person: 0, act: Act::CreateTags(library.tags) });
    let opening = vec(opening(library), least..=most);
    let steps = (opening, vec(step(library), 1..=STEPS), weighted(0.1, outage())).prop_map(
        move |(opening, steps, outage)| {
            let outage = outage.into_iter().flatten();
            begin.clone().into_iter().chain(opening).chain(steps).chain(outage).collect::<Vec<_>>()
        },
    );
    (1..=3_u8, any::<u64>(), steps, redriven_after).prop_map(
        move |(shards, shuffle, steps, redriven_after)| History {
            shards,
            shuffle,
            segment_bytes: library.segment_bytes,
            steps,
            redriven_after,
        },
    )
}

/// Generates a step that creates a tag or a favorite, or that delivers some: there is little to do without them.
fn opening(library: Library) -> impl Strategy<Value = Step> {
    let act = prop_oneof![1 => pick().prop_map(Act::CreateTag), 3 => create(library).prop_map(Act::Create)];
    let act = act.prop_map(|act| Step::Act { person: 0, act }).boxed();
    let choices = [(4, act), (library.deliveries, delivery().prop_map(Step::Deliver).boxed())];
    Union::new_weighted(choices.into_iter().filter(|(weight, _)| *weight > 0).collect())
}

/// Generates a loss of records, and then a call of reconciliation for everybody who is due. The call often dies, because only then does
/// it matter that the users are still listed.
fn outage() -> impl Strategy<Value = [Step; 2]> {
    let fault = prop_oneof![fault(40), (0..40_u8).prop_map(Fault::DiesBefore)];
    let call = (call(), fault).prop_map(|(call, fault)| Call { whom: Whom::Due, fault, ..call });
    // Boxed: a tree of nested choices in debug builds is too large for the stack.
    (pick(), call).prop_map(|(shard, call)| [Step::Lose(shard), Step::Reconcile(call)]).boxed()
}

fn step(library: Library) -> impl Strategy<Value = Step> {
    let wait = select(vec![
        Wait::Minute,
        Wait::Drift,
        Wait::Hours,
        Wait::OverDay,
        Wait::Days,
        Wait::Month,
        Wait::Season,
    ]);
    prop_oneof![
        24 => (person(), act(library)).prop_map(|(person, act)| Step::Act { person, act }),
        16 => delivery().prop_map(Step::Deliver),
        3 => wait.prop_map(Step::Pass),
        2 => (1..=4_u8).prop_map(Step::Expire),
        2 => Just(Step::Look),
        8 => follow(library).prop_map(Step::Follow),
        6 => call().prop_map(Step::Reconcile),
        3 => (pick(), proptest::bool::weighted(0.3)).prop_map(|(call, dies)| Step::GoOn { call, dies }),
        1 => Just(Step::Arrive),
        1 => pick().prop_map(Step::Lose),
    ]
}

/// Chooses one user most of the time, so that the user's changes meet.
fn person() -> impl Strategy<Value = u8> {
    prop_oneof![4 => Just(0), 1 => 1..PEOPLE]
}

/// Chooses one of the first user's two clients most of the time.
fn follow(library: Library) -> impl Strategy<Value = Follow> {
    let client = prop_oneof![4 => 0..2_u8, 1 => pick()];
    let beside = prop_oneof![
        3 => Just(FollowBeside::Nothing),
        3 => (delivery(), 1..=30_u8).prop_map(|(delivery, millis)| FollowBeside::Consumer(delivery, millis)),
        3 => (act(library), 0..=60_u8).prop_map(|(act, millis)| FollowBeside::Act(act, millis)),
    ];
    (client, 1..=4_u8, proptest::bool::weighted(0.2), 1..=30_u8, beside).prop_map(
        |(client, pages, is_last_lost, millis, beside)| Follow {
            client,
            pages,
            is_last_lost,
            millis,
            beside,
        },
    )
}

fn call() -> impl Strategy<Value = Call> {
    let whom =
        prop_oneof![4 => person().prop_map(Whom::Person), 1 => Just(Whom::Due), 1 => Just(Whom::Everybody)];
    let course = prop_oneof![
        3 => Just(Course::Alone),
        2 => (10..=400_u16).prop_map(Course::Short),
        4 => (1..=80_u8).prop_map(Course::StandsStill),
        1 => (1..=30_u8).prop_map(Course::Twice),
        3 => (delivery(), 1..=30_u8).prop_map(|(delivery, millis)| Course::BesideConsumer(delivery, millis)),
    ];
    (whom, proptest::bool::weighted(0.3), fault(40), weighted(0.15, 0..6_u8), course)
        .prop_map(|(whom, at_once, fault, late, course)| Call { whom, at_once, fault, late, course })
}

fn pick() -> std::ops::Range<Pick> {
    0..8
}

fn expiry() -> impl Strategy<Value = Wait> {
    select(vec![Wait::Minute, Wait::Hours, Wait::OverDay, Wait::Month])
}

fn act(library: Library) -> impl Strategy<Value = Act> {
    let tag = move || 0..library.choice;
    prop_oneof![
        3 => pick().prop_map(Act::CreateTag),
        8 => create(library).prop_map(Act::Create),
        1 => (tag(), pick()).prop_map(|(tag, name)| Act::RenameTag(tag, name)),
        2 => tag().prop_map(Act::DeleteTag),
        2 => (tag(), tag()).prop_map(|(tag, into)| Act::MergeTag(tag, into)),
        17 => (pick(), change(library)).prop_map(|(favorite, change)| Act::Change(favorite, change)),
    ]
}

fn change(library: Library) -> impl Strategy<Value = Change> {
    let tag = move || 0..library.choice;
    prop_oneof![
        4 => Just(Change::Delete),
        3 => Just(Change::Restore),
        1 => Just(Change::Purge),
        2 => pick().prop_map(Change::Title),
        1 => pick().prop_map(Change::Content),
        1 => pick().prop_map(Change::Url),
        1 => weighted(0.7, expiry()).prop_map(Change::Expiry),
        2 => tag().prop_map(Change::Tag),
        1 => tag().prop_map(Change::Untag),
        2 => tags(library).prop_map(Change::Tags),
        3 => any::<u8>().prop_map(Change::ClipTime),
    ]
}

/// Generates different tags: some, or the most that a favorite is given.
fn tags(library: Library) -> impl Strategy<Value = Vec<Pick>> {
    let all: Vec<Pick> = (0..library.choice).collect();
    let most = library.tags_per_favorite;
    prop_oneof![2 => subsequence(all.clone(), 0..=most), 1 => subsequence(all, most)]
}

fn create(library: Library) -> impl Strategy<Value = Create> {
    // Prefer notes and links: notes have the longest texts, and links have URLs.
    let data_type = prop_oneof![3 => Just(DataType::Note), 3 => Just(DataType::Link), 4 => select(DataType::ALL.to_vec())];
    let hours_ago = prop_oneof![3 => Just(0), 1 => any::<u8>()];
    let chosen = weighted(0.3, pick());
    (data_type, pick(), pick(), tags(library), hours_ago, weighted(0.25, expiry()), chosen).prop_map(
        |(data_type, text, url, tags, hours_ago, expires, chosen)| Create {
            data_type,
            text,
            url,
            tags,
            hours_ago,
            expires,
            chosen,
        },
    )
}

fn delivery() -> impl Strategy<Value = Delivery> {
    let records = prop_oneof![3 => 1..=4_u8, 1 => 5..=40_u8];
    let again = prop_oneof![2 => Just(0), 1 => 1..=4_u8];
    let poison = weighted(0.1, pick());
    let rare = || proptest::bool::weighted(0.15);
    (
        any::<Pick>(),
        records,
        again,
        rare(),
        fault(6),
        rare(),
        beside(),
        poison,
        proptest::bool::weighted(0.05),
    )
        .prop_map(|(shard, records, again, halves, fault, answer_lost, beside, poison, parked)| {
            Delivery { shard, records, again, halves, fault, answer_lost, beside, poison, parked }
        })
}

/// Generates a fault that begins within this number of requests.
fn fault(within: u8) -> impl Strategy<Value = Fault> {
    let after = move || 0..within;
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
