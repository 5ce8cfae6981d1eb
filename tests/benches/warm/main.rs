//! Measures the CPU time that a handler adds to its SDK calls in a warm process: it compares a call of each HTTP function with
//! the bare SDK calls that the function makes.
//!
//! ```sh
//! cargo bench -p favorites-tests --profile release --bench warm
//! ```
//!
//! It first records a call on the embedded engine: the inputs of the SDK, and the answers on the wire. Then a server plays the
//! answers back, both to the handler and to the bare calls, through the same client. Bare calls use clones of the recorded
//! inputs, which are cloned in advance, and drop the answers. The CPU time is that of the thread in which the client and the
//! handler run; the server has its own threads.
//!
//! The handler's part begins with the event as JSON and ends with the answer as JSON, as in `favorites_api::in_process`, and
//! includes its log line.
//!
//! It fails if a handler adds more than [`MOST`] to its calls.

mod calls;
mod measure;
mod recording;
mod tape;

use std::process::{Command, Stdio};

use clap::Parser;
use functions::ROUTES;

use crate::measure::Bench;

/// The most CPU time that a handler may add, as a share of its calls' CPU time.
const MOST: f64 = 0.15;

/// The environment variable that is set in the measuring process.
const MEASURES: &str = "FAVORITES_WARM_BENCHMARK_MEASURES";

/// Measures the CPU time that each handler adds to its SDK calls.
#[derive(Debug, Parser)]
struct Arguments {
    /// The number of turns of the handler and the bare calls.
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    rounds: u32,

    /// The number of links in the account. Lists return all of them, up to a page.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    favorites: u32,

    /// The functions to measure, by name and separated by commas. The default is all functions.
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,

    /// Measure without TLS. Calls are cheaper then, so the handler's share is larger.
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
    for name in ROUTES.iter().map(|route| route.function) {
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

/// Measures in a separate process. The handlers' log lines go to its standard output, which is discarded, and the figures go to
/// its standard error.
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
