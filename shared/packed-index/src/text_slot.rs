//! Text slots: the newest favorites with their texts, before they are many enough for a run.

use crate::bytes::{Bytes, length, put_number};
use crate::document::{Document, DocumentsError, put_documents, read_documents};
use crate::error::Malformed;

/// The largest number of favorites in a text slot.
pub const FAVORITES_IN_SLOT: usize = 100;
/// The largest length of a slot's texts together, in bytes before compression.
pub const SLOT_TEXT_BYTES: usize = 1 << 20;

/// The first byte of a text slot, which names its form.
const FORM: u8 = 1;
/// The byte after each text. UTF-8 never contains it.
const END: u8 = 0xff;
/// The level from which `miniz_oxide` compresses such short texts no further.
const LEVEL: u8 = 6;

/// A favorite of a text slot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SlotEntry {
    /// The favorite's version.
    pub document: Document,
    /// The folded text. It is empty for a tombstone.
    pub text: String,
}

/// The error for favorites that don't make a text slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SlotError {
    /// There are too many favorites.
    #[error("there are {given} favorites, and a slot has at most {FAVORITES_IN_SLOT}: use several slots")]
    Favorites {
        /// The number of favorites.
        given: usize,
    },
    /// The texts are too long.
    #[error("the texts have {given} bytes, and a slot has at most {SLOT_TEXT_BYTES}: use several slots")]
    Texts {
        /// The length of the texts in bytes.
        given: usize,
    },
    /// The documents are not in order.
    #[error(transparent)]
    Documents(#[from] DocumentsError),
}

/// Returns the stored form of favorites, newest first. The text of a tombstone is left out.
///
/// # Errors
/// [`SlotError`] if there are too many favorites, their texts are too long, or they are not in order.
pub fn slot_to_bytes(entries: &[SlotEntry]) -> Result<Vec<u8>, SlotError> {
    if entries.len() > FAVORITES_IN_SLOT {
        return Err(SlotError::Favorites { given: entries.len() });
    }
    let mut texts = Vec::new();
    for entry in entries.iter().filter(|entry| entry.document.live.is_some()) {
        texts.extend_from_slice(entry.text.as_bytes());
        texts.push(END);
    }
    if texts.len() > SLOT_TEXT_BYTES {
        return Err(SlotError::Texts { given: texts.len() });
    }
    let documents: Vec<Document> = entries.iter().map(|entry| entry.document.clone()).collect();
    let mut bytes = vec![FORM];
    put_documents(&documents, &mut bytes)?;
    put_number(length(texts.len()), &mut bytes);
    bytes.extend(miniz_oxide::deflate::compress_to_vec(&texts, LEVEL));
    Ok(bytes)
}

/// Reads a text slot.
pub fn slot_from_bytes(bytes: &[u8]) -> Result<Vec<SlotEntry>, Malformed> {
    let mut bytes = Bytes::of_form(bytes, FORM)?;
    let documents = read_documents(&mut bytes)?;
    let limit = SLOT_TEXT_BYTES;
    let texts_length = usize::try_from(bytes.number()?).ok().filter(|length| *length <= limit);
    let texts_length = texts_length.ok_or(Malformed::Number { limit: length(limit) })?;
    let texts = miniz_oxide::inflate::decompress_to_vec_with_limit(bytes.rest(), texts_length);
    let texts = texts.ok().filter(|texts| texts.len() == texts_length).ok_or(Malformed::Compression)?;
    let mut texts = texts.split_inclusive(|byte| *byte == END);
    let mut entries = Vec::with_capacity(documents.len());
    for document in documents {
        let text = if document.live.is_some() { text(texts.next())? } else { String::new() };
        entries.push(SlotEntry { document, text });
    }
    if texts.next().is_none() { Ok(entries) } else { Err(Malformed::Count) }
}

fn text(bytes: Option<&[u8]>) -> Result<String, Malformed> {
    let text = bytes.and_then(|bytes| bytes.strip_suffix(&[END])).ok_or(Malformed::Count)?;
    String::from_utf8(text.to_vec()).map_err(|_| Malformed::Compression)
}

#[cfg(test)]
#[path = "text_slot_tests.rs"]
mod tests;
