//! The change consumer on an engine, with its cost.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::time::{Duration, Instant};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::Builder;
use favorites_api::Favorites;
use favorites_api::favorites::{ChangeRecord, Meter, Timestamp, Turn, Units, UserId};
use favorites_local::functions;
use favorites_tests::figures::say;
use favorites_tests::{Clock, Service};

use crate::records::Person;
use crate::requests::{Requests, Stopwatch};

/// The time limit of a batch. It is longer than the consumer's timeout in `template.yaml`, because this measures the time for all
/// records.
const TIME: Duration = Duration::from_mins(10);

/// The heading above the lines of [`Stage::tell`].
pub(crate) const HEADING: &str =
    "                  records      per   write units of a record               read   requests           time
                             second   average   most in a batch compaction  units   a record   waiting  working";

/// A table without a stream, and the change consumer on it.
pub(crate) struct Stage {
    _service: Service,
    favorites: Favorites,
    /// The time of the service: the present, plus what a bench adds.
    clock: Clock,
    meter: Meter,
    stopwatch: Stopwatch,
    sum: Sum,
}

/// The write units per record.
pub(crate) struct WriteUnits {
    /// The average over all records.
    pub(crate) average: f64,
    /// The average over the records of the most expensive batch.
    pub(crate) most: f64,
    /// The average of compactions.
    pub(crate) compaction: f64,
}

/// The figures since the last report.
#[derive(Debug, Default)]
struct Sum {
    records: usize,
    time: Duration,
    working: Duration,
    units: Units,
    /// The write units per record of the most expensive batch.
    most: f64,
    /// The write units of compactions.
    compaction: f64,
}

impl Stage {
    pub(crate) async fn set() -> Self {
        let service = Service::start_without_stream(functions).await;
        let environment = service.running().environment();
        let config = environment.sdk_config();
        let (meter, stopwatch) = (Meter::new(), Stopwatch::default());
        let http = stopwatch.before(config.http_client().expect("the environment sets one"));
        let client = Client::from_conf(Builder::from(&config).http_client(http).build());
        let clock = Clock::start();
        let now = clock.clone();
        let favorites = Favorites::new(client, environment.table_name.clone())
            .with_clock(move || now.now())
            .with_meter(meter.clone());
        Self { _service: service, favorites, clock, meter, stopwatch, sum: Sum::default() }
    }

    /// Delivers a batch of these users, and lets the worker do the compactions that are due then.
    pub(crate) async fn apply(&mut self, records: Vec<ChangeRecord>, users: &[UserId]) {
        let count = records.len();
        let start = Instant::now();
        let (results, working) = timed(Box::pin(self.favorites.apply_changes(records, TIME))).await;
        self.sum.time += start.elapsed();
        self.sum.working += working;
        for result in results {
            result.expect("a record that was made up can be applied");
        }
        let usage = self.meter.take();
        let write: f64 = usage.iter().map(|usage| usage.units.write).sum();
        self.sum.records += count;
        self.sum.units.write += write;
        self.sum.units.read += usage.iter().map(|usage| usage.units.read).sum::<f64>();
        self.sum.most = self.sum.most.max(write / float(count));
        for user in users {
            while !matches!(self.favorites.take_turn(user, TIME).await, Ok(Turn::None)) {}
        }
        let usage = self.meter.take();
        self.sum.compaction += usage.iter().map(|usage| usage.units.write).sum::<f64>();
    }

    /// Prints the figures since the last report, and returns the write units per record.
    pub(crate) fn tell(&mut self, name: &str) -> WriteUnits {
        let Requests { count, waiting } = self.stopwatch.take();
        let Sum { records, time, working, units, most, compaction } = std::mem::take(&mut self.sum);
        let each = |sum: f64| sum / float(records);
        let share = |part: Duration| 100.0 * part.as_secs_f64() / time.as_secs_f64();
        say(&format!(
            "{name:<16} {records:>8} {:>8.0} {:>9.2} {most:>17.2} {:>11.2} {:>6.2} {:>10.2} {:>8.0}% {:>7.0}%",
            float(records) / time.as_secs_f64(),
            each(units.write),
            each(compaction),
            each(units.read),
            each(float(count)),
            share(waiting),
            share(working),
        ));
        WriteUnits { average: each(units.write), most, compaction: each(compaction) }
    }

    /// Moves the clock forward and reads the counts. Returns the total and the read units.
    pub(crate) async fn read_counts(&mut self, user: &UserId, later: Duration) -> (u64, f64) {
        self.clock.advance(later);
        let _ = self.meter.take();
        let counts = self.favorites.counts(user).await.expect("the counts are read");
        let units = self.meter.take().iter().map(|usage| usage.units.read).sum();
        (counts.total, units)
    }

    /// Returns the time of the service.
    pub(crate) fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Asserts that the counts agree with the records.
    pub(crate) async fn check(&self, people: &[Person]) {
        for person in people {
            person.check(&self.favorites.counts(&person.user).await.expect("the counts are read"));
        }
    }
}

/// Returns the output of a future and its running time, without the time for which it waited.
async fn timed<F: Future>(future: F) -> (F::Output, Duration) {
    let mut future = pin!(future);
    let mut working = Duration::ZERO;
    let output = poll_fn(|context| {
        let start = Instant::now();
        let polled = future.as_mut().poll(context);
        working += start.elapsed();
        polled
    });
    let output = output.await;
    (output, working)
}

#[expect(clippy::cast_precision_loss, reason = "a few hundred thousand")]
fn float(count: usize) -> f64 {
    count as f64
}
