//! `backup` and `restore`: copies the data to a file, and back.

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use favorites_local::DEFAULT_DATA_DIR;
use favorites_local::backup::{backup, restore};

#[derive(Args)]
pub(crate) struct BackupArguments {
    /// The new file. It must not exist yet, and only you can read it.
    file: PathBuf,

    /// The data folder of the service. A service in memory has none, and its data can't be backed up.
    #[arg(long, value_name = "FOLDER", default_value = DEFAULT_DATA_DIR)]
    data_dir: PathBuf,
}

impl BackupArguments {
    pub(crate) async fn run(self) -> anyhow::Result<()> {
        let saved = backup(&self.data_dir, &self.file).await?;
        let (folder, file) = (self.data_dir.display(), self.file.display());
        writeln!(std::io::stdout(), "Wrote the data of {folder} to {file} ({} bytes).", saved.bytes)?;
        Ok(())
    }
}

#[derive(Args)]
pub(crate) struct RestoreArguments {
    /// The file that `backup` has written.
    file: PathBuf,

    /// The data folder of the service. It is created if it does not exist.
    #[arg(long, value_name = "FOLDER", default_value = DEFAULT_DATA_DIR)]
    data_dir: PathBuf,
}

impl RestoreArguments {
    pub(crate) async fn run(self) -> anyhow::Result<()> {
        let restored = restore(&self.data_dir, &self.file).await?;
        let mut stdout = std::io::stdout();
        writeln!(stdout, "Restored {} to {}.", self.file.display(), self.data_dir.display())?;
        if let Some(kept) = restored.kept {
            writeln!(
                stdout,
                "The data from before are in {}. Delete that folder when you don't need them.",
                kept.display()
            )?;
        }
        Ok(())
    }
}
