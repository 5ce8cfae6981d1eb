//! The permissions that a request of the S3 API needs. See the page "Actions, resources, and condition keys for Amazon S3" of the
//! Service Authorization Reference, and "Required permissions for Amazon S3 API operations" in the S3 user guide.

use std::collections::BTreeSet;

use super::access::Access;
use crate::template::Resource;

/// The action that lists a bucket. S3 tells only callers who may do so that an object does not exist.
pub(super) const LIST_BUCKET: &str = "s3:ListBucket";

/// The bucket and the key that a request is about.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Target<'a> {
    /// `None` for a request about all buckets.
    pub(crate) bucket: Option<&'a str>,
    /// `None` for a request about the bucket itself.
    pub(crate) key: Option<&'a str>,
}

/// Returns the permission that a request for `operation` needs. `own` is the name of the template's bucket.
pub(super) fn access(own: Option<&str>, operation: &str, target: Target<'_>) -> Access {
    let resource = match (target.bucket, target.key) {
        (None, _) => Resource::Other("all buckets".to_owned()),
        (Some(bucket), _) if own != Some(bucket) => Resource::Other(format!("the bucket {bucket:?}")),
        (Some(_), None) => Resource::Bucket,
        (Some(_), Some(key)) => Resource::Objects(folder_of(key)),
    };
    Access { action: action(operation), resource, leading_keys: BTreeSet::new() }
}

/// Returns the action that allows an operation. Several operations have an action with another name.
fn action(operation: &str) -> String {
    let action = match operation {
        "HeadObject" => "GetObject",
        "CreateMultipartUpload" | "UploadPart" | "CompleteMultipartUpload" => "PutObject",
        "ListParts" => "ListMultipartUploadParts",
        "ListObjects" | "ListObjectsV2" | "HeadBucket" => return LIST_BUCKET.to_owned(),
        "ListBuckets" => "ListAllMyBuckets",
        operation => operation,
    };
    format!("s3:{action}")
}

/// Returns the beginning of a key up to its first `/`: `exports/` for `exports/1/file`.
fn folder_of(key: &str) -> String {
    key.split_inclusive('/').next().unwrap_or_default().to_owned()
}
