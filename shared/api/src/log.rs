//! Logging: JSON lines on standard output, the form that Lambda's JSON log format takes over (see "Log and monitor Rust Lambda
//! functions" in its developer guide).

use std::panic::PanicHookInfo;
use std::str::FromStr;
use std::{env, io, panic};

use tracing::Level;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{Layer as _, Registry, filter, fmt};

/// The target of lines that metric filters and dashboards read. They are written at every log level.
pub const METRICS: &str = "metrics";

/// The environment variable that names the least severe level to log: `trace`, `debug`, `info`, `warn`, `error` or `off`; `info`
/// without it. The deployed programs have no lines below `info`.
pub const LOG_LEVEL: &str = "RUST_LOG";

/// `RUST_LOG` does not name a level.
#[derive(Debug, thiserror::Error)]
#[error(
    "the environment variable {LOG_LEVEL} must be trace, debug, info, warn, error or off; \"{given}\" was given"
)]
pub struct LogLevelError {
    given: String,
}

/// The crates of this service. Libraries log at most warnings, at every log level: at `debug` and `trace` some of them
/// write whole requests and responses, which contain users' data.
const OWN_CRATES: [&str; 4] = ["favorites", "functions", "single_table", "table_keys"];

/// Logs the events of this process to standard output, at the level that the environment names, and its panics.
///
/// # Errors
/// [`LogLevelError`].
pub fn log_to_stdout() -> Result<(), LogLevelError> {
    log_to(io::stdout, level(env::var(LOG_LEVEL).ok().as_deref())?);
    panic::set_hook(Box::new(log_panic));
    Ok(())
}

/// Logs the events of this process as JSON lines. Where a subscriber is set already, that one stays.
pub fn log_to<W>(writer: W, level: LevelFilter)
where
    W: for<'a> fmt::MakeWriter<'a> + Send + Sync + 'static,
{
    let lines = fmt::layer()
        .json()
        .flatten_event(true)
        // The runtime's span repeats the request id, which every line has that needs it.
        .with_current_span(false)
        .with_span_list(false)
        .with_writer(writer);
    let filter = filter::filter_fn(move |event| passes(event.target(), *event.level(), level));
    // It fails only where a subscriber is set already.
    let _ = Registry::default().with(lines.with_filter(filter)).try_init();
}

fn passes(target: &str, event: Level, level: LevelFilter) -> bool {
    let is_own = OWN_CRATES.into_iter().any(|name| target.starts_with(name));
    target == METRICS || event <= if is_own { level } else { level.min(LevelFilter::WARN) }
}

fn level(given: Option<&str>) -> Result<LevelFilter, LogLevelError> {
    let given = given.filter(|given| !given.is_empty()).unwrap_or("info");
    // A number is a level to `tracing` and means nothing to a reader.
    let named = given.starts_with(|first: char| first.is_ascii_alphabetic());
    let level = LevelFilter::from_str(given).ok().filter(|_| named);
    level.ok_or_else(|| LogLevelError { given: given.to_owned() })
}

/// A panic as one line. Its message is not part of it unless it is fixed text: a formatted one may hold a value of the user's.
fn log_panic(panic: &PanicHookInfo<'_>) {
    let location = panic.location().map(ToString::to_string);
    let reason = panic.payload().downcast_ref::<&'static str>();
    tracing::error!(location, reason, "panicked");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_read_by_its_name_and_info_is_the_default() {
        for (given, expected) in [
            (None, LevelFilter::INFO),
            (Some(""), LevelFilter::INFO),
            (Some("warn"), LevelFilter::WARN),
            (Some("DEBUG"), LevelFilter::DEBUG),
            (Some("off"), LevelFilter::OFF),
        ] {
            assert_eq!(level(given).unwrap(), expected, "{given:?}");
        }
    }

    #[test]
    fn metrics_are_written_at_every_level_and_libraries_log_warnings_at_most() {
        assert!(passes(METRICS, Level::INFO, LevelFilter::OFF));
        assert!(passes("favorites_api::handler", Level::DEBUG, LevelFilter::DEBUG));
        assert!(!passes("favorites_api::handler", Level::DEBUG, LevelFilter::INFO));
        assert!(!passes("aws_smithy_runtime::client", Level::INFO, LevelFilter::TRACE));
        assert!(passes("aws_smithy_runtime::client", Level::WARN, LevelFilter::TRACE));
        assert!(!passes("aws_smithy_runtime::client", Level::WARN, LevelFilter::ERROR));
    }

    #[test]
    fn anything_else_than_a_level_is_refused_by_name() {
        for given in ["loud", "favorites=debug", "3"] {
            let error = level(Some(given)).unwrap_err().to_string();
            let expected =
                "the environment variable RUST_LOG must be trace, debug, info, warn, error or off; ";
            assert_eq!(error, format!("{expected}\"{given}\" was given"));
        }
    }
}
