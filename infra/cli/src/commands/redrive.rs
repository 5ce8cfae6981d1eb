//! `favorites redrive`.

use std::path::PathBuf;

use clap::Args;

use crate::failure::Reason;
use crate::output::{Output, Progress, counted};
use crate::redrive::{Folder, REDRIVEN, connect};

/// Apply parked stream records, and move each file to FOLDER/redriven after all its records were applied.
///
/// It finds the table by the same variables as the functions: `TABLE_NAME`, `AWS_REGION`, credentials, and
/// `AWS_ENDPOINT_URL_DYNAMODB` for an engine other than AWS's. You can run it again at any time: records that were applied before
/// change nothing. The exit code is 1 if a file was not redriven.
#[derive(Debug, Args)]
pub(crate) struct Redrive {
    /// The folder with the invocation records, which may have subfolders.
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,

    /// Show the number of records in each file, without applying records or moving files.
    #[arg(long)]
    dry_run: bool,
}

impl Redrive {
    pub(crate) async fn run(self, output: &mut Output) -> Result<(), Reason> {
        let folder = Folder::open(self.folder)?;
        let files = folder.files()?;
        let favorites = if self.dry_run { None } else { Some(connect().await?) };
        let progress = Progress::of(files.len(), "files");
        let mut left = 0;
        for file in &files {
            let (result, done) = match &favorites {
                Some(favorites) => (folder.redrive(file, favorites).await, "applied"),
                None => (folder.check(file), "to apply"),
            };
            let line = match result {
                Ok(records) => {
                    format!("{}: {} {done}", file.display(), counted(records, "record", "records"))
                }
                Err(error) => {
                    left += 1;
                    format!("{}: {error}", file.display())
                }
            };
            progress.suspend(|| output.line(&line))?;
            progress.advance(1);
        }
        drop(progress);
        output.line(&summary(files.len(), left, self.dry_run))?;
        if left == 0 { Ok(()) } else { Err(Reason::FilesLeft { left }) }
    }
}

fn summary(files: usize, left: usize, dry_run: bool) -> String {
    if dry_run {
        format!("{}, {left} of them not readable; nothing was applied", counted(files, "file", "files"))
    } else {
        let applied = files - left;
        format!("{}: {applied} applied and moved to {REDRIVEN}, {left} left", counted(files, "file", "files"))
    }
}
