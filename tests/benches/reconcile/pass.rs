//! A pass over a user in a process of its own, and its figures.

use std::time::{Duration, Instant};

use favorites_api::favorites::limits::RECONCILED_ITEMS;
use favorites_api::favorites::{Meter, Reconciled, Repairs, UserId};
use favorites_tests::figures::{peak_memory, say};
use favorites_tests::{Service, process};
use serde::{Deserialize, Serialize};

/// The argument that makes this program a process that reconciles.
pub(crate) const COMMAND: &str = "pass";

/// The time of a call: the `Timeout` of the function in `template.yaml`, less the time that it keeps to end.
const CALL: Duration = Duration::from_secs(235);

/// The cost of a pass.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Figures {
    /// The most memory that the process had at a time, in MB.
    pub(crate) peak: u64,
    pub(crate) seconds: f64,
    /// The calls of the function that the pass took.
    pub(crate) calls: usize,
    pub(crate) requests: usize,
    pub(crate) read_units: f64,
    pub(crate) write_units: f64,
    /// The sums of what the calls found.
    pub(crate) favorites: u64,
    pub(crate) repaired: u64,
}

impl Figures {
    /// Returns true if the pass read this number of favorites.
    pub(crate) fn has_read(&self, favorites: u64) -> bool {
        self.is_number(self.favorites, favorites)
    }

    /// Returns true if the pass repaired this number of entries.
    pub(crate) fn has_repaired(&self, entries: u64) -> bool {
        self.is_number(self.repaired, entries)
    }

    /// Returns true if `counted` is `number`, where each call but the last may count one range twice.
    fn is_number(&self, counted: u64, number: u64) -> bool {
        let interrupted = self.calls as u64 - 1;
        (number..=number + interrupted * u64::from(RECONCILED_ITEMS)).contains(&counted)
    }
}

/// Reconciles a user in a new process, as the function does.
pub(crate) async fn start(service: &Service, user: &UserId) -> anyhow::Result<Figures> {
    Ok(process::run_as(service, "worker", &[COMMAND, user.as_str()]).await?)
}

/// Reconciles a user in this process, and prints the figures as JSON.
pub(crate) fn run(user: &str) -> anyhow::Result<()> {
    let user = UserId::parse(user)?;
    // The function has such a runtime.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let figures = runtime.block_on(reconcile(&user))?;
    say(&serde_json::to_string(&figures)?);
    Ok(())
}

async fn reconcile(user: &UserId) -> anyhow::Result<Figures> {
    let meter = Meter::new();
    let favorites = favorites_api::connect(&favorites_api::Environment::read()?)?.with_meter(meter.clone());
    let begin = Instant::now();
    let mut sum = Reconciled::default();
    let mut calls = 0;
    while !sum.finished {
        let call = favorites.reconcile_user(user, Repairs::Confirmed, CALL).await?;
        calls += 1;
        sum.add(call);
        sum.finished = call.finished;
    }
    let seconds = begin.elapsed().as_secs_f64();
    let usage = meter.take();
    Ok(Figures {
        peak: peak_memory()?,
        seconds,
        calls,
        requests: usage.len(),
        read_units: usage.iter().map(|usage| usage.units.read).sum(),
        write_units: usage.iter().map(|usage| usage.units.write).sum(),
        favorites: sum.favorites,
        repaired: sum.repaired,
    })
}
