//! Links that a user's own client follows.

use std::time::Duration;

use http::Method;
use url::Url;

use crate::error::Error;
use crate::key::FileKey;
use crate::send::Outgoing;
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
    ///
    /// # Errors
    /// [`Error::Signature`].
    pub fn upload_link(&self, key: &FileKey, bytes: u64, valid: Duration) -> Result<UploadLink, Error> {
        let length = bytes.to_string();
        let headers = [("content-length", length.as_str())];
        let request = Outgoing { headers: &headers, ..Outgoing::new("PutObject", Method::PUT, key) };
        let url = self.sign(&request, valid)?;
        Ok(UploadLink { url, headers: vec![("content-length", length)] })
    }

    /// Signs a link for the download of a file. A browser saves it as `file_name`, which must have no quotes.
    ///
    /// The link is valid for `valid`, at most 7 days, and not longer than the credentials of the store.
    ///
    /// # Errors
    /// [`Error::Signature`].
    pub fn download_link(
        &self,
        key: &FileKey,
        file_name: &str,
        valid: Duration,
    ) -> Result<DownloadLink, Error> {
        let disposition = format!("attachment; filename=\"{file_name}\"");
        let query = [("response-content-disposition", disposition.as_str())];
        let request = Outgoing { query: &query, ..Outgoing::new("GetObject", Method::GET, key) };
        Ok(DownloadLink { url: self.sign(&request, valid)? })
    }
}
