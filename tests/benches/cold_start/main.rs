//! Measures cold starts of every function, each in a separate process and over TLS, and of three programs that do the same work
//! or less.
//!
//! ```sh
//! cargo bench -p favorites-tests --bench cold_start
//! ```
//!
//! It needs Node.js 20 with npm, Python 3, and network access to crates.io and npm, and builds everything that it measures. It
//! starts each program 30 times (`-- --runs 100` changes that), in turn with all the others, so that other load on the machine
//! affects all of them alike. It prints the medians and the project's limits, and fails if a limit is missed.
//!
//! A start lasts from the creation of the process until the first answer. The process requests its event from a Runtime API. For
//! this event it does all of its work, on the account of a separate user. DynamoDB is the embedded engine behind a proxy that
//! terminates TLS; both run in the benchmark's process. CPU is the time that the kernel charged to the process, in nanoseconds,
//! at two points: when it has requested its first event and sleeps, and when it has sent its answer and sleeps.

mod artifacts;
mod bars;
mod comparison;
mod cpu;
mod program;
mod report;
mod sizes;
mod stage;
mod start;

use clap::Parser;
use favorites_tests::figures::say;
use tokio::runtime::Runtime;

use crate::program::Program;
use crate::report::Row;
use crate::stage::Stage;

/// Measures the cold start of every function.
#[derive(Debug, Parser)]
struct Arguments {
    /// The number of starts of each program.
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    runs: u32,

    /// The functions to measure, by name and separated by commas. The default is all functions.
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,

    /// Cargo passes this to every benchmark.
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let programs = program::all(&arguments.only)?;
    let sizes = sizes::of(&programs)?;
    let runtime = Runtime::new()?;
    let starts = runtime.block_on(measure(&programs, arguments.runs));
    let rows: Vec<Row> = programs
        .iter()
        .zip(&sizes)
        .zip(starts)
        .map(|((program, size), starts)| Row::new(program, *size, &starts))
        .collect();
    report::print(&rows, arguments.runs);
    let missed = bars::check(&rows);
    anyhow::ensure!(missed == 0, "{missed} bars do not hold");
    say("Every bar holds.");
    Ok(())
}

/// Starts each program `runs` times, in turn with the others. The first round warms the machine's caches and does not count.
async fn measure(programs: &[Program], runs: u32) -> Vec<Vec<start::Start>> {
    let stage = Stage::set().await;
    let mut starts: Vec<Vec<start::Start>> = programs.iter().map(|_| Vec::new()).collect();
    for round in 0..=runs {
        for (program, starts) in programs.iter().zip(&mut starts) {
            let start = stage.start(program, round).await;
            if round > 0 {
                starts.push(start);
            }
        }
    }
    starts
}
