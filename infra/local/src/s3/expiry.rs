//! The lifecycle rules of the bucket: old objects are deleted, and old multipart uploads are aborted.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use walkdir::WalkDir;

use super::folder::Folder;
use super::names::{self, Name};
use crate::template::Bucket;

/// Deletes what the lifecycle rules of a bucket say. The age of an object is the time since its file was modified last.
///
/// S3 waits for the next midnight (UTC), too; this does not.
pub(crate) struct Expiry {
    pub(crate) folder: Arc<Folder>,
    pub(crate) bucket: Bucket,
}

/// A multipart upload that is not complete.
struct Upload {
    started: SystemTime,
    /// `None` if the upload has failed while it was completed.
    key: Option<String>,
    files: Vec<PathBuf>,
}

impl Expiry {
    /// Deletes what is too old at `now`. Returns the number of objects and uploads. Blocks until it has finished.
    ///
    /// # Errors
    /// Returns the first error of the file system. The rest stays for the next time.
    pub(crate) fn enforce(&self, now: SystemTime) -> io::Result<usize> {
        Ok(self.delete_objects(now)? + self.abort_uploads(now)?)
    }

    fn delete_objects(&self, now: SystemTime) -> io::Result<usize> {
        let root = self.folder.path().join(&self.bucket.name);
        let mut deleted = 0;
        // A folder comes after its files, so that it goes with the last one.
        for entry in WalkDir::new(&root).min_depth(1).contents_first(true) {
            let Some(entry) = unless_missing(entry.map_err(io::Error::from))? else { continue };
            let Some(key) = key_of(&root, entry.path()) else { continue };
            let Some(limit) = self.bucket.expires_after(&key) else { continue };
            let Some(modified) = modified(entry.path())? else { continue };
            if !is_older(modified, now, limit) {
                continue;
            }
            if entry.file_type().is_dir() {
                remove_if_empty(entry.path())?;
            } else {
                self.delete_object(&key, entry.path())?;
                deleted += 1;
            }
        }
        Ok(deleted)
    }

    /// Deletes the object last. If that fails, the next time finds the object and deletes the rest.
    fn delete_object(&self, key: &str, file: &Path) -> io::Result<()> {
        for name in names::of_object(&self.bucket.name, key) {
            unless_missing(std::fs::remove_file(self.folder.path().join(name)))?;
        }
        unless_missing(std::fs::remove_file(file)).map(|_| ())
    }

    fn abort_uploads(&self, now: SystemTime) -> io::Result<usize> {
        let mut aborted = 0;
        for upload in self.uploads()?.into_values() {
            let limit = self.bucket.aborts_after(upload.key.as_deref().unwrap_or_default());
            if !limit.is_some_and(|limit| is_older(upload.started, now, limit)) {
                continue;
            }
            for file in upload.files {
                unless_missing(std::fs::remove_file(file))?;
            }
            aborted += 1;
        }
        Ok(aborted)
    }

    /// Finds the multipart uploads by their ids.
    fn uploads(&self) -> io::Result<BTreeMap<String, Upload>> {
        let mut uploads = BTreeMap::<_, Upload>::new();
        for entry in std::fs::read_dir(self.folder.path())? {
            let entry = entry?;
            let name = entry.file_name();
            let name = name.to_str().and_then(|name| Name::parse(&self.bucket.name, name));
            let Some(Name::Upload { id, key }) = name else { continue };
            let Some(modified) = modified(&entry.path())? else { continue };
            let upload =
                uploads.entry(id).or_insert(Upload { started: modified, key: None, files: Vec::new() });
            upload.started = upload.started.min(modified);
            upload.key = upload.key.take().or(key);
            upload.files.push(entry.path());
        }
        Ok(uploads)
    }
}

/// Returns the key of an object, or the common beginning of the keys in a folder, with a slash at the end.
fn key_of(root: &Path, path: &Path) -> Option<String> {
    let parts: Option<Vec<_>> = path.strip_prefix(root).ok()?.iter().map(|part| part.to_str()).collect();
    let key = parts?.join("/");
    Some(if path.is_dir() { format!("{key}/") } else { key })
}

fn modified(path: &Path) -> io::Result<Option<SystemTime>> {
    unless_missing(std::fs::metadata(path).and_then(|found| found.modified()))
}

fn is_older(modified: SystemTime, now: SystemTime, limit: Duration) -> bool {
    now.duration_since(modified).is_ok_and(|age| age >= limit)
}

fn remove_if_empty(folder: &Path) -> io::Result<()> {
    match std::fs::remove_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => Ok(()),
        result => unless_missing(result).map(|_| ()),
    }
}

/// Returns `None` for a file that is gone: requests delete files at the same time.
fn unless_missing<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}
