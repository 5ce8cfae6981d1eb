//! Measures what a handler adds to the SDK calls that it makes, in a warm process: the CPU of one call of each HTTP function, next to that of
//! the same SDK calls made bare.
//!
//! ```sh
//! cargo bench -p favorites-tests --profile release --bench warm
//! ```
//!
//! A call is recorded once on the embedded engine: the inputs that the SDK got, and the answers on the wire. Then a server plays the
//! answers back, to the handler and to the bare calls alike, through one client. Bare calls get the recorded inputs, cloned
//! beforehand; the answers that they return are dropped. CPU is that of the one thread in which the client and the handler run; the
//! server has threads of its own.
//!
//! The handler's part goes from the event as JSON to the answer as JSON, as in `favorites_api::in_process`, with the log line
//! that it writes.
//!
//! It fails where a handler adds more than [`MOST`] to its calls.

mod calls;
mod measure;
mod recording;
mod tape;

use std::process::{Command, Stdio};

use clap::Parser;
use functions::http;

use crate::measure::Bench;

/// The most that a handler may add, as a share of the CPU of the calls that it makes.
const MOST: f64 = 0.15;

/// Set in the process that measures.
const MEASURES: &str = "FAVORITES_WARM_BENCHMARK_MEASURES";

/// Measures what each handler adds to its SDK calls.
#[derive(Debug, Parser)]
struct Arguments {
    /// The number of turns that the handler and the bare calls take.
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    rounds: u32,

    /// The number of links in the account: lists answer with all of them, up to a page.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    favorites: u32,

    /// The functions to measure, by name and with commas between them. All where none is given.
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,

    /// Measure without TLS. Calls are cheaper then, so what a handler adds is a larger share of them.
    #[arg(long)]
    plain: bool,

    /// Cargo passes this to every benchmark.
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    if std::env::var_os(MEASURES).is_none() {
        return measure_apart();
    }
    let mut missed = Vec::new();
    let bench = Bench::start(arguments.favorites, arguments.plain)?;
    tell(measure::HEADING);
    for (name, _) in http::FUNCTIONS {
        if !arguments.only.is_empty() && !arguments.only.iter().any(|asked| asked == name) {
            continue;
        }
        let measured = bench.measure(name, arguments.rounds)?;
        tell(&measured.to_string());
        if measured.added() > MOST {
            missed.push(name);
        }
    }
    anyhow::ensure!(missed.is_empty(), "above {MOST} of the bare calls: {}", missed.join(", "));
    tell(&format!("Every handler adds at most {MOST} of its calls."));
    Ok(())
}

/// Measures in a process of its own, whose standard output is where the handlers' log lines go and nobody reads. Their figures
/// come on standard error.
fn measure_apart() -> anyhow::Result<()> {
    let mut measuring = Command::new(std::env::current_exe()?);
    let status =
        measuring.args(std::env::args_os().skip(1)).env(MEASURES, "1").stdout(Stdio::null()).status()?;
    anyhow::ensure!(status.success(), "the measuring process ended with {status}");
    Ok(())
}

fn tell(line: &str) {
    use std::io::Write as _;
    writeln!(std::io::stderr(), "{line}").expect("standard error is open");
}
