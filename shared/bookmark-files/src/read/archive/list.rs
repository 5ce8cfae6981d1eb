//! The list of files in a ZIP.

use std::io::{Read, Seek};
use std::sync::Arc;

use zip::ZipArchive;
use zip::read::ZipFile;
use zip::result::ZipError;

use crate::error::{FileError, FileLimit, LimitUnit};
use crate::limits::Limits;
use crate::read::metered::Metered;

/// The bytes that may be read to find the files in a ZIP: the list of about 50,000 files. `zip` reads the list at once.
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

/// Returns the files of a ZIP with bookmarks in the order of their names, and the reader.
pub(crate) fn list_files<R: Read + Seek>(
    reader: R,
    limits: Limits,
    is_wanted: fn(&str) -> bool,
) -> Result<(Vec<ListedFile>, R), FileError> {
    let reader =
        Metered::new(reader, LIST_BYTES, FileLimit { unit: LimitUnit::ArchiveIndexBytes, limit: LIST_BYTES });
    let mut archive = ZipArchive::new(reader).map_err(zip_error)?;
    if archive.len() > limits.archive_files {
        return Err(FileLimit::new(LimitUnit::ArchiveFiles, limits.archive_files).into());
    }
    let mut files = Vec::new();
    for index in 0..archive.len() {
        let file = archive.by_index_raw(index).map_err(zip_error)?;
        let name = String::from_utf8_lossy(file.name_raw());
        if file.is_file() && is_wanted(&name) {
            files.push(listed(&file, &name)?);
        }
    }
    files.sort_by(|a, b| a.name.cmp(&b.name));
    Ok((files, archive.into_inner().into_inner()))
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
