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
//! It fails if a record in a user's full batches costs more than [`FULL_BATCH`] write units, a lone change more than
//! [`LONE_CHANGE`], or a count [`COUNT_MORE`] read units more once favorites have expired.
//!
//! ```sh
//! cargo bench -p favorites-tests --bench consumer
//! ```
//!
//! To run only one of them, add `-- bursts`, `-- scattered`, `-- person`, `-- lone`, `-- tags` or `-- expiry`.

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

/// The number of favorites of the user who makes lone changes, and the number of these changes.
const LARGE: usize = 50_000;
const LONE: usize = 500;

/// The number of tags of a user with many tags.
const MANY_TAGS: usize = 1_000;

/// The time between two expiries, and the number of times that the counts are read while favorites expire.
const BETWEEN_EXPIRIES: Duration = Duration::from_secs(37);
const READINGS: usize = 20;

/// The most read units that a count may cost more once favorites have expired.
const COUNT_MORE: f64 = 1.0;

/// The most write units per record in full batches of one user, and for a lone change of a user with 50,000 favorites.
const FULL_BATCH: f64 = 0.5;
const LONE_CHANGE: f64 = 12.0;

fn main() {
    let asked: Vec<String> = std::env::args().skip(1).filter(|given| !given.starts_with("--")).collect();
    let is_asked = |mix: &str| asked.is_empty() || asked.iter().any(|given| given == mix);
    let runtime = Runtime::new().expect("a runtime starts");
    runtime.block_on(async {
        say(stage::HEADING);
        if is_asked("bursts") {
            bursts().await;
        }
        if is_asked("scattered") {
            scattered().await;
        }
        if is_asked("person") {
            let full = one_person().await.average;
            assert!(
                full <= FULL_BATCH,
                "{full:.2} write units in full batches, and {FULL_BATCH} is the most"
            );
        }
        if is_asked("tags") {
            let lone = many_tags().await.most;
            assert!(
                lone <= LONE_CHANGE,
                "{lone} write units for a lone change with {MANY_TAGS} tags, and {LONE_CHANGE} is the most"
            );
        }
        if is_asked("expiry") {
            let more = expiry().await;
            assert!(more <= COUNT_MORE, "{more} read units more for a count, and {COUNT_MORE} is the most");
        }
        if is_asked("lone") {
            let lone = lone_changes().await.most;
            assert!(
                lone <= LONE_CHANGE,
                "{lone} write units for a lone change, and {LONE_CHANGE} is the most"
            );
        }
    });
}

/// Measures batches with 20 changes each of 5 users.
async fn bursts() {
    let mut stage = Stage::set().await;
    let mut people = people();
    for batch in 0..RECORDS / BATCH {
        let mut records = Vec::with_capacity(BATCH);
        for number in 0..IN_A_BURST {
            let person = &mut people[(batch * IN_A_BURST + number) % PEOPLE];
            records.extend((0..BATCH / IN_A_BURST).map(|_| person.record(Among::Newest)));
        }
        stage.apply(records).await;
    }
    stage.tell("bursts");
    stage.check(&people).await;
}

/// Measures batches with one change each of 100 users.
async fn scattered() {
    let mut stage = Stage::set().await;
    let mut people = people();
    for batch in 0..RECORDS / BATCH {
        let records =
            (0..BATCH).map(|number| people[(batch * BATCH + number) % PEOPLE].record(Among::Newest));
        stage.apply(records.collect()).await;
    }
    stage.tell("scattered");
    stage.check(&people).await;
}

/// Measures batches of a single user.
async fn one_person() -> WriteUnits {
    let mut stage = Stage::set().await;
    let mut person = Person::new("one");
    for _ in 0..RECORDS / BATCH {
        stage.apply((0..BATCH).map(|_| person.record(Among::Newest)).collect()).await;
    }
    let units = stage.tell("one person");
    stage.check(&[person]).await;
    units
}

/// Measures single changes of a user with a large library, to new and to old favorites. Returns the cost of the more expensive
/// kind.
async fn lone_changes() -> WriteUnits {
    let mut stage = Stage::set().await;
    lone_changes_of(&mut stage, &mut Person::new("large")).await
}

/// The same with many tags.
async fn many_tags() -> WriteUnits {
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

async fn lone_changes_of(stage: &mut Stage, person: &mut Person) -> WriteUnits {
    for _ in 0..LARGE / BATCH {
        stage.apply((0..BATCH).map(|_| person.create()).collect()).await;
    }
    stage.tell("a large library");
    for _ in 0..LONE {
        stage.apply(vec![person.record(Among::Newest)]).await;
    }
    let newest = stage.tell("lone, newest");
    for _ in 0..LONE {
        stage.apply(vec![person.record_of_old()]).await;
    }
    let old = stage.tell("lone, old");
    stage.check(std::slice::from_ref(person)).await;
    if newest.most > old.most { newest } else { old }
}

fn people() -> Vec<Person> {
    (0..PEOPLE).map(|number| Person::new(&format!("person {number}"))).collect()
}
