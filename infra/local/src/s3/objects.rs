//! The operations on the bucket: those of `s3s-fs`, corrected where they differ from S3.
//!
//! Operations that are not here answer `NotImplemented`.

use std::path::PathBuf;
use std::sync::Arc;

use s3s::dto::{
    AbortMultipartUploadInput, AbortMultipartUploadOutput, CompleteMultipartUploadInput,
    CompleteMultipartUploadOutput, CreateMultipartUploadInput, CreateMultipartUploadOutput,
    DeleteObjectInput, DeleteObjectOutput, GetObjectInput, GetObjectOutput, HeadBucketInput,
    HeadBucketOutput, HeadObjectInput, HeadObjectOutput, ListBucketsInput, ListBucketsOutput,
    ListObjectsInput, ListObjectsOutput, ListObjectsV2Input, ListObjectsV2Output, ListPartsInput,
    ListPartsOutput, PutObjectInput, PutObjectOutput, UploadPartInput, UploadPartOutput,
};
use s3s::{S3, S3Request, S3Response, S3Result, s3_error};
use s3s_fs::FileSystem;

use super::folder::{Folder, FolderError};
use super::names;
use crate::iam::Authorizer;

/// The objects of the bucket.
pub(super) struct Objects {
    files: FileSystem,
    folder: Arc<Folder>,
    bucket: String,
    authorizer: Arc<Authorizer>,
}

impl Objects {
    /// Creates the bucket in `folder` if it does not exist.
    pub(super) fn open(
        folder: Arc<Folder>,
        bucket: String,
        authorizer: Arc<Authorizer>,
    ) -> Result<Self, FolderError> {
        let path = folder.path();
        std::fs::create_dir_all(path.join(&bucket)).map_err(|error| FolderError::new(path, error))?;
        let files = FileSystem::new(path).map_err(|error| FolderError::new(path, format!("{error:?}")))?;
        Ok(Self { files, folder, bucket, authorizer })
    }

    fn file(&self, key: &str) -> PathBuf {
        self.folder.path().join(&self.bucket).join(key)
    }

    /// Refuses a request for an object that does not exist. `s3s-fs` takes a folder for an object.
    fn require_object<I>(&self, request: &S3Request<I>, key: &str) -> S3Result<()> {
        let caller = request.credentials.as_ref().map(|caller| &*caller.access_key);
        if self.file(key).is_file() {
            Ok(())
        } else if caller.is_some_and(|caller| !self.authorizer.learns_of_missing_objects(caller)) {
            Err(s3_error!(
                AccessDenied,
                "The object does not exist. The role in template.yaml does not allow s3:ListBucket on the bucket, and \
                 without it S3 refuses such a request"
            ))
        } else {
            Err(s3_error!(NoSuchKey))
        }
    }

    /// Refuses a request for a multipart upload that does not exist. `s3s-fs` takes the id of another object's upload, and asks for
    /// the access key that has begun the upload, so that no function could go on with an upload of another one. An upload whose end was
    /// interrupted does not exist any more, as in S3: `s3s-fs` would answer `AccessDenied`.
    fn require_upload<I>(&self, request: &mut S3Request<I>, key: &str, id: &str) -> S3Result<()> {
        request.credentials = None;
        let is_id = id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        let names = names::of_upload(&self.bucket, key, id);
        if is_id && names.iter().all(|name| self.folder.path().join(name).is_file()) {
            Ok(())
        } else {
            Err(s3_error!(NoSuchUpload))
        }
    }
}

#[async_trait::async_trait]
impl S3 for Objects {
    async fn list_buckets(
        &self,
        request: S3Request<ListBucketsInput>,
    ) -> S3Result<S3Response<ListBucketsOutput>> {
        self.files.list_buckets(request).await
    }

    async fn head_bucket(
        &self,
        request: S3Request<HeadBucketInput>,
    ) -> S3Result<S3Response<HeadBucketOutput>> {
        self.files.head_bucket(request).await
    }

    /// Returns keys as they are. `s3s-fs` says that they are encoded if the request asks for it, and does not encode them.
    async fn list_objects(
        &self,
        mut request: S3Request<ListObjectsInput>,
    ) -> S3Result<S3Response<ListObjectsOutput>> {
        request.input.encoding_type = None;
        self.files.list_objects(request).await
    }

    /// See `list_objects`.
    async fn list_objects_v2(
        &self,
        mut request: S3Request<ListObjectsV2Input>,
    ) -> S3Result<S3Response<ListObjectsV2Output>> {
        request.input.encoding_type = None;
        self.files.list_objects_v2(request).await
    }

    async fn get_object(&self, request: S3Request<GetObjectInput>) -> S3Result<S3Response<GetObjectOutput>> {
        self.require_object(&request, &request.input.key)?;
        self.files.get_object(request).await
    }

    async fn head_object(
        &self,
        request: S3Request<HeadObjectInput>,
    ) -> S3Result<S3Response<HeadObjectOutput>> {
        self.require_object(&request, &request.input.key)?;
        self.files.head_object(request).await
    }

    async fn put_object(&self, request: S3Request<PutObjectInput>) -> S3Result<S3Response<PutObjectOutput>> {
        self.files.put_object(request).await
    }

    /// Also deletes the files beside the object, which `s3s-fs` leaves.
    async fn delete_object(
        &self,
        request: S3Request<DeleteObjectInput>,
    ) -> S3Result<S3Response<DeleteObjectOutput>> {
        let key = &request.input.key;
        if !self.file(key).is_file() {
            return Ok(S3Response::new(DeleteObjectOutput::default()));
        }
        for name in names::of_object(&self.bucket, key) {
            match tokio::fs::remove_file(self.folder.path().join(name)).await {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    return Err(s3_error!(error, InternalError));
                }
                _ => {}
            }
        }
        self.files.delete_object(request).await
    }

    async fn create_multipart_upload(
        &self,
        mut request: S3Request<CreateMultipartUploadInput>,
    ) -> S3Result<S3Response<CreateMultipartUploadOutput>> {
        // See `require_upload`: an upload belongs to nobody.
        request.credentials = None;
        self.files.create_multipart_upload(request).await
    }

    async fn upload_part(
        &self,
        mut request: S3Request<UploadPartInput>,
    ) -> S3Result<S3Response<UploadPartOutput>> {
        let (key, id) = (request.input.key.clone(), request.input.upload_id.clone());
        self.require_upload(&mut request, &key, &id)?;
        self.files.upload_part(request).await
    }

    async fn list_parts(
        &self,
        mut request: S3Request<ListPartsInput>,
    ) -> S3Result<S3Response<ListPartsOutput>> {
        let (key, id) = (request.input.key.clone(), request.input.upload_id.clone());
        self.require_upload(&mut request, &key, &id)?;
        self.files.list_parts(request).await
    }

    async fn complete_multipart_upload(
        &self,
        mut request: S3Request<CompleteMultipartUploadInput>,
    ) -> S3Result<S3Response<CompleteMultipartUploadOutput>> {
        let (key, id) = (request.input.key.clone(), request.input.upload_id.clone());
        self.require_upload(&mut request, &key, &id)?;
        self.files.complete_multipart_upload(request).await
    }

    async fn abort_multipart_upload(
        &self,
        mut request: S3Request<AbortMultipartUploadInput>,
    ) -> S3Result<S3Response<AbortMultipartUploadOutput>> {
        let (key, id) = (request.input.key.clone(), request.input.upload_id.clone());
        self.require_upload(&mut request, &key, &id)?;
        self.files.abort_multipart_upload(request).await
    }
}
