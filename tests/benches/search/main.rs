//! Measures search over 50,000 favorites of a user, in English and Chinese, on the engine in memory over HTTP: right after they
//! were saved, and after edits anywhere in the library.
//!
//! At the end, a process of its own runs all queries, and its peak memory is printed.
//!
//! It fails if an answer does not contain the expected favorites, newest first, if a query consumes more read units than
//! [`queries`] permits, or if an edit costs more than [`LONE_CHANGE`] write units. It prints the median times, and the factor by
//! which each differs from the time of the rare word, because the times of different machines can't be compared.
//!
//! ```sh
//! cargo bench -p favorites-tests --bench search
//! ```
//!
//! Add `-- 1000000` for another number of favorites. Add `-- long` for a library with long notes, or
//! `-- trips` for one with 300 tags that have the same word in their names: their costs are only printed.

mod memory;
mod queries;
mod stage;
mod written;

use anyhow::ensure;
use favorites_tests::figures::say;
use tokio::runtime::Runtime;

use crate::queries::queries;
use crate::stage::{Kind, Measured, Stage};

/// The number of favorites of the user.
const FAVORITES: usize = 50_000;

/// The number of edits, and the most write units of one and of one on average.
const EDITS: u32 = 1_000;
const LONE_CHANGE: f64 = 9.0;
const LONE_CHANGE_AVERAGE: f64 = 4.5;

/// The number of further edits, which make a compaction due that waits.
const WAITING: u32 = 120;

/// The most memory of the process that searches, in MB.
const MOST_MEMORY: u64 = 64;

fn main() -> anyhow::Result<()> {
    let asked: Vec<String> = std::env::args().skip(1).filter(|given| !given.starts_with("--")).collect();
    if let [memory::COMMAND, user, ..] = asked.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        return memory::run(user, &asked[2..]);
    }
    let favorites = asked.iter().find_map(|given| given.parse().ok()).unwrap_or(FAVORITES);
    let is_asked = |kind: &str| asked.iter().any(|given| given == kind);
    let kind = match (is_asked("long"), is_asked("trips")) {
        (true, _) => Kind::LongNotes,
        (false, true) => Kind::Trips,
        (false, false) => Kind::Usual,
    };
    let runtime = Runtime::new().expect("a runtime starts");
    runtime.block_on(async {
        let mut stage = Stage::set(favorites, kind).await;
        let bytes = stage.index_bytes().await;
        say(&format!(
            "the items of the search index: {bytes} bytes, {} for each favorite",
            bytes / favorites
        ));
        let mut faults = measure(&stage, "after the import").await;
        let written = stage.edit(0..EDITS, true).await;
        let (average, most) = (written.average(), written.most);
        say(&format!("\n{EDITS} edits anywhere, one at a time: at most {most:.1} and {written}"));
        if most > LONE_CHANGE || average > LONE_CHANGE_AVERAGE {
            faults.push(format!("an edit: {average:.2} write units on average, {most} at most"));
        }
        faults.extend(measure(&stage, "after the edits").await);
        stage.edit(EDITS..EDITS + WAITING, false).await;
        faults.extend(measure(&stage, "before a compaction").await);
        let memory = stage.measure_memory().await?;
        say(&format!("\nmemory of a process that runs all queries, also with all counts: {memory} MB"));
        if memory > MOST_MEMORY {
            faults.push(format!("{memory} MB of memory, and {MOST_MEMORY} is the most"));
        }
        ensure!(faults.is_empty() || kind != Kind::Usual, "{}", faults.join("\n"));
        Ok(())
    })
}

/// Measures all queries, prints what they cost, and returns what exceeds its bar.
async fn measure(stage: &Stage, when: &str) -> Vec<String> {
    say(&format!(
        "\n{when:<24} found  requests  read units   at most  median time  bar (if the rare word took 12 ms before)"
    ));
    let mut faults = Vec::new();
    for query in queries(&stage.library) {
        let Measured { found, requests, units, time } = stage.measure(&query).await;
        let most = query.most_units(stage.library.favorites.len());
        say(&format!(
            "{:<24} {found:>5}  {requests:>8}  {units:>10.1}  {most:>8.1}  {time:>11.2?}  {:?}",
            query.name, query.time
        ));
        if units > most {
            faults.push(format!("{} {when}: {units} read units, and {most} is the most", query.name));
        }
    }
    faults
}
