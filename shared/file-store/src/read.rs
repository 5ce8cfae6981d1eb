//! Reading files and deleting them.

use std::fs::File;
use std::io::{Seek as _, Write as _};

use bytes::Bytes;
use http::Method;
use http::header::CONTENT_LENGTH;
use http_body_util::BodyExt as _;
use rusty_s3::S3Action as _;
use rusty_s3::actions::ListObjectsV2;
use tokio::time::timeout;
use url::Url;

use crate::error::Error;
use crate::key::FileKey;
use crate::send::{Outgoing, PIECE_TIMEOUT, pause, pauses};
use crate::store::{FileStore, OWN_REQUEST};

impl FileStore {
    /// Returns the bytes of a file, or `None` if there is no such file.
    ///
    /// # Errors
    /// [`Error::Refused`], [`Error::Unreachable`], [`Error::Late`] and [`Error::Answer`].
    pub async fn size(&self, key: &FileKey) -> Result<Option<u64>, Error> {
        let sign = || self.bucket.head_object(Some(&self.credentials), key.as_str()).sign(OWN_REQUEST);
        let answer = match self.send(&request("HeadObject", key.as_str(), Method::HEAD), &sign).await {
            Err(Error::Missing(_)) => return Ok(None),
            answer => answer?,
        };
        let length = answer.header(&CONTENT_LENGTH)?;
        length.parse().map(Some).map_err(|error| answer.unreadable(error))
    }

    /// Copies a file to a local one, whose content it replaces, and goes to the beginning of that. It holds a piece of the file in
    /// memory, not all of it.
    ///
    /// # Errors
    /// [`Error::Missing`], [`Error::Disk`], and as [`size`](Self::size).
    pub async fn download(&self, key: &FileKey, local: &File) -> Result<(), Error> {
        let request = request("GetObject", key.as_str(), Method::GET);
        let mut pauses = pauses();
        loop {
            let url = self.bucket.get_object(Some(&self.credentials), key.as_str()).sign(OWN_REQUEST);
            match self.copy(&request, &url, local).await {
                Ok(()) => return Ok(()),
                Err(error) => pause(error, &mut pauses).await?,
            }
        }
    }

    async fn copy(&self, request: &Outgoing<'_>, url: &Url, mut local: &File) -> Result<(), Error> {
        let operation = request.operation;
        let mut body = self.attempt(request, url).await?.into_body();
        // An earlier attempt may have written a part of it.
        local.set_len(0)?;
        local.rewind()?;
        loop {
            let frame = timeout(PIECE_TIMEOUT, body.frame()).await.map_err(|_| Error::Late { operation })?;
            let Some(frame) = frame else { return Ok(local.rewind()?) };
            let frame = frame.map_err(|source| Error::Unreachable { operation, source: source.into() })?;
            if let Ok(piece) = frame.into_data() {
                local.write_all(&piece)?;
            }
        }
    }

    /// Deletes a file. Does nothing if there is no such file.
    ///
    /// # Errors
    /// As [`size`](Self::size).
    pub async fn delete(&self, key: &FileKey) -> Result<(), Error> {
        self.delete_object(key.as_str()).await
    }

    /// Deletes all files whose keys begin with the segments of `prefix`, and returns their number.
    ///
    /// # Errors
    /// As [`size`](Self::size).
    pub async fn delete_all(&self, prefix: &FileKey) -> Result<u64, Error> {
        let prefix = format!("{prefix}/");
        let mut deleted = 0;
        loop {
            let sign = || {
                let mut action = self.bucket.list_objects_v2(Some(&self.credentials));
                action.with_prefix(prefix.as_str());
                action.sign(OWN_REQUEST)
            };
            let answer = self.send(&request("ListObjectsV2", &prefix, Method::GET), &sign).await?;
            let list =
                ListObjectsV2::parse_response(&answer.text).map_err(|error| answer.unreadable(error))?;
            // What is deleted is not listed again, so each list begins at the beginning.
            if list.contents.is_empty() {
                return Ok(deleted);
            }
            for object in list.contents {
                self.delete_object(&object.key).await?;
                deleted += 1;
            }
        }
    }

    async fn delete_object(&self, key: &str) -> Result<(), Error> {
        let sign = || self.bucket.delete_object(Some(&self.credentials), key).sign(OWN_REQUEST);
        match self.send(&request("DeleteObject", key, Method::DELETE), &sign).await {
            Err(Error::Missing(_)) => Ok(()),
            deleted => deleted.map(drop),
        }
    }
}

/// Makes a request without a body.
fn request<'a>(operation: &'static str, file: &'a str, method: Method) -> Outgoing<'a> {
    Outgoing { operation, file, method, content_type: None, body: Bytes::new() }
}
