//! One history from beginning to end.

use std::time::Duration;

use favorites_local::template::Template;
use favorites_tests::{Clock, consistency};
use serde_json::Value;

use crate::answers;
use crate::breakage::Breakage;
use crate::consumer::favorites;
use crate::history::{History, Step};
use crate::mapping::Mapping;
use crate::people::People;
use crate::shuffle::Shuffle;
use crate::table::{TABLE_NAME, Table};
use crate::tally::{Event, Tally};

/// How the error of a history begins that ran to its end, where what is derived is not what the table says.
pub(crate) const WRONG: &str = "what is derived is wrong";
/// How long a step takes: some of what is done falls into one second.
const STEP: Duration = Duration::from_millis(400);
/// How long an expired item stays at the most: DynamoDB removes it "within a few days" ("Using time to live (TTL) in
/// DynamoDB" in the developer guide).
const FEW_DAYS: Duration = Duration::from_hours(3 * 24);

/// Lets a history happen on a table of its own. At its end everything derived must be what the table says; what is not is
/// the error, and otherwise what happened is the result.
pub(crate) async fn run(template: &Template, history: &History, breakage: Breakage) -> Result<Tally, String> {
    let clock = Clock::start();
    let table = Table::make(template, &clock).await;
    let service = favorites(table.client(), &clock);
    let people = People::new(service.clone(), clock.clone());
    let mapping = Mapping::new(&table, &clock, history, breakage);
    let mut world = World {
        clock,
        table,
        people,
        mapping,
        removals: Shuffle::new(history.shuffle),
        tally: Tally::default(),
    };
    for step in &history.steps {
        world.step(step).await?;
    }
    world.settle(history.redriven_after.duration()).await?;

    let items = consistency::scan(&world.table.client(), TABLE_NAME).await;
    let mut faults = consistency::faults(&items);
    for user in world.people.users() {
        faults.extend(answers::faults(&service, user, &items).await?);
    }
    let mut tally = world.mapping.tally().clone();
    tally.add(&world.tally);
    if faults.is_empty() { Ok(tally) } else { Err(format!("{WRONG}:\n{}", faults.join("\n"))) }
}

struct World {
    clock: Clock,
    table: Table,
    people: People,
    mapping: Mapping,
    removals: Shuffle,
    tally: Tally,
}

impl World {
    async fn step(&mut self, step: &Step) -> Result<(), String> {
        self.clock.advance(STEP);
        match step {
            Step::Act { person, act } => {
                let event = self.people.act(*person, act).await?;
                self.tally.count(event, 1);
            }
            Step::Deliver(delivery) => self.mapping.deliver(delivery).await?,
            Step::Pass(wait) => self.pass(wait.duration()).await?,
            Step::Expire(items) => self.expire(Duration::ZERO, (*items).into()),
        }
        Ok(())
    }

    /// Lets time pass, and what AWS promises to have done within it be done.
    async fn pass(&mut self, mut left: Duration) -> Result<(), String> {
        while !left.is_zero() {
            let part = left.min(FEW_DAYS);
            self.mapping.hurry(part).await?;
            self.clock.advance(part);
            self.expire(FEW_DAYS, usize::MAX);
            left -= part;
        }
        Ok(())
    }

    /// Nobody does anything any more: everything is delivered, redriven and removed.
    async fn settle(&mut self, redriven_after: Duration) -> Result<(), String> {
        self.mapping.drain().await?;
        self.clock.advance(redriven_after);
        self.mapping.redrive().await?;
        self.expire(Duration::ZERO, usize::MAX);
        self.mapping.drain().await
    }

    /// Removes at most so many of the items that expired so long ago, in any order and each on its own.
    fn expire(&mut self, ago: Duration, most: usize) {
        let latest = self.clock.before(ago).as_unix_millis() / 1_000;
        let is_expired = |item: &Value| {
            let ttl = item["ttl"]["N"].as_str().and_then(|seconds| seconds.parse::<i64>().ok());
            ttl.is_some_and(|ttl| ttl <= latest)
        };
        let items: Vec<_> = self.table.items().into_iter().filter(is_expired).collect();
        for item in self.removals.shuffled(items).into_iter().take(most) {
            self.table.expire(&item);
            self.tally.count(Event::Removal, 1);
        }
    }
}
