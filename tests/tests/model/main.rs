//! The model of the change consumer: random histories of several people, whose stream reaches the consumer in the worst
//! way that AWS allows, and at the end everything derived equals what the table itself says.
//!
//! `MODEL_HISTORIES` says how many histories there are, and `MODEL_SEED` runs the one of that seed, which a failure names.
//! Everything is on the embedded engine in this process, without a connection, and the runtime's time stands still unless
//! everybody waits: so slow requests and pauses before another try cost no time, and two consumers at once interleave as
//! the history says.

mod answers;
mod breakage;
mod consumer;
mod history;
mod mapping;
mod people;
mod record;
mod runner;
mod shard;
mod shuffle;
mod strategy;
mod table;
mod tally;
mod things;
mod world;
mod written;

use std::io::Write as _;
use std::time::Instant;

use breakage::Breakage;
use runner::{Plan, new_seed, run, run_seed};

/// How many histories there are when `MODEL_HISTORIES` doesn't say.
const HISTORIES: u64 = 200;
/// Within how many of them a consumer must be found that counts a record twice.
const FOUND_WITHIN: u32 = 100;
/// Within how many one whose writes have no conditions must be: two consumers must have read the same head at the same moment, with
/// different records of one person. It takes some 30 histories on average.
const RACE_FOUND_WITHIN: u32 = 1_000;

#[test]
fn histories_end_as_the_table_says() {
    if let Some(seed) = number("MODEL_SEED") {
        run_seed(seed).unwrap_or_else(|failure| panic!("{failure}"));
        return;
    }
    let histories = number("MODEL_HISTORIES").unwrap_or(HISTORIES);
    let histories = histories.try_into().expect("it is a number of histories");
    let plan = Plan { histories, seed: new_seed(), breakage: Breakage::None, shrinks: true };
    let start = Instant::now();
    let tally = run(plan).unwrap_or_else(|failure| panic!("{failure}"));
    say(&format!("{histories} histories of seed {} in {:.1?}: {tally}", plan.seed, start.elapsed()));
    assert_eq!(tally.missing(), [], "there must be enough histories for everything to happen");
}

#[test]
fn a_consumer_that_counts_a_record_twice_is_found() {
    finds(Breakage::NewRecords, FOUND_WITHIN);
}

#[test]
fn a_consumer_whose_writes_have_no_condition_is_found() {
    finds(Breakage::NoConditions, RACE_FOUND_WITHIN);
}

fn finds(breakage: Breakage, within: u32) {
    let plan = Plan { histories: within, seed: new_seed(), breakage, shrinks: false };
    let failure = run(plan).expect_err("a broken consumer is found");
    assert!(failure.reason.starts_with(world::WRONG), "it fails for another reason: {failure}");
    say(&format!("{breakage:?} of seed {} was found by history {}", plan.seed, failure.number));
}

/// The number in an environment variable, where it is set.
fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} must be a whole number; {text:?} was given")))
}

/// Says it also where the output of tests that pass is kept back.
fn say(line: &str) {
    writeln!(std::io::stderr(), "{line}").expect("standard error is open");
}
