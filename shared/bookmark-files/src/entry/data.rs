//! An entry of a file.

use std::collections::BTreeSet;

use crate::entry::remark::Remark;
use crate::entry::timestamp::Timestamp;

/// The names of the folders that an entry lies in, from the outermost to the innermost.
pub type FolderPath = Vec<String>;

/// One bookmark of a file, as the file has it.
///
/// Texts are trimmed, and an empty text is `None`. Addresses are not checked: they can be bookmarklets
/// (`javascript:`), queries of a browser (`place:`) or anything else that a user could save.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Entry {
    /// The address as in the file. An entry has an address or a [text](Self::text).
    pub url: Option<String>,
    /// The title.
    pub title: Option<String>,
    /// The text that the user wrote about the address. Line breaks are kept.
    pub note: Option<String>,
    /// The text about the address that the service took from the page.
    pub excerpt: Option<String>,
    /// The text of an entry without an address, such as a text bookmark of Karakeep.
    pub text: Option<String>,
    /// The time at which the user saved the entry, or last changed it if the file has no other time.
    pub created: Option<Timestamp>,
    /// The time at which the user last changed the entry.
    pub modified: Option<Timestamp>,
    /// The tags as in the file, in its order, without empty ones and duplicates.
    pub tags: Vec<String>,
    /// The folders that the entry lies in. Only Karakeep puts an entry into more than one.
    pub folders: Vec<FolderPath>,
    /// The address of the cover picture.
    pub cover: Option<String>,
    /// The kind of the entry in the service that wrote the file with
    /// [`NetscapeWriter`](crate::NetscapeWriter) or [`CsvWriter`](crate::CsvWriter), such as `image`. Files
    /// of other services have none.
    pub kind: Option<String>,
    /// The id of the entry in the service that wrote the file. Only files that have a [`kind`](Self::kind)
    /// have one.
    pub id: Option<String>,
    /// The states that the file gives the entry.
    pub flags: BTreeSet<Flag>,
    /// The parts of the entry that could not be read.
    pub remarks: Vec<Remark>,
}

/// A state that a file can give an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Flag {
    /// The user has not read the page yet.
    Unread,
    /// The user put the entry away.
    Archived,
    /// The user marked the entry as a favorite, as important, or pinned it.
    Favorite,
    /// The user shares the entry with nobody.
    Private,
}
