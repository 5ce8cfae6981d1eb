//! Reading files and deleting them.

use std::fs::File;
use std::io::{Seek as _, Write as _};

use http::Method;
use http::header::CONTENT_LENGTH;
use http_body_util::BodyExt as _;
use tokio::time::timeout;

use crate::error::Error;
use crate::key::FileKey;
use crate::send::{Outgoing, PIECE_TIMEOUT, pause, pauses};
use crate::store::FileStore;

impl FileStore {
    /// Returns the size of a file in bytes, or `None` if the file does not exist.
    ///
    /// # Errors
    /// [`Error::Refused`], [`Error::Unreachable`], [`Error::Late`] and [`Error::Answer`].
    pub async fn size(&self, key: &FileKey) -> Result<Option<u64>, Error> {
        let answer = match self.send(&Outgoing::new("HeadObject", Method::HEAD, key)).await {
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
        let request = Outgoing::new("GetObject", Method::GET, key);
        let mut pauses = pauses();
        loop {
            match self.copy(&request, local).await {
                Ok(()) => return Ok(()),
                Err(error) => pause(error, &mut pauses).await?,
            }
        }
    }

    async fn copy(&self, request: &Outgoing<'_>, mut local: &File) -> Result<(), Error> {
        let operation = request.operation;
        let mut body = self.attempt(request).await?.into_body();
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

    /// Deletes a file. If the file does not exist, this does nothing.
    ///
    /// # Errors
    /// As [`size`](Self::size).
    pub async fn delete(&self, key: &FileKey) -> Result<(), Error> {
        match self.send(&Outgoing::new("DeleteObject", Method::DELETE, key)).await {
            Err(Error::Missing(_)) => Ok(()),
            deleted => deleted.map(drop),
        }
    }
}
