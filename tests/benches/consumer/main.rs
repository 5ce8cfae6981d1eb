//! Measures the change consumer at full speed: passes generated records to [`Favorites::apply_changes`], with a table without a
//! stream on the engine in memory, over HTTP.
//!
//! It measures three mixes of 100,000 records, and lone changes of a user with 50,000 favorites: with 40 tags, with
//! [`MANY_TAGS`], and with favorites that expire. For each it prints the records per second, the units and requests per record,
//! and the shares of waiting and working. After each it asserts that the counts agree with the records, so that the consumer
//! can't be fast by skipping work.
//!
//! "Waiting" is the share of time with at least one request in progress: the engine, which runs in this process, and the
//! connection to it. "Working" is the share in which the consumer's task ran: the domain, the typed table, and the SDK's part
//! before and after a request. If requests overlap with work, both count.
//!
//! It fails if a record in a user's full batches costs more than [`FULL_BATCH`] write units, with a million favorites more than
//! [`FULL_BATCH_OF_MILLION`], one in a burst more than [`BURSTS`], a lone change more than [`LONE_CHANGE`], lone changes on average
//! more than [`LONE_AVERAGE`], or a count [`COUNT_MORE`] read units more once favorites
//! have expired.
//!
//! ```sh
//! cargo bench -p favorites-tests --bench consumer
//! ```
//!
//! To run only one of them, add `-- bursts`, `-- scattered`, `-- person`, `-- lone`, `-- tags` or `-- expiry`. `-- million` measures
//! one user's full batches after a million favorites. It takes half an hour, so it runs only if it is asked for.

mod records;
mod requests;
mod stage;

use std::time::Duration;

use favorites_tests::figures::say;
use tokio::runtime::Runtime;

use crate::records::{Among, Person};
use crate::stage::{Stage, WriteUnits};

/// The number of records in each mix, and in a batch.
const RECORDS: usize = 100_000;
const BATCH: usize = 100;

/// The number of users, and the number of users in a batch of bursts.
const PEOPLE: usize = 1_000;
const IN_A_BURST: usize = 5;

/// The number of favorites of the user who makes lone changes, and the number of these changes: enough for some merges of the
/// search index.
const LARGE: usize = 50_000;
const LONE: usize = 2_000;

/// The number of favorites of a user with very many, and the number of changes after these.
const MILLION: usize = 1_000_000;
const AFTER_MILLION: usize = 262_144;

/// The number of tags of a user with many tags.
const MANY_TAGS: usize = 1_000;

/// The time between two expiries, and the number of times that the counts are read while favorites expire.
const BETWEEN_EXPIRIES: Duration = Duration::from_secs(37);
const READINGS: usize = 20;

/// The most read units that a count of a user with 40 tags may cost more once favorites have expired. In each of
/// the few runs of the count tree, a leaf of each tag has both earlier and later expiries.
const COUNT_MORE: f64 = 12.0;

/// The most write units per record in full batches of one user, with a million favorites, in bursts, and for
/// compactions.
const FULL_BATCH: f64 = 0.6;
const FULL_BATCH_OF_MILLION: f64 = 0.6;
const BURSTS: f64 = 0.65;
const COMPACTION: f64 = 0.6;

/// The most write units for a lone change of a user with 50,000 favorites, and on average. The texts have
/// less than 500 bytes.
const LONE_CHANGE: f64 = 9.0;
const LONE_AVERAGE: f64 = 4.5;

fn main() {
    let asked: Vec<String> = std::env::args().skip(1).filter(|given| !given.starts_with("--")).collect();
    let is_asked = |mix: &str| asked.is_empty() || asked.iter().any(|given| given == mix);
    let runtime = Runtime::new().expect("a runtime starts");
    runtime.block_on(async {
        say(stage::HEADING);
        if is_asked("bursts") {
            at_most(BURSTS, bursts().await.average, "write units in bursts");
        }
        if is_asked("scattered") {
            scattered().await;
        }
        if is_asked("person") {
            let units = one_person().await;
            at_most(FULL_BATCH, units.average, "write units in full batches");
            at_most(COMPACTION, units.compaction, "write units of compactions");
        }
        if asked.iter().any(|given| given == "million") {
            let figure = one_person_with_a_million().await.average;
            at_most(FULL_BATCH_OF_MILLION, figure, "write units in full batches with a million favorites");
        }
        if is_asked("tags") {
            let Lone { newest, old } = many_tags().await;
            at_most(LONE_CHANGE, newest.most.max(old.most), "write units for a lone change with many tags");
        }
        if is_asked("expiry") {
            at_most(COUNT_MORE, expiry().await, "more read units for a count");
        }
        if is_asked("lone") {
            let Lone { newest, old } = lone_changes().await;
            at_most(LONE_AVERAGE, newest.average, "write units for a lone change to a new favorite");
            at_most(LONE_AVERAGE, old.average, "write units for a lone change to an old favorite");
            at_most(LONE_CHANGE, newest.most.max(old.most), "write units for a single lone change");
        }
    });
}

/// Asserts that a figure is at most this.
fn at_most(most: f64, figure: f64, what: &str) {
    assert!(figure <= most, "{figure:.2} {what}, and {most} is the most");
}

/// Measures batches with 20 changes each of 5 users.
async fn bursts() -> WriteUnits {
    let mut stage = Stage::set().await;
    let mut people = people();
    for batch in 0..RECORDS / BATCH {
        let (mut records, mut users) = (Vec::with_capacity(BATCH), Vec::new());
        for number in 0..IN_A_BURST {
            let person = &mut people[(batch * IN_A_BURST + number) % PEOPLE];
            users.push(person.user.clone());
            records.extend((0..BATCH / IN_A_BURST).map(|_| person.record(Among::Newest)));
        }
        stage.apply(records, &users).await;
    }
    let units = stage.tell("bursts");
    stage.check(&people).await;
    units
}

/// Measures batches with one change each of 100 users.
async fn scattered() {
    let mut stage = Stage::set().await;
    let mut people = people();
    for batch in 0..RECORDS / BATCH {
        let of_batch = (0..BATCH).map(|number| (batch * BATCH + number) % PEOPLE);
        let records = of_batch.clone().map(|person| people[person].record(Among::Newest)).collect();
        let users: Vec<_> = of_batch.map(|person| people[person].user.clone()).collect();
        stage.apply(records, &users).await;
    }
    stage.tell("scattered");
    stage.check(&people).await;
}

/// Measures batches of a single user.
async fn one_person() -> WriteUnits {
    let mut stage = Stage::set().await;
    let mut person = Person::new("one");
    for _ in 0..RECORDS / BATCH {
        let records = (0..BATCH).map(|_| person.record(Among::Newest)).collect();
        stage.apply(records, std::slice::from_ref(&person.user)).await;
    }
    let units = stage.tell("one person");
    stage.check(&[person]).await;
    units
}

/// Measures the same batches after a million new favorites.
async fn one_person_with_a_million() -> WriteUnits {
    let mut stage = Stage::set().await;
    let mut person = Person::new("million");
    for _ in 0..MILLION / BATCH {
        let records = (0..BATCH).map(|_| person.create()).collect();
        stage.apply(records, std::slice::from_ref(&person.user)).await;
    }
    stage.tell("a million new");
    for _ in 0..AFTER_MILLION.div_ceil(BATCH) {
        let records = (0..BATCH).map(|_| person.record(Among::Newest)).collect();
        stage.apply(records, std::slice::from_ref(&person.user)).await;
    }
    let units = stage.tell("then changes");
    stage.check(&[person]).await;
    units
}

/// The cost of lone changes.
struct Lone {
    newest: WriteUnits,
    old: WriteUnits,
}

/// Measures single changes of a user with a large library, to new and to old favorites.
async fn lone_changes() -> Lone {
    let mut stage = Stage::set().await;
    lone_changes_of(&mut stage, &mut Person::new("large")).await
}

/// The same with many tags.
async fn many_tags() -> Lone {
    let mut stage = Stage::set().await;
    lone_changes_of(&mut stage, &mut Person::with_tags("tagged", MANY_TAGS)).await
}

/// The same of favorites that expire one after the other. Then time passes, and DynamoDB removes none of them. Returns how many read
/// units a count takes more than before the first expired.
async fn expiry() -> f64 {
    let mut stage = Stage::set().await;
    let mut person = Person::new("expiring");
    person.expire_every(BETWEEN_EXPIRIES.as_secs(), stage.now());
    lone_changes_of(&mut stage, &mut person).await;
    let (all, before) = stage.read_counts(&person.user, Duration::ZERO).await;
    let (mut total, mut most) = (all, before);
    for _ in 0..READINGS {
        let part = u32::try_from(LARGE / READINGS).expect("it is a part of a library");
        let (left, units) = stage.read_counts(&person.user, BETWEEN_EXPIRIES * part).await;
        assert!(left < total, "{left} are left of {total}");
        (total, most) = (left, most.max(units));
    }
    say(&format!(
        "{all} favorites expire, all but {total}: a count takes {before} read units, then at most {most}"
    ));
    most - before
}

async fn lone_changes_of(stage: &mut Stage, person: &mut Person) -> Lone {
    for _ in 0..LARGE / BATCH {
        let records = (0..BATCH).map(|_| person.create()).collect();
        stage.apply(records, std::slice::from_ref(&person.user)).await;
    }
    stage.tell("a large library");
    for _ in 0..LONE {
        let record = person.record(Among::Newest);
        stage.apply(vec![record], std::slice::from_ref(&person.user)).await;
    }
    let newest = stage.tell("lone, newest");
    for _ in 0..LONE {
        let record = person.record_of_old();
        stage.apply(vec![record], std::slice::from_ref(&person.user)).await;
    }
    let old = stage.tell("lone, old");
    stage.check(std::slice::from_ref(person)).await;
    Lone { newest, old }
}

fn people() -> Vec<Person> {
    (0..PEOPLE).map(|number| Person::new(&format!("person {number}"))).collect()
}
