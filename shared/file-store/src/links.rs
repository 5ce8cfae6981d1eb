//! Links that a user's own client follows.

use std::time::Duration;

use rusty_s3::S3Action as _;
use url::Url;

use crate::key::FileKey;
use crate::store::FileStore;

/// A link with which a client uploads a file: a `PUT` with exactly these headers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UploadLink {
    /// The address.
    pub url: Url,
    /// The headers that are signed with the address. S3 refuses a request that has others in their place.
    pub headers: Vec<(&'static str, String)>,
}

/// A link with which a client downloads a file: a `GET`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DownloadLink {
    /// The address.
    pub url: Url,
}

impl FileStore {
    /// Signs a link for the upload of a file of exactly this many bytes. S3 refuses a larger or smaller one, because the length is signed.
    ///
    /// The link is valid for `valid`, at most 7 days, and not longer than the credentials of the store.
    #[must_use]
    pub fn upload_link(&self, key: &FileKey, bytes: u64, valid: Duration) -> UploadLink {
        let length = bytes.to_string();
        let mut action = self.bucket.put_object(Some(&self.credentials), key.as_str());
        action.headers_mut().insert("content-length", length.as_str());
        let url = action.sign(valid);
        UploadLink { url, headers: vec![("content-length", length)] }
    }

    /// Signs a link for the download of a file. A browser saves it as `file_name`, which must have no quotes.
    ///
    /// The link is valid for `valid`, at most 7 days, and not longer than the credentials of the store.
    #[must_use]
    pub fn download_link(&self, key: &FileKey, file_name: &str, valid: Duration) -> DownloadLink {
        let disposition = format!("attachment; filename=\"{file_name}\"");
        let mut action = self.bucket.get_object(Some(&self.credentials), key.as_str());
        action.query_mut().insert("response-content-disposition", disposition);
        DownloadLink { url: action.sign(valid) }
    }
}
