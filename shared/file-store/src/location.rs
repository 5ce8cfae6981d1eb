//! The address of a bucket.

use url::{Host, Url};

use crate::error::LocationError;

/// A bucket at an endpoint.
///
/// ```
/// use file_store::Location;
///
/// assert!(Location::in_region("favorites-files", "eu-central-1").is_ok());
/// assert!(Location::parse("127.0.0.1", "favorites-files", "eu-central-1").is_err());
/// ```
#[derive(Debug, Clone)]
pub struct Location {
    /// The address of the bucket.
    pub(crate) url: Url,
    pub(crate) region: String,
}

impl Location {
    /// The bucket at AWS's endpoint of a region.
    ///
    /// # Errors
    /// [`LocationError`] for a name that can't be part of a host name.
    pub fn in_region(bucket: &str, region: &str) -> Result<Self, LocationError> {
        Self::parse(&format!("https://s3.{region}.amazonaws.com"), bucket, region)
    }

    /// The bucket at an endpoint. The name of the bucket is part of the host, as AWS recommends, unless the endpoint is an IP address or
    /// `localhost`.
    ///
    /// # Errors
    /// [`LocationError`] for an endpoint that is not a URL, and for a name that the URL can't have.
    pub fn parse(endpoint: &str, bucket: &str, region: &str) -> Result<Self, LocationError> {
        let mut url = Url::parse(endpoint)
            .map_err(|source| LocationError::Url { endpoint: endpoint.to_owned(), source })?;
        match url.host() {
            Some(Host::Domain(name)) if name != "localhost" => {
                let host = format!("{bucket}.{name}");
                url.set_host(Some(&host)).map_err(|source| LocationError::Bucket {
                    endpoint: endpoint.to_owned(),
                    bucket: bucket.to_owned(),
                    source,
                })?;
            }
            _ => url.set_path(bucket),
        }
        Ok(Self { url, region: region.to_owned() })
    }
}
