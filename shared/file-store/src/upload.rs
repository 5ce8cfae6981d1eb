//! Uploads in parts.

use bytes::Bytes;
use http::Method;
use http::header::ETAG;
use rusty_s3::S3Action as _;
use rusty_s3::actions::CreateMultipartUpload;

use crate::error::Error;
use crate::key::FileKey;
use crate::send::Outgoing;
use crate::store::{FileStore, OWN_REQUEST};

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
            operation: "CreateMultipartUpload",
            file: key.as_str(),
            method: Method::POST,
            content_type: Some(content_type),
            body: Bytes::new(),
        };
        let sign = || {
            let mut action = self.bucket.create_multipart_upload(Some(&self.credentials), key.as_str());
            action.headers_mut().insert("content-type", content_type);
            action.sign(OWN_REQUEST)
        };
        let answer = self.send(&request, &sign).await?;
        let upload = CreateMultipartUpload::parse_response(&answer.text);
        let upload = upload.map_err(|error| answer.unreadable(error))?;
        Ok(UploadId(upload.upload_id().to_owned()))
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
            operation: "UploadPart",
            file: key.as_str(),
            method: Method::PUT,
            content_type: None,
            body,
        };
        let sign = || {
            let credentials = Some(&self.credentials);
            self.bucket.upload_part(credentials, key.as_str(), number, &upload.0).sign(OWN_REQUEST)
        };
        let answer = self.send(&request, &sign).await?;
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
        let action = || {
            let tags = parts.iter().map(|part| part.0.as_str());
            self.bucket.complete_multipart_upload(Some(&self.credentials), key.as_str(), &upload.0, tags)
        };
        let request = Outgoing {
            operation: "CompleteMultipartUpload",
            file: key.as_str(),
            method: Method::POST,
            content_type: Some("application/xml"),
            body: action().body().into(),
        };
        let answer = self.send(&request, &|| action().sign(OWN_REQUEST)).await?;
        // S3 begins the answer before it is done, so an error can follow the status 200 ("CompleteMultipartUpload" in the S3 API reference).
        if answer.text.contains("<Error>") { Err(answer.unreadable(&answer.text)) } else { Ok(()) }
    }
}
