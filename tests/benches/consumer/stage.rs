//! The consumer on an engine, and what it costs.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::time::{Duration, Instant};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::Builder;
use favorites_api::Favorites;
use favorites_api::favorites::{Change, Meter, Units};
use favorites_local::functions;
use favorites_tests::Service;
use favorites_tests::figures::say;

use crate::records::Person;
use crate::requests::{Requests, Stopwatch};

/// The time that a batch may take: the consumer's timeout in `template.yaml` is shorter, but this measures what all records
/// take.
const TIME: Duration = Duration::from_mins(10);

/// Above the lines of [`Stage::tell`].
pub(crate) const HEADING: &str =
    "                  records      per   write units of a record   read   requests           time
                             second   average   most in a batch  units   a record   waiting  working";

/// A table without a stream, and the consumer before it.
pub(crate) struct Stage {
    _service: Service,
    favorites: Favorites,
    meter: Meter,
    stopwatch: Stopwatch,
    sum: Sum,
}

/// The write units of a record.
pub(crate) struct WriteUnits {
    /// Of all records.
    pub(crate) average: f64,
    /// Of the records of the dearest batch.
    pub(crate) most: f64,
}

/// What was measured.
#[derive(Debug, Default)]
struct Sum {
    records: usize,
    time: Duration,
    working: Duration,
    units: Units,
    /// The most write units for each record of one batch.
    most: f64,
}

impl Stage {
    pub(crate) async fn set() -> Self {
        let service = Service::start_without_stream(functions).await;
        let environment = service.running().environment();
        let config = environment.sdk_config();
        let (meter, stopwatch) = (Meter::new(), Stopwatch::default());
        let http = stopwatch.before(config.http_client().expect("the environment sets one"));
        let client = Client::from_conf(Builder::from(&config).http_client(http).build());
        let favorites = Favorites::new(client, environment.table_name.clone()).with_meter(meter.clone());
        Self { _service: service, favorites, meter, stopwatch, sum: Sum::default() }
    }

    /// Delivers a batch.
    pub(crate) async fn apply(&mut self, records: Vec<Change>) {
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
    }

    /// Tells what was measured since the last time, and gives the write units of a record.
    pub(crate) fn tell(&mut self, name: &str) -> WriteUnits {
        let Requests { count, waiting } = self.stopwatch.take();
        let Sum { records, time, working, units, most } = std::mem::take(&mut self.sum);
        let each = |sum: f64| sum / float(records);
        let share = |part: Duration| 100.0 * part.as_secs_f64() / time.as_secs_f64();
        say(&format!(
            "{name:<16} {records:>8} {:>8.0} {:>9.2} {most:>17.2} {:>6.2} {:>10.2} {:>8.0}% {:>7.0}%",
            float(records) / time.as_secs_f64(),
            each(units.write),
            each(units.read),
            each(float(count)),
            share(waiting),
            share(working),
        ));
        WriteUnits { average: each(units.write), most }
    }

    /// That the counts are those of the records.
    pub(crate) async fn check(&self, people: &[Person]) {
        for person in people {
            person.check(&self.favorites.counts(&person.user).await.expect("the counts are read"));
        }
    }
}

/// What a future gives, and how long it ran, apart from the time that it waited.
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
