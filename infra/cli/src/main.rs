//! The command-line client of the favorites service.

use std::io::Write as _;
use std::process::ExitCode;

use clap::Parser as _;
use favorites_cli::{Arguments, Exit};

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let Err(failure) = favorites_cli::run(Arguments::parse()).await else {
        return Exit::Done.into();
    };
    let exit = failure.exit();
    if !failure.is_closed_pipe() {
        // With the errors that caused it. If standard error is closed, the exit code has to do.
        let _ = writeln!(std::io::stderr(), "favorites: {:#}", anyhow::Error::new(failure));
    }
    exit.into()
}
