//! Encodes an entity as DynamoDB JSON and decodes it again, compared with the same item made by hand and by modyne. Also compares
//! keys with `format!`.
//!
//! The code by hand is the lower bound: `serde_dynamo`, and keys by `format!`, which loses a `#` inside a value and checks
//! nothing. All three make the same item. Criterion measures one contestant after the other, and the load of a machine changes
//! meanwhile, so the ratios at the end are measured in rounds in which all contestants take turns.

mod contestants;
mod favorite;
mod rounds;

use std::hint::black_box;
use std::io::{self, Write as _};
use std::time::{Duration, Instant};

use contestants::{CONTESTANTS, Contestant};
use criterion::Criterion;
use favorite::Favorite;
use rounds::Turn;
use single_table::keys::{partition_key, sort_key};
use single_table::{Entity, Item};

const ROUNDS: usize = 200;
/// A time that is long compared with the clock's steps, and short compared with the spells in which a machine is slow.
const TURN: Duration = Duration::from_millis(2);

/// Runs one contestant a number of times, and returns the time of these runs without the preparation.
type Timer = Box<dyn Fn(u64) -> Duration>;

/// A task that all contestants do. This crate is the first contestant.
struct Case {
    name: String,
    timers: Vec<(&'static str, Timer)>,
}

fn main() -> io::Result<()> {
    contestants::assert_same_items(&samples(100));
    let cases: Vec<Case> = codec(1).into_iter().chain(codec(100)).chain(keys()).collect();
    let mut criterion = Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .configure_from_args();
    for case in &cases {
        let mut group = criterion.benchmark_group(&case.name);
        for (name, timer) in &case.timers {
            group.bench_function(*name, |bencher| bencher.iter_custom(timer));
        }
        group.finish();
    }
    criterion.final_summary();
    // Without `--bench`, as `cargo test` runs it, Criterion only checks that every contestant works.
    if std::env::args().any(|argument| argument == "--bench") { print_ratios(&cases) } else { Ok(()) }
}

fn codec(count: u32) -> [Case; 4] {
    let case = |step: &str, timer: fn(Contestant, Vec<Favorite>) -> Timer| Case {
        name: format!("{step}, {count}"),
        timers: CONTESTANTS.map(|contestant| (contestant.name, timer(contestant, samples(count)))).into(),
    };
    [
        case("entity to item", |contestant, favorites| {
            timer(|| (), move |()| contestant.encode(black_box(&favorites)))
        }),
        case("entity to bytes", |contestant, favorites| {
            timer(|| (), move |()| to_json(contestant.encode(black_box(&favorites))))
        }),
        case("item to entity", |contestant, favorites| {
            let items = contestant.encode(&favorites);
            timer(move || items.clone(), move |items| contestant.decode(items))
        }),
        case("bytes to entity", |contestant, favorites| {
            let json = to_json(contestant.encode(&favorites));
            timer(|| (), move |()| contestant.decode(from_json(black_box(&json))))
        }),
    ]
}

fn samples(count: u32) -> Vec<Favorite> {
    (0..count).map(Favorite::sample).collect()
}

/// The step between items and DynamoDB JSON, which is the same for all contestants.
fn to_json(items: Vec<Item>) -> Vec<u8> {
    let items: Vec<serde_dynamo::Item> = items.into_iter().map(Into::into).collect();
    serde_json::to_vec(&items).expect("names are text")
}

fn from_json(json: &[u8]) -> Vec<Item> {
    let items: Vec<serde_dynamo::Item> = serde_json::from_slice(json).expect("`to_json` wrote it");
    items.into_iter().map(Into::into).collect()
}

fn keys() -> [Case; 2] {
    [
        key(
            "partition key",
            |f| partition_key(&Favorite::NAME, &(&f.user_id, &f.data_type)),
            |f| format!("FavoriteData#{}#{}", f.user_id, f.data_type),
        ),
        key(
            "sort key",
            |f| sort_key(&(f.clip_time, f.data_id)),
            |f| format!("{}#{}", f.clip_time, f.data_id),
        ),
    ]
}

fn key<O>(
    name: &str,
    ours: impl Fn(&Favorite) -> O + 'static,
    format: impl Fn(&Favorite) -> String + 'static,
) -> Case {
    let (first, second) = (Favorite::sample(1), Favorite::sample(1));
    Case {
        name: name.to_owned(),
        timers: vec![
            (CONTESTANTS[0].name, timer(|| (), move |()| ours(black_box(&first)))),
            ("format!", timer(|| (), move |()| format(black_box(&second)))),
        ],
    }
}

/// Prepares a few runs at a time. One by one, reading the clock would count; all at once, the use of memory would.
fn timer<I, O>(prepare: impl Fn() -> I + 'static, run: impl Fn(I) -> O + 'static) -> Timer {
    const PREPARED: u64 = 16;
    Box::new(move |runs| {
        let mut taken = Duration::ZERO;
        let mut left = runs;
        while left > 0 {
            let now = left.min(PREPARED);
            left -= now;
            let inputs: Vec<I> = (0..now).map(|_| prepare()).collect();
            let start = Instant::now();
            for input in inputs {
                black_box(run(input));
            }
            taken += start.elapsed();
        }
        taken
    })
}

fn runs_per_turn(timer: &Timer) -> u32 {
    let mut runs = 1;
    while timer(runs.into()) < TURN {
        runs *= 2;
    }
    runs
}

fn print_ratios(cases: &[Case]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "Times and ratios from {ROUNDS} rounds: the median, and between what half of the rounds lie."
    )?;
    for case in cases {
        let runs = runs_per_turn(&case.timers[0].1);
        let turns: Vec<Turn<'_>> = case
            .timers
            .iter()
            .map(|(_, timer)| Box::new(move || Ok(timer(runs.into()))) as Turn<'_>)
            .collect();
        let samples = rounds::measure(ROUNDS, &turns)?;
        writeln!(out, "{}", case.name)?;
        for ((name, _), sample) in case.timers.iter().zip(&samples) {
            let once = sample.median() / runs;
            writeln!(out, "    {name:<12} {once:>10.2?}   single-table / it: {}", samples[0].over(sample))?;
        }
    }
    Ok(())
}
