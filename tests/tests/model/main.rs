//! The model of the change consumer and of reconciliation: random histories of several users, whose stream reaches the consumer in
//! the worst way that AWS allows, while reconciliation stalls, dies and arrives late. At the end, all derived data equals what the
//! table's own items say, and reconciliation found no drift that a pending record explains.
//!
//! `MODEL_HISTORIES` sets the number of histories. `MODEL_SEED` runs the history of this seed, which the message of a failure names.
//! Everything runs on the embedded engine in this process, without a connection. The runtime's clock only moves while all tasks
//! wait. So slow requests and pauses take no time, and two consumers at once interleave as the history says.

mod answers;
mod breakage;
mod broken_pass;
mod call;
mod connection;
mod consumer;
mod delivery;
mod follower;
mod followers;
mod history;
mod limits;
mod losses;
mod mapping;
mod pass;
mod people;
mod reconciler;
mod record;
mod runner;
mod searches;
mod shard;
mod shuffle;
mod strategy;
mod table;
mod tally;
mod things;
mod way;
mod world;
mod written;
mod wrong;

use std::io::Write as _;
use std::time::Instant;

use breakage::Breakage;
use runner::{Plan, new_seed, run, run_seed};
use wrong::WRONG;

/// The number of histories if `MODEL_HISTORIES` is not set.
const HISTORIES: u64 = 200;
/// The most histories until a defect is found that shows in most of them.
const FOUND_WITHIN: u32 = 100;
/// The same for a consumer that subtracts expired favorites twice: the expiry must be in a node when DynamoDB removes the item.
const EXPIRY_FOUND_WITHIN: u32 = 500;
/// The same for a consumer whose writes have no conditions: two consumers must have read the same head at the same moment, with
/// different records of one user. It takes some 30 histories on average.
const RACE_FOUND_WITHIN: u32 = 1_000;
/// The same for a reconciliation whose repairs overwrite what a consumer wrote: the consumer must write while a pass is between reading
/// the head and writing it.
const OVERWRITE_FOUND_WITHIN: u32 = 500;
/// The same for a reconciliation that does not wait: two of its passes must see a difference whose record is pending.
const WAIT_FOUND_WITHIN: u32 = 500;
/// The same for a reconciliation that skips ids: a call must end in the middle of a user, after the record of a skipped favorite was lost.
const SKIP_FOUND_WITHIN: u32 = 1_000;
/// The same for a reconciliation that forgets users who are due: its call must die after records were lost.
const NOTES_FOUND_WITHIN: u32 = 500;

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

/// In the history of this seed, a pass reads favorites, stalls for a day, and then looks for their tags. In the
/// meantime, the clean-up removes a deleted tag from these favorites.
#[test]
fn a_pass_that_stalls_before_it_looks_for_tags_finds_no_drift() {
    run_seed(15_738_782_139_178_860_006).unwrap_or_else(|failure| panic!("{failure}"));
}

#[test]
fn a_consumer_that_counts_a_record_twice_is_found() {
    finds(Breakage::NewRecords, FOUND_WITHIN, 0);
}

#[test]
fn a_consumer_that_does_not_see_what_expires_is_found() {
    finds(Breakage::NoExpiry, FOUND_WITHIN, 0);
}

#[test]
fn a_consumer_that_loses_changes_of_counts_is_found() {
    finds(Breakage::LostRecent, FOUND_WITHIN, 15_131_467_959_069_592_321);
    finds(Breakage::LostCell, FOUND_WITHIN, 7_628_492_261_590_528_060);
}

#[test]
fn a_consumer_that_takes_off_twice_what_has_expired_is_found() {
    finds(Breakage::ExpiredTwice, EXPIRY_FOUND_WITHIN, 15_124_599_047_318_675_917);
}

#[test]
fn a_consumer_whose_writes_have_no_condition_is_found() {
    finds(Breakage::NoConditions, RACE_FOUND_WITHIN, 4_564_840_848_035_307_642);
}

#[test]
fn a_consumer_that_loses_changes_of_the_feed_is_found() {
    finds(Breakage::LostRows, FOUND_WITHIN, 8_113_110_422_815_536_391);
}

#[test]
fn a_reconciliation_that_does_not_wait_for_a_second_sight_is_found() {
    finds(Breakage::NoWait, WAIT_FOUND_WITHIN, 6_149_195_808_815_749_451);
}

#[test]
fn a_reconciliation_whose_repairs_have_no_condition_is_found() {
    finds(Breakage::BlindRepairs, OVERWRITE_FOUND_WITHIN, 6_968_568_896_275_558_177);
}

#[test]
fn a_reconciliation_that_goes_on_at_the_wrong_place_is_found() {
    finds(Breakage::SkippedRange, SKIP_FOUND_WITHIN, 8_024_684_434_265_529_355);
}

#[test]
fn a_reconciliation_that_takes_users_off_the_list_too_early_is_found() {
    finds(Breakage::NotesTaken, NOTES_FOUND_WITHIN, 8_843_838_394_849_406_542);
}

/// Fails if none of `within` histories shows the defect. The first history is that of `seed`, which is known to show
/// it, so that the search is short. After a change of how histories are made, take the seed that this prints.
fn finds(breakage: Breakage, within: u32, seed: u64) {
    let plan = Plan { histories: within, seed, breakage, shrinks: false };
    let failure = run(plan).expect_err("it is found when it is broken");
    assert!(failure.reason.starts_with(WRONG), "it fails for another reason: {failure}");
    let (number, seed) = (failure.number, failure.seed);
    say(&format!("{breakage:?} was found by history {number}, of seed {seed}"));
}

/// Returns the number in an environment variable, if it is set.
fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} must be a whole number; {text:?} was given")))
}

/// Prints a line even if the test passes and its output is captured.
fn say(line: &str) {
    writeln!(std::io::stderr(), "{line}").expect("standard error is open");
}
