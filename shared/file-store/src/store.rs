//! The store.

use std::fmt;
use std::time::Duration;

use bytes::Bytes;
use http_body_util::Full;
use hyper_rustls::HttpsConnector;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use rusty_s3::{Bucket, Credentials};

use crate::location::Location;

/// The HTTP client below the store.
pub type HttpClient = Client<HttpsConnector<HttpConnector>, Full<Bytes>>;

/// The time for which the store's own requests are signed. Each attempt is signed again.
pub(crate) const OWN_REQUEST: Duration = Duration::from_mins(5);

/// A bucket, with the credentials for it. Cheap to clone: clones share the connections.
#[derive(Clone)]
pub struct FileStore {
    pub(crate) bucket: Bucket,
    pub(crate) credentials: Credentials,
    pub(crate) http: HttpClient,
}

impl FileStore {
    /// Makes the store. It sends no request.
    #[must_use]
    pub fn new(location: Location, credentials: Credentials, http: HttpClient) -> Self {
        Self { bucket: location.0, credentials, http }
    }
}

impl fmt::Debug for FileStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FileStore").field("bucket", &self.bucket.name()).finish_non_exhaustive()
    }
}
