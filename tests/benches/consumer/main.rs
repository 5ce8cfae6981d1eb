//! The consumer of the stream at full speed: made-up records through [`Favorites::apply_changes`], on the engine in memory
//! over HTTP and a table without a stream.
//!
//! Three mixes of 100,000 records, and lone changes of a person who has 50,000 favorites. For each it tells records a
//! second, units and requests for a record, and where the time goes. At the end of each the counts must be those of the
//! records, so that nothing is fast because it is left out.
//!
//! "Waiting" is the share of time in which at least one request was under way: the engine, which runs in this process, and
//! the way to it. "Working" is the share in which the consumer's own task ran: the domain, the typed table, and the SDK's part
//! before and after a request. Where requests overlap with work, both count.
//!
//! It fails when a record of one person's full batches takes more than [`FULL_BATCH`] write units, or a lone change more than
//! [`LONE_CHANGE`].
//!
//! ```sh
//! cargo bench -p favorites-tests --bench consumer
//! ```
//!
//! `-- bursts`, `-- scattered`, `-- person` or `-- lone` runs one of them.

mod records;
mod requests;
mod stage;

use favorites_tests::figures::say;
use tokio::runtime::Runtime;

use crate::records::{Among, Person};
use crate::stage::{Stage, WriteUnits};

/// How many records each mix has, and how many a batch.
const RECORDS: usize = 100_000;
const BATCH: usize = 100;

/// How many people there are, and how many of them are in a batch of bursts.
const PEOPLE: usize = 1_000;
const IN_A_BURST: usize = 5;

/// How many favorites the person has who changes one at a time, and how often they do.
const LARGE: usize = 50_000;
const LONE: usize = 500;

/// The most write units of a record in full batches of one person, and of a lone change of a person with 50,000 favorites.
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
        if is_asked("lone") {
            let lone = lone_changes().await.most;
            assert!(
                lone <= LONE_CHANGE,
                "{lone} write units for a lone change, and {LONE_CHANGE} is the most"
            );
        }
    });
}

/// Batches of 20 changes of each of 5 people.
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

/// Batches of a change of each of 100 people.
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

/// Batches of one person alone.
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

/// One change at a time of a person with a large library, new favorites and old ones: what the dearer of the two costs.
async fn lone_changes() -> WriteUnits {
    let mut stage = Stage::set().await;
    let mut person = Person::new("large");
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
    stage.check(&[person]).await;
    if newest.most > old.most { newest } else { old }
}

fn people() -> Vec<Person> {
    (0..PEOPLE).map(|number| Person::new(&format!("person {number}"))).collect()
}
