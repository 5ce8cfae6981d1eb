//! Applies the parked stream records of a folder.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Parser;
use favorites_redrive::{Folder, REDRIVEN, connect};

/// Applies parked stream records, and moves each file to FOLDER/redriven after all its records were applied.
///
/// It finds the table by the same variables as the functions: `TABLE_NAME`, `AWS_REGION`, credentials, and
/// `AWS_ENDPOINT_URL_DYNAMODB` for an engine other than AWS's. You can run it again at any time: records that were applied before
/// change nothing. The exit code is 1 if a file was not redriven.
#[derive(Parser)]
#[command(version, max_term_width = 100)]
struct Arguments {
    /// The folder with the invocation records, which may have subfolders.
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,

    /// Show the number of records in each file, without applying records or moving files.
    #[arg(long)]
    dry_run: bool,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<ExitCode> {
    let arguments = Arguments::parse();
    let folder = Folder::open(arguments.folder)?;
    let files = folder.files()?;
    let favorites = if arguments.dry_run { None } else { Some(connect().await?) };
    let mut left = 0;
    for file in &files {
        let (result, done) = match &favorites {
            Some(favorites) => (folder.redrive(file, favorites).await, "applied"),
            None => (folder.check(file), "to apply"),
        };
        let line = match result {
            Ok(records) => format!("{}: {records} records {done}", file.display()),
            Err(error) => {
                left += 1;
                format!("{}: {error}", file.display())
            }
        };
        say(&line)?;
    }
    say(&summary(files.len(), left, arguments.dry_run))?;
    Ok(if left == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn summary(files: usize, left: usize, dry_run: bool) -> String {
    if dry_run {
        format!("{files} files, {left} of them not readable; nothing was applied")
    } else {
        format!("{files} files: {} applied and moved to {REDRIVEN}, {left} left", files - left)
    }
}

fn say(line: &str) -> anyhow::Result<()> {
    writeln!(std::io::stdout(), "{line}").context("standard output")
}
