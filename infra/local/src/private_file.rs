//! Files that only their owner can read.

use std::io::Write as _;
use std::path::Path;

/// Writes a new file that only its owner can read. Fails if there is a file.
pub(crate) fn create(path: &Path, content: &[u8]) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.write_all(content)?;
    file.sync_all()
}
