//! Listing files.

use http::Method;
use rusty_s3::S3Action as _;
use rusty_s3::actions::ListObjectsV2;

use crate::error::Error;
use crate::key::FileKey;
use crate::send::Outgoing;
use crate::store::{FileStore, OWN_REQUEST};

/// The most files that one request lists. Their keys fit into the part of an answer that is held in memory.
const LISTED: usize = 100;

impl FileStore {
    /// Returns the keys of the first files below a folder, at most 100 of them. A caller that deletes them gets the next ones.
    ///
    /// # Errors
    /// [`Error::Key`] for a file that has a name of another kind; [`Error::Refused`], [`Error::Unreachable`], [`Error::Late`] and
    /// [`Error::Answer`].
    pub async fn first_in(&self, folder: &FileKey) -> Result<Vec<FileKey>, Error> {
        let request = Outgoing::empty("ListObjectsV2", folder.as_str(), Method::GET);
        let sign = || {
            let mut action = self.bucket.list_objects_v2(Some(&self.credentials));
            action.with_prefix(format!("{folder}/"));
            action.with_max_keys(LISTED);
            action.sign(OWN_REQUEST)
        };
        let answer = self.send(&request, &sign).await?;
        let listed = ListObjectsV2::parse_response(&answer.text).map_err(|error| answer.unreadable(error))?;
        listed.contents.iter().map(|file| FileKey::new(file.key.split('/'))).collect()
    }
}
