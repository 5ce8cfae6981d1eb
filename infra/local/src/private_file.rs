//! Files that only their owner can read.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// Writes a new file that only its owner can read. Fails if there is a file.
pub(crate) fn create(path: &Path, content: &[u8]) -> std::io::Result<()> {
    let mut file = private(OpenOptions::new().create_new(true)).open(path)?;
    file.write_all(content)?;
    file.sync_all()
}

/// Opens a file that only its owner can read, to lock it. Creates it if it does not exist.
pub(crate) fn open_lock(path: &Path) -> std::io::Result<File> {
    private(OpenOptions::new().create(true).truncate(false)).open(path)
}

/// Replaces a file atomically: after a crash, it has either the old or the new content. Only its owner can read the new file.
pub(crate) fn replace(path: &Path, content: &[u8]) -> std::io::Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    let new = PathBuf::from(name);
    let mut file = private(OpenOptions::new().create(true).truncate(true)).open(&new)?;
    file.write_all(content)?;
    file.sync_data()?;
    std::fs::rename(new, path)
}

fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options
}
