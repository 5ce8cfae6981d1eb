//! The names of the files that `s3s-fs` keeps beside the folder of the bucket.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

/// The length of an upload's id, a UUID with hyphens.
const UPLOAD_ID: usize = 36;

/// A file beside the folder of the bucket.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Name {
    /// A file of an object: its metadata or its `ETag`.
    Object,
    /// A file of a multipart upload: its metadata, which names the object's key, its id, or a part.
    Upload {
        /// The id of the upload.
        id: String,
        /// The key of the object that the upload will make.
        key: Option<String>,
    },
}

impl Name {
    /// Reads the name of a file. Returns `None` for files of other buckets, and those that `s3s-fs` is still writing.
    pub(super) fn parse(bucket: &str, name: &str) -> Option<Self> {
        if let Some(rest) = name.strip_prefix(&object_prefix(bucket)) {
            let (key, kind) = rest.split_once('.')?;
            let key = String::from_utf8(URL_SAFE_NO_PAD.decode(key).ok()?).ok()?;
            return match kind {
                "metadata.json" | "internal.json" => Some(Self::Object),
                upload => {
                    let id = upload.strip_prefix("upload-")?.strip_suffix(".metadata.json")?;
                    Some(Self::Upload { id: id.to_owned(), key: Some(key) })
                }
            };
        }
        let id = match name.strip_prefix(".upload_id-") {
            Some(part) => part.split_once(".part-")?.0,
            None => name.strip_prefix(".upload-")?.strip_suffix(".json")?,
        };
        Some(Self::Upload { id: id.to_owned(), key: None })
    }
}

/// Returns the names of the files that an object may have besides its own.
pub(super) fn of_object(bucket: &str, key: &str) -> [String; 2] {
    let prefix = with_key(bucket, key);
    [format!("{prefix}.metadata.json"), format!("{prefix}.internal.json")]
}

/// Returns the names of the files that a multipart upload has from its beginning to its end. Its end deletes the second one first.
pub(super) fn of_upload(bucket: &str, key: &str, id: &str) -> [String; 2] {
    [format!("{}.upload-{id}.metadata.json", with_key(bucket, key)), format!(".upload-{id}.json")]
}

/// Returns the length of the longest of all names that the key may lead to.
pub(super) fn longest(bucket: &str, key: &str) -> usize {
    of_upload(bucket, key, "")[0].len() + UPLOAD_ID
}

fn with_key(bucket: &str, key: &str) -> String {
    format!("{}{}", object_prefix(bucket), URL_SAFE_NO_PAD.encode(key))
}

fn object_prefix(bucket: &str) -> String {
    format!(".bucket-{}.object-", URL_SAFE_NO_PAD.encode(bucket))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "11111111-2222-3333-4444-555555555555";

    #[test]
    fn names_are_read_back() {
        for name in of_object("files", "imports/1") {
            assert_eq!(Name::parse("files", &name), Some(Name::Object), "{name}");
        }
        let [metadata, upload] = of_upload("files", "imports/1", ID);
        let expected = Name::Upload { id: ID.to_owned(), key: Some("imports/1".to_owned()) };
        assert_eq!(Name::parse("files", &metadata), Some(expected));
        assert_eq!(metadata.len(), longest("files", "imports/1"));
        for name in [upload, format!(".upload_id-{ID}.part-12")] {
            let expected = Name::Upload { id: ID.to_owned(), key: None };
            assert_eq!(Name::parse("files", &name), Some(expected), "{name}");
        }
    }

    #[test]
    fn other_files_have_no_name() {
        let elsewhere = &of_object("other", "imports/1")[0];
        let files =
            [elsewhere, ".tmp.3.internal.part", "files", ".upload_id-1", ".bucket-1.object-2", "lock"];
        for name in files {
            assert_eq!(Name::parse("files", name), None, "{name}");
        }
    }
}
