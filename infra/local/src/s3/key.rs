//! The keys that can be the path of a file.

use s3s::{S3Result, s3_error};

use super::names;

/// The longest name of a file, in bytes, on the file systems of Linux, macOS and Windows.
pub(super) const MAX_NAME: usize = 255;

/// Refuses keys that S3 accepts and that have no file of their own: `a/../b` would be the file of `b`, and `a//b` that of `a/b`.
pub(super) fn check(bucket: &str, key: &str) -> S3Result<()> {
    let is_name = |part: &str| !matches!(part, "" | "." | "..") && !part.contains(['\0', '\\']);
    if !key.split('/').all(is_name) {
        return Err(s3_error!(
            InvalidArgument,
            "The local service keeps objects as files: between the / of a key there must be names, which are not . or .. \
             and have no \\ and no NUL"
        ));
    }
    let longest = names::longest(bucket, key).max(key.split('/').map(str::len).max().unwrap_or_default());
    if longest > MAX_NAME {
        return Err(s3_error!(
            KeyTooLongError,
            "The local service keeps objects as files, and this key needs a file name of {longest} bytes; {MAX_NAME} are \
             possible. Keys of up to 120 bytes fit"
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUCKET: &str = "files-bucket";

    #[test]
    fn keys_that_are_paths_of_files_are_accepted() {
        let longest = format!("imports/{}", "k".repeat(112));
        assert_eq!(longest.len(), 120, "the message says so");
        for key in ["imports/1", "a", "exports/019a/favorites.html", "imports/..a/.b/c..", &longest] {
            assert!(check(BUCKET, key).is_ok(), "{key}");
        }
    }

    #[test]
    fn keys_without_a_file_of_their_own_are_refused() {
        for key in ["", "a/", "/a", "a//b", "a/../b", "../a", "a/.", "a\\..\\b", "a\0"] {
            let error = check(BUCKET, key).unwrap_err();
            assert_eq!(error.code().as_str(), "InvalidArgument", "{key:?}");
        }
        let error = check(BUCKET, &"k".repeat(124)).unwrap_err();
        assert_eq!(error.code().as_str(), "KeyTooLongError");
    }
}
