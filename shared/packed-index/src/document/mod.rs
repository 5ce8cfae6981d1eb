//! Documents: the versions of favorites that a run contains, newest first.

mod form;
mod read;
mod types;
mod write;

pub(crate) use read::read_documents;
pub use types::{Document, DocumentType, Live};
pub use write::DocumentsError;
pub(crate) use write::put_documents;

use crate::bytes::Bytes;
use crate::error::Malformed;

/// The number of documents in an item, except in the last one of a run. With two tags or so of 300, these documents
/// take less than 4 KB, which is half a unit of an eventually consistent read.
pub const DOCUMENTS_IN_ITEM: u32 = 128;

/// The first byte of an item of documents, which names its form.
const FORM: u8 = 1;

/// Returns the stored form of an item of documents.
///
/// # Errors
/// [`DocumentsError`] if ids are not in descending order, or tags not in ascending order.
pub fn documents_to_bytes(documents: &[Document]) -> Result<Vec<u8>, DocumentsError> {
    let mut bytes = vec![FORM];
    put_documents(documents, &mut bytes)?;
    Ok(bytes)
}

/// Reads an item of documents.
pub fn documents_from_bytes(bytes: &[u8]) -> Result<Vec<Document>, Malformed> {
    let mut bytes = Bytes::of_form(bytes, FORM)?;
    let documents = read_documents(&mut bytes)?;
    if bytes.is_empty() { Ok(documents) } else { Err(Malformed::Count) }
}

#[cfg(test)]
mod tests;
