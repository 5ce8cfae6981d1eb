//! Uploads in parts.

use bytes::Bytes;
use http::Method;
use http::header::ETAG;

use crate::error::Error;
use crate::key::FileKey;
use crate::send::Outgoing;
use crate::store::FileStore;
use crate::xml;

/// An upload that is under way. S3 keeps it until it is completed or aborted, so a writer that dies can go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UploadId(pub String);

/// A part that is uploaded: the `ETag` that S3 has given it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part(pub String);

impl FileStore {
    /// Begins an upload in parts. A download has this content type.
    ///
    /// # Errors
    /// [`Error::Refused`], [`Error::Unreachable`], [`Error::Late`] and [`Error::Answer`].
    pub async fn begin_upload(&self, key: &FileKey, content_type: &str) -> Result<UploadId, Error> {
        let request = Outgoing {
            query: &[("uploads", "")],
            headers: &[("content-type", content_type)],
            ..Outgoing::new("CreateMultipartUpload", Method::POST, key)
        };
        let answer = self.send(&request).await?;
        xml::upload_id(&answer.text).map(UploadId).map_err(|error| answer.unreadable(error))
    }

    /// Uploads a part. Parts are numbered from 1. Each but the last has at least 5 MB (see "Amazon S3 multipart upload limits" in the S3
    /// user guide). A part that is uploaded again replaces the first one.
    ///
    /// # Errors
    /// [`Error::Missing`] if the upload was completed or aborted, and as [`begin_upload`](Self::begin_upload).
    pub async fn upload_part(
        &self,
        key: &FileKey,
        upload: &UploadId,
        number: u16,
        body: Bytes,
    ) -> Result<Part, Error> {
        let request = Outgoing {
            query: &[("partNumber", &number.to_string()), ("uploadId", &upload.0)],
            body,
            ..Outgoing::new("UploadPart", Method::PUT, key)
        };
        let answer = self.send(&request).await?;
        Ok(Part(answer.header(&ETAG)?.to_owned()))
    }

    /// Makes the file of the parts, in their order.
    ///
    /// # Errors
    /// [`Error::Missing`] if the upload was completed or aborted, and as [`begin_upload`](Self::begin_upload).
    pub async fn complete_upload(
        &self,
        key: &FileKey,
        upload: &UploadId,
        parts: &[Part],
    ) -> Result<(), Error> {
        let request = Outgoing {
            query: &[("uploadId", &upload.0)],
            headers: &[("content-type", "application/xml")],
            body: xml::completed_upload(parts.iter().map(|part| part.0.as_str())).into(),
            ..Outgoing::new("CompleteMultipartUpload", Method::POST, key)
        };
        let answer = self.send(&request).await?;
        // S3 begins the answer before it is done, so an error can follow the status 200 ("CompleteMultipartUpload" in the S3 API reference).
        if answer.text.contains("<Error>") { Err(answer.unreadable(&answer.text)) } else { Ok(()) }
    }
}
