//! The store.

use std::fmt;

use aws_credential_types::Credentials;
use bytes::Bytes;
use http_body_util::Full;
use hyper_rustls::HttpsConnector;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;

use crate::location::Location;

/// The HTTP client below the store.
pub type HttpClient = Client<HttpsConnector<HttpConnector>, Full<Bytes>>;

/// A bucket, with the credentials for it. Cheap to clone: clones share the connections.
#[derive(Clone)]
pub struct FileStore {
    pub(crate) location: Location,
    pub(crate) credentials: Credentials,
    pub(crate) http: HttpClient,
}

impl FileStore {
    /// Makes the store. It sends no request.
    #[must_use]
    pub fn new(location: Location, credentials: Credentials, http: HttpClient) -> Self {
        Self { location, credentials, http }
    }
}

impl fmt::Debug for FileStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FileStore").field("location", &self.location).finish_non_exhaustive()
    }
}
