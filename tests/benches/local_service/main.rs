//! Measures the local service with 50,000 bookmarks: how long it takes to import and export them, how much memory and
//! disk it needs, and how fast its other requests are, also in comparison with a small program on `SQLite`.
//!
//! ```sh
//! cargo bench -p favorites-tests --profile release --bench local_service
//! ```
//!
//! Add `-- 5000` for another number of bookmarks. It starts the program of `cargo run` on a data folder of its own, and reads its peak
//! memory from Linux. It fails as long as one of the bars is missed. The bars are for 50,000 bookmarks.

mod bookmarks;
mod floor;
mod report;
mod requests;
mod stage;

use std::time::Duration;

use favorites_tests::figures::say;

use crate::bookmarks::link;
use crate::floor::Floor;
use crate::report::Report;
use crate::stage::{Stage, database_bytes};

/// The number of bookmarks.
const BOOKMARKS: usize = 50_000;

/// The number of favorites that are created one after the other, before and after the import.
const CREATED: usize = 300;

/// The number of favorites that are created with a pause after each.
const PAUSED: usize = 30;

/// The time for which the benchmark observes a service without requests.
const IDLE: Duration = Duration::from_secs(20);

/// The number of starts on the data.
const STARTS: usize = 5;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let bookmarks = std::env::args().skip(1).find_map(|given| given.parse().ok()).unwrap_or(BOOKMARKS);
    let mut stage = Stage::set()?;
    let mut report = Report::begin();

    let before = stage.create("before", CREATED).await?;
    let import = stage.import(bookmarks).await?;
    let memory = stage.peak_memory()?;
    let usual = stage.usual_list().await?;
    let after = stage.create("after", CREATED).await?;
    report.at_most("import, s", import.time.as_secs_f64(), 15.0);
    report.at_most("until the counts are right, s", import.caught_up.as_secs_f64(), 31.0);
    report.at_most("import, peak memory in MB", to_number(memory), 150.0);
    report.at_most("a list during the import, times its usual time", ratio(import.list, usual), 2.0);
    report.at_most("a create after the import, times the time before", ratio(after, before), 1.0);
    report::only(
        "an imported bookmark, share of a create",
        ratio(import.time, before) / to_number(bookmarks as u64),
    );

    let floor = Floor::start().await?;
    report::only("import of the floor, s", floor.import((0..bookmarks).map(link))?.as_secs_f64());
    report::only("database of the floor on disk, MB", to_number(database_bytes(floor.folder())?) / 1e6);
    let (ours, least) = (requests::measure(stage.api()).await?, requests::measure(&floor.api).await?);
    for (((name, bar), ours), least) in requests::BARS.into_iter().zip(ours).zip(least) {
        report::only(&format!("{name}, ms"), ours.as_secs_f64() * 1_000.0);
        report.at_most(&format!("{name}, times the floor"), ratio(ours, least), bar);
    }
    let pauses = stage.cost_of_pauses(PAUSED).await?;
    report.at_most("processor time of creates with pauses, times without", pauses, 1.3);
    report.at_most("idle, % of a core", stage.idle(IDLE).await? * 100.0, 0.2);
    report.at_most("database on disk, MB", to_number(database_bytes(stage.folder())?) / 1e6, 200.0);
    let (deleted, time) = stage.delete().await?;
    report.at_most("a deletion of 10,000, s", time.as_secs_f64() * 10_000.0 / to_number(deleted), 20.0);

    for format in ["jsonLines", "netscape", "csv"] {
        let time = stage.export(format).await?;
        report.at_most(&format!("export as {format}, s"), time.as_secs_f64(), 3.0);
    }
    let mut starts = Vec::new();
    for _ in 0..STARTS {
        starts.push(stage.start_again());
    }
    starts.sort_unstable();
    report.at_most("start on the data, ms, the median", starts[STARTS / 2].as_secs_f64() * 1_000.0, 100.0);
    // The program has just been started, so this is its memory for the reconciliation alone.
    stage.reconcile()?;
    report::only("a reconciliation, peak memory in MB", to_number(stage.peak_memory()?));
    say(&format!("{bookmarks} bookmarks with 1 to 3 of 300 tags"));
    report.end()
}

fn ratio(one: Duration, other: Duration) -> f64 {
    one.as_secs_f64() / other.as_secs_f64()
}

#[expect(clippy::cast_precision_loss, reason = "the figures are far below 2^53")]
fn to_number(figure: u64) -> f64 {
    figure as f64
}
