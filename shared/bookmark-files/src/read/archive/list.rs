//! The list of files in a ZIP.

use std::io::{Read, Seek};
use std::sync::Arc;

use zip::ZipArchive;
use zip::read::ZipFile;
use zip::result::ZipError;

use crate::error::{FileError, FileLimit, LimitUnit};
use crate::limits::Limits;
use crate::read::metered::Metered;

/// The limit for reading a ZIP's list of files, enough for about 50,000 files. `zip` reads the whole list at
/// once.
const LIST_BYTES: u64 = 4_000_000;

/// A file in a ZIP.
#[derive(Debug, Clone)]
pub(crate) struct ListedFile {
    pub(crate) name: Arc<str>,
    /// The place of the packed bytes in the ZIP.
    pub(crate) start: u64,
    pub(crate) packed_size: u64,
    pub(crate) deflated: bool,
    /// The checksum of the unpacked bytes.
    pub(crate) crc32: u32,
}

/// The extensions of files that can have bookmarks.
const EXTENSIONS: [&str; 7] = ["csv", "htm", "html", "json", "txt", "xbel", "xml"];

/// Returns the files of a ZIP that can have bookmarks, sorted by name, and the reader.
///
/// Pocket's ZIP has bookmarks in `part_000000.csv` and so on. Its other files have annotations and are left
/// out.
pub(crate) fn list_files<R: Read + Seek>(
    reader: R,
    limits: Limits,
) -> Result<(Vec<ListedFile>, R), FileError> {
    let limit = FileLimit { unit: LimitUnit::ArchiveIndexBytes, limit: LIST_BYTES };
    let reader = Metered::new(reader, LIST_BYTES, limit);
    let mut archive = ZipArchive::new(reader).map_err(zip_error)?;
    if archive.len() > limits.archive_files {
        return Err(FileLimit::new(LimitUnit::ArchiveFiles, limits.archive_files).into());
    }
    let mut files = Vec::new();
    for index in 0..archive.len() {
        let file = archive.by_index_raw(index).map_err(zip_error)?;
        let name = String::from_utf8_lossy(file.name_raw());
        if file.is_file() && can_have_bookmarks(&name) {
            files.push(listed(&file, &name)?);
        }
    }
    files.sort_by(|a, b| a.name.cmp(&b.name));
    if files.iter().any(|file| is_of_pocket(&file.name)) {
        files.retain(|file| is_of_pocket(&file.name));
    }
    Ok((files, archive.into_inner().into_inner()))
}

fn can_have_bookmarks(name: &str) -> bool {
    // macOS adds a file with attributes for each file.
    !name.starts_with("__MACOSX/") && EXTENSIONS.contains(&extension(name).as_str())
}

/// Returns the extension of a file's name in lower case, or an empty text.
pub(crate) fn extension(name: &str) -> String {
    name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase()).unwrap_or_default()
}

/// Returns whether a file in a ZIP has bookmarks of Pocket, by its name.
pub(crate) fn is_of_pocket(name: &str) -> bool {
    let name = name.rsplit('/').next().unwrap_or(name);
    name.strip_suffix(".csv").is_some_and(|stem| stem.starts_with("part_"))
}

fn listed<R: Read>(file: &ZipFile<'_, R>, name: &str) -> Result<ListedFile, FileError> {
    use zip::CompressionMethod;

    let method = file.compression();
    let known = matches!(method, CompressionMethod::Stored | CompressionMethod::Deflated);
    let (Some(start), true, false) = (file.data_start(), known, file.encrypted()) else {
        let problem = format!("{name:?} is encrypted or compressed with {method}");
        return Err(FileError::Archive(problem.into()));
    };
    Ok(ListedFile {
        name: name.into(),
        start,
        packed_size: file.compressed_size(),
        deflated: method == CompressionMethod::Deflated,
        crc32: file.crc32(),
    })
}

fn zip_error(error: ZipError) -> FileError {
    match error {
        ZipError::Io(error) if FileLimit::in_io(&error).is_some() => error.into(),
        error => FileError::Archive(Box::new(error)),
    }
}
