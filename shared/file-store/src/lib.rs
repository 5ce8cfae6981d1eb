//! A small client of Amazon S3, for files that users upload and download.
//!
//! A [`FileStore`] is a bucket with the credentials for it. It signs [links](FileStore::download_link) with which a user's own client
//! uploads or downloads a file, and it reads and writes files itself, in bounded memory: a download goes to a file on disk, and an
//! [upload](FileStore::begin_upload) is made of parts, so that a writer that is interrupted goes on with the next part.
//!
//! `aws-sigv4`, which the DynamoDB client uses too, signs the requests. The crate does not use `aws-sdk-s3`, which
//! would add much to the size of a function.
//!
//! ```no_run
//! # async fn example(http: file_store::HttpClient) -> Result<(), file_store::Error> {
//! use std::time::Duration;
//!
//! use file_store::{Credentials, FileKey, FileStore, Location};
//!
//! let location = Location::parse("http://127.0.0.1:9000", "files", "us-east-1")?;
//! let store = FileStore::new(location, Credentials::new("id", "secret", None, None, "example"), http);
//! let key = FileKey::new(["exports", "0195a3"])?;
//! let upload = store.begin_upload(&key, "text/csv").await?;
//! let part = store.upload_part(&key, &upload, 1, "title,url\n".into()).await?;
//! store.complete_upload(&key, &upload, &[part]).await?;
//! let link = store.download_link(&key, "favorites.csv", Duration::from_secs(3600))?;
//! println!("{}", link.url);
//! # Ok(()) }
//! ```

mod error;
mod key;
mod links;
mod list;
mod location;
mod read;
mod send;
mod sign;
mod store;
mod upload;
mod xml;

pub use aws_credential_types::Credentials;

pub use self::error::{Error, LocationError};
pub use self::key::FileKey;
pub use self::links::{DownloadLink, UploadLink};
pub use self::location::Location;
pub use self::store::{FileStore, HttpClient};
pub use self::upload::{Part, UploadId};
