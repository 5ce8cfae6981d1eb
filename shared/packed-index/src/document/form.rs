//! The form of stored documents: the number of documents, the tags of all of them in ascending order, and the documents. The tags are
//! listed once, because the number of a tag is half as long as the rest of a document.
//!
//! The form of a document: a byte for type and marks, a byte for the length of the id's distance and the number of tags, the
//! distance, the version, the places of the tags in the list as distances, and the expiry time if there is one. Ids begin with a
//! time, so the distance of two ids is some bytes shorter than an id.

/// The value of the half byte for the type that says that the document is a tombstone.
pub(super) const TOMBSTONE: u8 = 15;
/// The mark for an older version in an older run.
pub(super) const REPLACES: u8 = 0x10;
/// The mark for an expiry time.
pub(super) const EXPIRES: u8 = 0x20;
/// The value of the half byte for the number of tags that says that there are more, and that the rest of the number follows.
pub(super) const MANY_TAGS: usize = 15;
