//! Listing files.

use bytes::Bytes;
use http::Method;

use crate::error::Error;
use crate::key::FileKey;
use crate::send::Outgoing;
use crate::store::FileStore;
use crate::xml;

/// The most files that one request lists. Their keys fit into the part of an answer that is held in memory.
const LISTED: &str = "100";

impl FileStore {
    /// Returns the keys of the first files below a folder, at most 100. Once they are deleted, the next call returns the
    /// files after them.
    ///
    /// # Errors
    /// [`Error::Key`] for a file that has a name of another kind; [`Error::Refused`], [`Error::Unreachable`], [`Error::Late`] and
    /// [`Error::Answer`].
    pub async fn first_in(&self, folder: &FileKey) -> Result<Vec<FileKey>, Error> {
        let prefix = format!("{folder}/");
        let request = Outgoing {
            operation: "ListObjectsV2",
            method: Method::GET,
            key: None,
            query: &[("list-type", "2"), ("max-keys", LISTED), ("prefix", &prefix)],
            headers: &[],
            body: Bytes::new(),
        };
        let answer = self.send(&request).await?;
        let keys = xml::listed_keys(&answer.text).map_err(|error| answer.unreadable(error))?;
        keys.iter().map(|key| FileKey::new(key.split('/'))).collect()
    }
}
