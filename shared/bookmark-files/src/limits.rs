//! The limits that bound the memory and the work of reading a file.

/// Limits of one file, for [`Bookmarks::open`](crate::Bookmarks::open).
///
/// Each limit is the largest allowed value. A file over [`file_bytes`](Self::file_bytes),
/// [`entries`](Self::entries), [`entry_bytes`](Self::entry_bytes), [`depth`](Self::depth),
/// [`archive_files`](Self::archive_files), [`columns`](Self::columns) or [`folder_bytes`](Self::folder_bytes)
/// ends with [`FileError::Limit`](crate::FileError::Limit). An entry over [`text_bytes`](Self::text_bytes) or
/// [`tags`](Self::tags) loses only the excess, with a [`Remark`](crate::Remark).
///
/// ```
/// let limits = bookmark_files::Limits { entries: 10_000, ..Default::default() };
/// assert_eq!(limits.file_bytes, 200_000_000);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of the file, or of all files in a ZIP together after unpacking. 200,000,000 by default.
    pub file_bytes: u64,
    /// Rows of the file. 500,000 by default.
    pub entries: u64,
    /// Bytes of UTF-8 text from one entry to the next, which bounds the time until the next entry. Readers
    /// count whole buffers, so an entry of up to 131,072 bytes more may pass. 10,000,000 by default.
    pub entry_bytes: u64,
    /// Bytes of one text of an entry, such as a title, an address, all tags of an HTML or CSV entry, or all
    /// names of its folders with one byte more per name. 65,536 by default. A longer name in a JSON object
    /// ends the file.
    pub text_bytes: usize,
    /// Tags of one entry, without duplicates. 1,000 by default.
    pub tags: usize,
    /// Levels of nested folders, JSON arrays and objects, or XML elements. 128 by default.
    pub depth: usize,
    /// Files in a ZIP, with and without bookmarks. 10,000 by default.
    pub archive_files: usize,
    /// Columns of a CSV file. 64 by default.
    pub columns: usize,
    /// Bytes of all names and ids of the folders of a Karakeep or Linkwarden file, with 64 bytes more per
    /// folder, and of the ids of the pinned links of a Linkwarden file. They are held in memory. 16,000,000
    /// by default.
    pub folder_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            file_bytes: 200_000_000,
            entries: 500_000,
            entry_bytes: 10_000_000,
            text_bytes: 65_536,
            tags: 1_000,
            depth: 128,
            archive_files: 10_000,
            columns: 64,
            folder_bytes: 16_000_000,
        }
    }
}
