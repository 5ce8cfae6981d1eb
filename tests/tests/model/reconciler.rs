//! Reconciliation, as an actor that stalls, dies and arrives late.

use std::collections::BTreeSet;
use std::time::Duration;

use aws_sdk_dynamodb::Client;
use favorites_api::Favorites;
use favorites_api::favorites::limits::DRIFT_AFTER;
use favorites_api::favorites::{Error, Repairs, UserId};
use favorites_tests::{Clock, consistency, pause_when};
use tokio::time::Instant;

use crate::breakage::Breakage;
use crate::call::{Call, Course, Whom};
use crate::connection::{Connection, client};
use crate::delivery::{Fault, Pick};
use crate::mapping::Mapping;
use crate::pass::{self, Outcome, Standing, Terms, Work};
use crate::table::{TABLE_NAME, Table};
use crate::tally::{Event, Tally};
use crate::wrong::wrong;

/// The time of a call that is enough for every user, on the runtime's clock.
const ENOUGH: Duration = Duration::from_mins(5);
/// The milliseconds that a request takes beside somebody else's.
const LATENCY: u8 = 10;
/// The most rounds over the due users until nobody is due any more. A pass that was under way asks for a second one.
const ROUNDS: usize = 4;

/// The actor.
pub(crate) struct Reconciler {
    table: Table,
    clock: Clock,
    breakage: Breakage,
    /// A client to look at the table with.
    client: Client,
    /// A reconciliation with which nothing goes wrong.
    favorites: Favorites,
    standing: Vec<Standing>,
    tally: Tally,
}

impl Reconciler {
    /// The actor on a table.
    pub(crate) fn new(table: &Table, clock: &Clock, breakage: Breakage) -> Self {
        let Connection { favorites, .. } = Connection::new(table, clock, breakage);
        let (table, clock, client) = (table.clone(), clock.clone(), client(table));
        Self { table, clock, breakage, client, favorites, standing: Vec::new(), tally: Tally::default() }
    }

    /// Its findings so far, and its fate.
    pub(crate) fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Calls reconciliation. `excused` are the users whose differences may be drift.
    pub(crate) async fn call(
        &mut self,
        call: &Call,
        people: &[UserId],
        excused: BTreeSet<String>,
        mapping: &mut Mapping,
    ) -> Result<(), String> {
        let under_way = self.users_under_way().await;
        if matches!(call.whom, Whom::Everybody) {
            self.list_everybody().await?;
        }
        let (terms, connection) = (Terms::of(call, excused), self.connect());
        connection.suffer(call.fault);
        call.late.into_iter().for_each(|after| connection.traffic.delay_write(after));
        let dies = matches!(call.fault, Fault::DiesBefore(_) | Fault::DiesAfter(_));
        self.tally.count(Event::Death, usize::from(dies));
        let mut work = begin(&connection, call, people);
        let outcome = match &call.course {
            Course::Alone => work.await,
            Course::Short(_) => {
                connection.slow_down(LATENCY);
                work.await
            }
            Course::StandsStill(after) => {
                connection.slow_down(1);
                let since = Instant::now();
                let stands = || connection.traffic.ways() > u64::from(*after);
                let Some(outcome) = pause_when(&mut work, stands).await else {
                    self.standing.push(Standing { work, terms, since });
                    return Ok(());
                };
                outcome
            }
            Course::Twice(millis) => {
                let second = self.connect();
                connection.slow_down(LATENCY);
                second.slow_down(*millis);
                self.tally.count(Event::TwoPasses, 1);
                let (outcome, of_second) = tokio::join!(work, begin(&second, call, people));
                Terms::sound(terms.excused.clone()).judge(&of_second, &mut self.tally)?;
                outcome
            }
            Course::BesideConsumer(delivery, millis) => {
                self.tally.count(Event::BesideConsumer, 1);
                connection.slow_down(*millis);
                mapping.slow_down(LATENCY);
                let (outcome, delivered) = tokio::join!(work, mapping.deliver(delivery));
                mapping.slow_down(0);
                delivered?;
                outcome
            }
        };
        let resumed = outcome.found.iter().filter(|(user, _)| under_way.contains(user.as_str())).count();
        self.tally.count(Event::Resumption, resumed);
        terms.judge(&outcome, &mut self.tally)?;
        if call.at_once && terms.is_sound && matches!(call.course, Course::Alone) {
            self.check_repaired(&outcome, &under_way).await?;
        }
        Ok(())
    }

    /// Lets a call that stands still go on, or die.
    pub(crate) async fn go_on(
        &mut self,
        which: Pick,
        dies: bool,
        excused: BTreeSet<String>,
    ) -> Result<(), String> {
        let Some(at) = usize::from(which).checked_rem(self.standing.len()) else { return Ok(()) };
        let Standing { work, mut terms, since } = self.standing.remove(at);
        if dies {
            self.tally.count(Event::Death, 1);
            return Ok(());
        }
        self.tally.count(Event::Stall, 1);
        terms.has_time &= since.elapsed() < ENOUGH / 2;
        terms.excused.extend(excused);
        terms.judge(&work.await, &mut self.tally)
    }

    /// Lets all calls that stand still go on, and all writes arrive that were given up.
    pub(crate) async fn end_all(&mut self, excused: &BTreeSet<String>) -> Result<(), String> {
        while !self.standing.is_empty() {
            self.go_on(0, false, excused.clone()).await?;
        }
        self.let_writes_arrive();
        Ok(())
    }

    /// Lets all writes arrive that were given up.
    pub(crate) fn let_writes_arrive(&mut self) {
        let arrived = self.table.let_arrive();
        self.tally.count(Event::LateWrite, arrived);
    }

    /// Lists everybody as due.
    pub(crate) async fn list_everybody(&self) -> Result<(), String> {
        let unlisted = |error: Error| wrong(&format!("not everybody is listed: {error}"));
        self.favorites.begin_listing(Repairs::Confirmed).await.map_err(unlisted)?;
        self.favorites.continue_listing(ENOUGH).await.map(drop).map_err(unlisted)
    }

    /// Repairs all that lost records have left, by two rounds over the users who are due. All other records must be delivered.
    pub(crate) async fn recover(&mut self, excused: &BTreeSet<String>) -> Result<(), String> {
        self.reconcile_due(excused).await?;
        self.clock.advance(DRIFT_AFTER);
        self.reconcile_due(excused).await
    }

    /// Reconciles everybody when all is right: nothing may be found, and nothing may wait. A pass that was under way is followed by a
    /// whole one.
    pub(crate) async fn find_nothing(&mut self, people: &[UserId]) -> Result<(), String> {
        let under_way = self.users_under_way().await;
        let again = people.iter().filter(|user| under_way.contains(user.as_str()));
        for user in people.iter().chain(again) {
            let work = pass::begin(self.favorites.clone(), Some(user.clone()), Repairs::Confirmed, ENOUGH);
            let outcome = work.await;
            Terms::sound(BTreeSet::new()).judge(&outcome, &mut self.tally)?;
            if let Some((user, result)) = outcome.found.iter().find(|(_, result)| result.repaired > 0) {
                return Err(wrong(&format!(
                    "something is repaired for {user:?}, but nothing is wrong: {result:?}"
                )));
            }
        }
        let waiting = self.table.items();
        let waiting = waiting.iter().find(|item| item["type"]["S"] == "Reconciliation");
        waiting
            .map_or(Ok(()), |item| Err(wrong(&format!("nothing is wrong, but a difference waits: {item}"))))
    }

    async fn reconcile_due(&mut self, excused: &BTreeSet<String>) -> Result<(), String> {
        for _ in 0..ROUNDS {
            let outcome = pass::begin(self.favorites.clone(), None, Repairs::Confirmed, ENOUGH).await;
            Terms::sound(excused.clone()).judge(&outcome, &mut self.tally)?;
            if outcome.found.is_empty() {
                return Ok(());
            }
        }
        Err(wrong(&format!("after {ROUNDS} rounds somebody is still due")))
    }

    fn connect(&self) -> Connection {
        Connection::new(&self.table, &self.clock, self.breakage)
    }

    /// Returns the users with a pass under way.
    async fn users_under_way(&self) -> BTreeSet<String> {
        let items = consistency::scan(&self.client, TABLE_NAME).await;
        let is_under_way =
            |item: &&serde_json::Value| item["type"] == "Reconciliation" && item["isUnderWay"] == true;
        let users = items.iter().filter(is_under_way).filter_map(|item| item["userId"].as_str());
        users.map(str::to_owned).collect()
    }

    /// Checks that the catalogues are right for which a whole pass repaired everything at first sight, also without the records that
    /// are on their way.
    async fn check_repaired(&self, outcome: &Outcome, under_way: &BTreeSet<String>) -> Result<(), String> {
        let items = consistency::scan(&self.client, TABLE_NAME).await;
        for (user, _) in outcome.found.iter().filter(|(user, _)| !under_way.contains(user.as_str())) {
            let own = items.iter().filter(|item| item["userId"] == user.as_str()).cloned();
            let faults = consistency::faults_of_catalogue(&own.collect::<Vec<_>>());
            if !faults.is_empty() {
                return Err(wrong(&format!("after a repair of everything:\n{}", faults.join("\n"))));
            }
        }
        Ok(())
    }
}

/// Begins a call.
fn begin(connection: &Connection, call: &Call, people: &[UserId]) -> Work {
    let user = match call.whom {
        Whom::Person(person) => Some(people[usize::from(person)].clone()),
        Whom::Due | Whom::Everybody => None,
    };
    let repairs = if call.at_once { Repairs::AtOnce } else { Repairs::Confirmed };
    let time_left = match call.course {
        Course::Short(millis) => Duration::from_millis(millis.into()),
        _ => ENOUGH,
    };
    pass::begin(connection.favorites.clone(), user, repairs, time_left)
}
