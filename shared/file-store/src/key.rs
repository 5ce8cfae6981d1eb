//! The keys of files.

use std::fmt;

use crate::error::Error;

/// The key of a file in a bucket: segments with `/` between them.
///
/// A segment has letters, digits, `-` and `_` of ASCII only. So it is the same in a URL, and no key leaves the bucket, as `..` would.
///
/// ```
/// use file_store::FileKey;
///
/// assert_eq!(FileKey::new(["imports", "0195-a3"]).unwrap().as_str(), "imports/0195-a3");
/// assert!(FileKey::new(["imports", ".."]).is_err());
/// assert!(FileKey::new(["imports", ""]).is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileKey(String);

impl FileKey {
    /// Joins segments to a key.
    ///
    /// # Errors
    /// [`Error::Key`] for a segment that is empty or has other characters.
    pub fn new<'a>(segments: impl IntoIterator<Item = &'a str>) -> Result<Self, Error> {
        let mut key = String::new();
        for segment in segments {
            let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
            if segment.is_empty() || !segment.bytes().all(is_plain) {
                return Err(Error::Key(segment.to_owned()));
            }
            if !key.is_empty() {
                key.push('/');
            }
            key.push_str(segment);
        }
        if key.is_empty() { Err(Error::Key(key)) } else { Ok(Self(key)) }
    }

    /// Returns the key.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for FileKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
