//! Runs one history.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use aws_sdk_dynamodb::Client;
use favorites_api::Favorites;
use favorites_api::favorites::limits::DRIFT_AFTER;
use favorites_api::favorites::{EpochSeconds, Turn, UserId};
use favorites_local::template::Template;
use favorites_tests::{Clock, consistency};
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use serde_json::Value;

use crate::answers;
use crate::breakage::Breakage;
use crate::connection::{client, favorites, make};
use crate::delivery::Pick;
use crate::followers::Followers;
use crate::history::{Follow, FollowBeside, History, Step, Wait};
use crate::losses::Losses;
use crate::mapping::Mapping;
use crate::people::People;
use crate::reconciler::Reconciler;
use crate::shuffle::Shuffle;
use crate::table::{TABLE_NAME, Table};
use crate::tally::{Event, Tally};
use crate::wrong::wrong;

/// The duration of a step: some steps fall into one second.
const STEP: Duration = Duration::from_millis(400);
/// More time than a step with a call of reconciliation takes.
const STEP_OF_CALLS: Duration = Duration::from_secs(3);
/// More time than a turn of the worker takes.
const TURN: Duration = Duration::from_mins(1);
/// The number of expiries to wait for at the end of a history.
const MOST_EXPIRIES: usize = 3;
/// The longest time for which an expired item stays: DynamoDB removes it "within a few days" ("Using time to live (TTL) in
/// DynamoDB" in the developer guide).
const FEW_DAYS: Duration = Duration::from_hours(3 * 24);

/// Runs a history on a table of its own. Returns its events, or an error if the derived data is not what the table's own items say at
/// the end.
pub(crate) async fn run(template: &Template, history: &History, breakage: Breakage) -> Result<Tally, String> {
    let mut world = World::begin(template, history, breakage).await;
    for step in &history.steps {
        world.step(step).await?;
    }
    world.settle(history.redriven_after.duration()).await?;
    world.end().await?;
    for part in [world.mapping.tally(), world.reconciler.tally(), &world.followers.tally()] {
        world.tally.add(part);
    }
    Ok(world.tally)
}

struct World {
    client: Client,
    service: Favorites,
    clock: Clock,
    table: Table,
    people: People,
    followers: Followers,
    mapping: Mapping,
    reconciler: Reconciler,
    losses: Losses,
    removals: Shuffle,
    /// Chooses the searches.
    random: StdRng,
    tally: Tally,
}

impl World {
    async fn begin(template: &Template, history: &History, breakage: Breakage) -> Self {
        let clock = Clock::start();
        let table = Table::new(template, &clock, history.segment_bytes);
        make(template, &table).await;
        let client = client(&table);
        let service = favorites(client.clone(), &table, &clock);
        let people = People::new(service.clone(), clock.clone());
        Self {
            client,
            followers: Followers::new(&people.users(), &table, &clock),
            people,
            mapping: Mapping::new(&table, &clock, history, breakage.of_consumer()),
            reconciler: Reconciler::new(&table, &clock, breakage.of_reconciliation()),
            losses: Losses::default(),
            removals: Shuffle::new(history.shuffle),
            random: StdRng::seed_from_u64(history.shuffle),
            tally: Tally::default(),
            service,
            clock,
            table,
        }
    }

    async fn step(&mut self, step: &Step) -> Result<(), String> {
        self.clock.advance(STEP);
        match step {
            Step::Act { person, act } => {
                let event = self.people.act(*person, act).await?;
                self.tally.count(event, 1);
            }
            Step::Deliver(delivery) => {
                self.work().await?;
                self.mapping.deliver(delivery).await?;
            }
            Step::Pass(wait) => self.pass(wait.duration()).await?,
            Step::Expire(items) => self.expire(Duration::ZERO, (*items).into()),
            Step::Look => self.look().await?,
            Step::Follow(follow) => self.follow(follow).await?,
            Step::Reconcile(call) => {
                let excused = self.excused();
                self.reconciler.call(call, &self.people.users(), excused, &mut self.mapping).await?;
            }
            Step::GoOn { call, dies } => {
                let excused = self.excused();
                self.reconciler.go_on(*call, *dies, excused).await?;
            }
            Step::Arrive => self.reconciler.let_writes_arrive(),
            Step::Lose(shard) => self.lose(*shard).await?,
        }
        Ok(())
    }

    /// Has a client read the change feed, beside other work.
    async fn follow(&mut self, follow: &Follow) -> Result<(), String> {
        let Follow { client, pages, is_last_lost, millis, beside } = follow;
        let read = self.followers.read(*client, *pages, *is_last_lost, *millis);
        match beside {
            FollowBeside::Nothing => read.await,
            FollowBeside::Consumer(delivery, millis) => {
                self.tally.count(Event::PageBesideConsumer, 1);
                self.mapping.slow_down(*millis);
                let (read, delivered) = tokio::join!(read, self.mapping.deliver(delivery));
                self.mapping.slow_down(0);
                read.and(delivered)
            }
            FollowBeside::Act(act, after) => {
                self.tally.count(Event::PageBesideAct, 1);
                let later = tokio::time::sleep(Duration::from_millis((*after).into()));
                let act = async {
                    later.await;
                    self.people.act(0, act).await
                };
                let (read, acted) = tokio::join!(read, act);
                self.tally.count(acted?, 1);
                read
            }
        }
    }

    /// Gives each user the turns of the worker that are due: clean-ups of deleted tags, and nothing else
    /// here.
    async fn work(&self) -> Result<(), String> {
        for user in self.people.users() {
            loop {
                match self.service.take_turn(&user, TURN).await {
                    Ok(Turn::None) => break,
                    Ok(Turn::CleanedUp(_) | Turn::Compacted(_)) => {}
                    other => return Err(wrong(&format!("a turn of the worker fails: {other:?}"))),
                }
            }
        }
        Ok(())
    }

    /// Loses the records of a shard.
    async fn lose(&mut self, shard: Pick) -> Result<(), String> {
        let lost = self.mapping.lose(shard);
        if lost.is_empty() {
            return Ok(());
        }
        self.losses.note(&lost);
        self.pass(Wait::OverDay.duration()).await?;
        self.reconciler.list_everybody().await
    }

    /// Returns the users whose differences may be drift now: no record explains them, or one that is on its way for long.
    fn excused(&mut self) -> BTreeSet<String> {
        let long_ago = self.clock.before(DRIFT_AFTER.saturating_sub(STEP_OF_CALLS));
        let mut excused = self.mapping.users_behind(long_ago);
        excused.extend(self.losses.users.iter().cloned());
        excused
    }

    /// Moves the clock, and has everything done that AWS promises to do within this time.
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

    /// Delivers, redrives and removes everything at the end of a history.
    async fn settle(&mut self, redriven_after: Duration) -> Result<(), String> {
        self.work().await?;
        self.mapping.drain().await?;
        self.clock.advance(redriven_after);
        let excused = self.excused();
        self.reconciler.end_all(&excused).await?;
        self.look().await?;
        // Favorites expire one after the other, and DynamoDB removes none of them yet.
        let now = self.seconds();
        let mut expiring: BTreeMap<u64, BTreeSet<String>> = BTreeMap::new();
        for item in self.table.items() {
            if let (Some(second), Some(user)) = (expiry(&item), item["userId"]["S"].as_str()) {
                expiring.entry(second).or_default().insert(user.to_owned());
            }
        }
        for (expiry, users) in expiring.split_off(&(now + 1)).into_iter().take(MOST_EXPIRIES) {
            for second in [expiry - 1, expiry] {
                self.clock.advance(Duration::from_secs(second.saturating_sub(self.seconds())));
                self.compare_of(|user| users.contains(user)).await?;
            }
        }
        self.expire(Duration::ZERO, usize::MAX);
        self.mapping.drain().await?;
        self.compare().await?;
        self.reconciler.find_nothing(&self.people.users()).await
    }

    /// Delivers everything that is known so far, has reconciliation repair the damage of lost records, and compares.
    async fn look(&mut self) -> Result<(), String> {
        self.work().await?;
        self.mapping.drain().await?;
        self.mapping.redrive().await?;
        if !self.losses.users.is_empty() {
            self.reconciler.recover(&self.losses.users).await?;
            self.losses.users.clear();
            self.work().await?;
            self.mapping.drain().await?;
        }
        self.compare().await
    }

    /// Compares everything for the last time, including items that the consumer does not write.
    async fn end(&mut self) -> Result<(), String> {
        let items = consistency::scan(&self.client, TABLE_NAME).await;
        let mut faults = consistency::faults(&items);
        for user in self.people.users() {
            faults.extend(answers::faults(&self.service, &user, &items, usize::MAX, &mut self.random).await?);
        }
        if faults.is_empty() { Ok(()) } else { Err(wrong(&faults.join("\n"))) }
    }

    /// Compares derived data, and the copies of all clients, with the table's own items at this moment.
    async fn compare(&mut self) -> Result<(), String> {
        self.compare_of(|_| true).await?;
        let items = consistency::scan(&self.client, TABLE_NAME).await;
        let faults = self.followers.faults(&self.service, &items).await?;
        if faults.is_empty() { Ok(()) } else { Err(wrong(&faults.join("\n"))) }
    }

    /// Compares derived data with the table's own items at this moment, and asks for the answers to some users only.
    async fn compare_of(&mut self, is_asked: impl Fn(&str) -> bool) -> Result<(), String> {
        let items = consistency::scan(&self.client, TABLE_NAME).await;
        let mut faults = consistency::faults_of_catalogue(&items);
        let has_items = |user: &UserId| items.iter().any(|item| item["userId"] == user.as_str());
        for user in self.people.users().iter().filter(|user| is_asked(user.as_str()) && has_items(user)) {
            faults.extend(answers::faults(&self.service, user, &items, 1, &mut self.random).await?);
        }
        self.tally.count_items(&items, self.seconds());
        if faults.is_empty() { Ok(()) } else { Err(wrong(&faults.join("\n"))) }
    }

    fn seconds(&self) -> u64 {
        EpochSeconds::of(self.clock.now()).get()
    }

    /// Removes at most `most` of the items that expired at least this time ago, in random order and each on its own.
    fn expire(&mut self, ago: Duration, most: usize) {
        let latest = EpochSeconds::of(self.clock.before(ago)).get();
        let is_expired = |item: &Value| expiry(item).is_some_and(|second| second <= latest);
        let items: Vec<_> = self.table.items().into_iter().filter(is_expired).collect();
        for item in self.removals.shuffled(items).into_iter().take(most) {
            self.table.expire(&item);
            self.tally.count(Event::Removal, 1);
        }
    }
}

/// Returns the second in which an item expires.
fn expiry(item: &Value) -> Option<u64> {
    item["ttl"]["N"].as_str()?.parse().ok()
}
