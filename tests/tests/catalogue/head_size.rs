//! Tests that every part of the head stays below its cap, and that a change stays cheap, whatever users
//! change.

use std::time::Duration;

use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;
use favorites_api::favorites::limits::{
    COUNT_RUNS_BYTES, JOURNAL_MOST_BYTES, RECENT_COUNTS_BYTES, SPARE_COUNT_NODES, TAGS_PER_FAVORITE,
};
use favorites_api::favorites::{ChangeRecord, EpochSeconds, Meter, Turn, Usage};
use favorites_tests::catalogue::Block;
use rand::rngs::StdRng;
use rand::seq::IteratorRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::Value;
use uuid::Uuid;

use crate::person::{Favorite, Person};
use crate::world::{Item, PATIENCE, World};

/// The tags of a user with many tags.
const MANY_TAGS: u128 = 1_000;

/// The number of changes in the random history, unless the environment variable `HEAD_SIZE_CHANGES` has
/// another one.
const CHANGES: usize = 3_000;

/// A change of a favorite.
#[derive(Debug, Clone, Copy)]
enum Kind {
    Create,
    Title,
    Expiry,
    Tags,
    Delete,
}

/// A user whose favorites have tags and expire.
struct Tagged {
    person: Person,
    tags: Vec<String>,
    /// The fewest and the most tags of a favorite.
    on_one: (usize, usize),
    rng: StdRng,
    now: u64,
    next: u128,
}

impl Tagged {
    fn new(world: &World, tags: u128, on_one: (usize, usize)) -> Self {
        let now = EpochSeconds::of(world.clock.now()).get();
        let tags = (1..=tags).map(|number| Uuid::from_u128(number << 64).to_string()).collect();
        Self { person: world.person("ann"), tags, on_one, rng: StdRng::seed_from_u64(35), now, next: 1 }
    }

    fn some_tags(&mut self) -> Vec<String> {
        let count = self.rng.random_range(self.on_one.0..=self.on_one.1);
        self.tags.iter().sample(&mut self.rng, count).into_iter().cloned().collect()
    }

    fn expiry(&mut self) -> u64 {
        self.now + self.rng.random_range(100_000..40_000_000)
    }

    /// Returns the records of a change of any favorite.
    fn change(&mut self, kind: Kind) -> Vec<ChangeRecord> {
        let (tags, expiry) = (self.some_tags(), self.expiry());
        let any = self.person.live.keys().choose(&mut self.rng).map(Uuid::as_u128);
        let Some(number) = any else { return self.create(tags, expiry) };
        match kind {
            Kind::Create => self.create(tags, expiry),
            Kind::Title => vec![self.person.edit(number, |favorite| favorite.title.push('!'))],
            Kind::Expiry => vec![self.person.edit(number, |favorite| favorite.expiry = Some(expiry))],
            Kind::Tags => vec![self.person.edit(number, |favorite| favorite.tags = tags)],
            Kind::Delete => self.person.delete(number).to_vec(),
        }
    }

    fn create(&mut self, tags: Vec<String>, expiry: u64) -> Vec<ChangeRecord> {
        let number = self.next;
        self.next += 1;
        vec![self.person.keep(Favorite { tags, ..Favorite::note(number).expiring(expiry) })]
    }
}

/// Asserts that each part of a head stays below its cap. The state of the search index has tests of its own.
fn check_caps(head: &Item) {
    let bytes =
        |name: &str| head.get(name).map_or(0, |value| value.as_b().expect("it is packed").as_ref().len());
    // Each number has a byte for its length, and scopes take a few bytes more than is estimated.
    let counts = COUNT_RUNS_BYTES + 2 * RECENT_COUNTS_BYTES + 64;
    let (journal, sequences, spare) = (JOURNAL_MOST_BYTES, 1_500, 5 * SPARE_COUNT_NODES + 2);
    for (part, stored, most) in [
        ("the journal", bytes("entries"), journal),
        ("the sequence numbers", bytes("sequences"), sequences),
        ("the counts and runs", bytes("counts") + bytes("runSizes"), counts),
        ("the spare nodes", bytes("spare"), spare),
    ] {
        assert!(stored <= most, "{part} have {stored} bytes, and {most} is the most");
    }
    let others: usize = head
        .iter()
        .filter(|(name, _)| {
            !["entries", "sequences", "counts", "runSizes", "spare", "index"].contains(&name.as_str())
        })
        .map(|(name, value)| name.len() + value.as_m().map_or(40, |types| 15 * types.len()))
        .sum();
    assert!(journal + sequences + counts + spare + others < 10 * 1024, "the others have {others} bytes");
}

/// The write units of lone changes, without those of the items of the search index.
#[derive(Debug, Default)]
struct Cost {
    sum: f64,
    most: f64,
    changes: u32,
    /// The usage of the most expensive change.
    worst: Vec<Usage>,
}

/// Makes lone changes of a user with `library` favorites.
async fn lone_changes(
    world: &World,
    user: &mut Tagged,
    (library, changes): (usize, usize),
    kinds: &[Kind],
) -> Cost {
    let meter = Meter::new();
    let favorites = world.favorites.clone().with_meter(meter.clone());
    for _ in 0..library.div_ceil(100) {
        let batch: Vec<_> = (0..100).flat_map(|_| user.change(Kind::Create)).collect();
        world.apply(&batch).await;
    }
    let mut cost = Cost::default();
    for number in 0..changes {
        for record in user.change(kinds[number % kinds.len()]) {
            for result in favorites.apply_changes(vec![record], PATIENCE).await {
                result.expect("the record can be applied");
            }
            let usage = meter.take();
            let is_of_search = |usage: &Usage| usage.entities.iter().any(|name| name.starts_with("Search"));
            let others = usage.iter().filter(|usage| !is_of_search(usage));
            let units: f64 = others.map(|usage| usage.units.write).sum();
            cost.sum += units;
            if units > cost.most {
                (cost.most, cost.worst) = (units, usage);
            }
            cost.changes += 1;
        }
        check_caps(&world.head(&user.person).await);
    }
    cost
}

#[tokio::test]
async fn lone_changes_of_favorites_with_20_tags_and_expiries_stay_cheap() {
    let world = World::start_with_sizes_of_service().await;
    let mut ann = Tagged::new(&world, 40, (20, 20));
    let kinds = [Kind::Title, Kind::Tags, Kind::Title, Kind::Create, Kind::Expiry, Kind::Title, Kind::Delete];
    let cost = lone_changes(&world, &mut ann, (1_500, 550), &kinds).await;
    assert!(cost.most <= 8.0 && cost.sum <= 4.5 * f64::from(cost.changes), "{cost:?}");
    assert_eq!(world.faults(&[&ann.person]).await, Vec::<String>::new());
}

#[tokio::test]
async fn the_worst_lone_changes_stay_cheap() {
    let world = World::start_with_sizes_of_service().await;
    let mut ann = Tagged::new(&world, MANY_TAGS, (20, 20));
    let cost = lone_changes(&world, &mut ann, (1_500, 300), &[Kind::Tags, Kind::Expiry]).await;
    assert!(cost.most <= 8.0, "{cost:?}");
    assert_eq!(world.faults(&[&ann.person]).await, Vec::<String>::new());
}

#[tokio::test]
async fn the_worker_merges_many_runs_of_the_counts_so_that_a_count_reads_few() {
    let world = World::start_with_sizes_of_service().await;
    let mut ann = Tagged::new(&world, 1, (1, 1));
    lone_changes(&world, &mut ann, (500, 400), &[Kind::Expiry]).await;
    // Some favorites expire.
    world.clock.advance(Duration::from_secs(20_000_000));
    let meter = Meter::new();
    let favorites = world.favorites.clone().with_meter(meter.clone());
    let count = async || {
        drop(meter.take());
        let counts = favorites.counts(&ann.person.id).await.expect("the counts can be read");
        (counts.total, meter.take().iter().map(|usage| usage.units.read).sum::<f64>())
    };
    let (total, many) = count().await;
    while !matches!(favorites.take_turn(&ann.person.id, PATIENCE).await, Ok(Turn::None)) {}
    let (same, few) = count().await;
    assert_eq!(total, same);
    assert!(many > 5.0 && few <= 2.0, "{many} read units before, {few} after");
}

/// Set `HEAD_SIZE_CHANGES=100000` for a long history.
#[tokio::test]
async fn no_part_of_the_head_exceeds_its_cap_in_a_random_history() {
    let changes =
        std::env::var("HEAD_SIZE_CHANGES").map_or(CHANGES, |text| text.parse().expect("it is a number"));
    let world = World::start_with_sizes_of_service().await;
    let mut ann = Tagged::new(&world, MANY_TAGS, (0, TAGS_PER_FAVORITE));
    let kinds = [Kind::Create, Kind::Create, Kind::Title, Kind::Expiry, Kind::Tags, Kind::Delete];
    let mut made = 0;
    while made < changes {
        let size = *[1, 1, 1, 2, 9, 40, 100].iter().choose(&mut ann.rng).expect("there are some");
        let kind = kinds.iter().choose(&mut ann.rng).copied();
        let mut batch = Vec::new();
        for _ in 0..size {
            // Some batches make changes of one kind, and others of all.
            let kind = kind.filter(|_| size > 40).or_else(|| kinds.iter().choose(&mut ann.rng).copied());
            batch.extend(ann.change(kind.expect("there are some")));
        }
        made += size;
        world.apply(&batch).await;
        check_caps(&world.head(&ann.person).await);
    }
    assert_eq!(world.faults(&[&ann.person]).await, Vec::<String>::new());
    let counts = world.favorites.counts(&ann.person.id).await.expect("the counts can be read");
    assert_eq!((counts.total, counts.trash), (ann.person.live.len() as u64, ann.person.trash.len() as u64));
}

#[tokio::test]
async fn a_journal_that_an_earlier_version_let_grow_becomes_small_again() {
    let world = World::start_with_sizes_of_service().await;
    let mut ann = Tagged::new(&world, MANY_TAGS, (20, 20));
    let batch: Vec<_> = (0..100).flat_map(|_| ann.change(Kind::Create)).collect();
    world.apply(&batch).await;
    // A journal may have all that the segments have.
    let mut segments: Vec<Value> = world.catalogue().await;
    segments.retain(|item| item["type"] == "Catalogue");
    segments.sort_by_key(|item| item["firstId"].as_str().map(str::to_owned));
    let mut journal = Block { tags: Vec::new(), entries: Vec::new() };
    for segment in &segments {
        journal.append(Block::of(segment));
    }
    assert_eq!(journal.entries.len(), 100);
    let sequences = postcard::to_allocvec(&vec![1_u64; 100]).expect("they can be packed");
    let mut head = world.head(&ann.person).await;
    assert!(journal.pack().len() > 10 * JOURNAL_MOST_BYTES);
    for (name, bytes) in [("entries", journal.pack()), ("sequences", sequences)] {
        head.insert(name.to_owned(), AttributeValue::B(Blob::new(bytes)));
    }
    world.put(head).await;
    for _ in 0..3 {
        world.apply(&ann.change(Kind::Tags)).await;
    }
    check_caps(&world.head(&ann.person).await);
    assert_eq!(world.faults(&[&ann.person]).await, Vec::<String>::new());
}
