//! Reads documents.

use super::form::{EXPIRES, MANY_TAGS, REPLACES, TOMBSTONE};
use super::types::{Document, DocumentType, Live};
use crate::bytes::Bytes;
use crate::error::Malformed;
use crate::numbers::{EpochSeconds, FavoriteId, TagNumber, Version};

/// Reads the number of documents and the documents.
pub(crate) fn read_documents(bytes: &mut Bytes<'_>) -> Result<Vec<Document>, Malformed> {
    let count = bytes.count()?;
    let mut documents = Vec::new();
    let mut previous = None;
    for _ in 0..count {
        let document = read_document(previous, bytes)?;
        previous = Some(document.id);
        documents.push(document);
    }
    Ok(documents)
}

fn read_document(previous: Option<FavoriteId>, bytes: &mut Bytes<'_>) -> Result<Document, Malformed> {
    let marks = bytes.byte()?;
    let halves = usize::from(bytes.byte()?);
    let tags = match halves & MANY_TAGS {
        MANY_TAGS => MANY_TAGS + bytes.count()?,
        few => few,
    };
    let distance =
        bytes.take((halves >> 4) + 1)?.iter().fold(0, |number, byte| number << 8 | u128::from(*byte));
    let id = match previous {
        None => Some(u128::MAX - distance),
        Some(FavoriteId(previous)) => previous.checked_sub(distance).and_then(|id| id.checked_sub(1)),
    };
    let id = FavoriteId(id.ok_or(Malformed::Order)?);
    let version = Version(bytes.number()?);
    let tags = read_tags(tags, bytes)?;
    let expire_time = if marks & EXPIRES == 0 { None } else { Some(EpochSeconds(bytes.number()?)) };
    let replaces_older = marks & REPLACES != 0;
    let live = match marks & !(REPLACES | EXPIRES) {
        TOMBSTONE if tags.is_empty() && expire_time.is_none() => None,
        number => {
            let document_type = DocumentType::new(number);
            let document_type = document_type.ok_or(Malformed::Number { limit: DocumentType::MAX.into() })?;
            Some(Live { document_type, tags, expire_time })
        }
    };
    Ok(Document { id, version, replaces_older, live })
}

fn read_tags(count: usize, bytes: &mut Bytes<'_>) -> Result<Vec<TagNumber>, Malformed> {
    let mut tags = Vec::new();
    let mut next = 0_u64;
    for _ in 0..count {
        let tag = next.checked_add(bytes.number()?).and_then(|tag| u32::try_from(tag).ok());
        let tag = tag.ok_or(Malformed::Number { limit: u32::MAX.into() })?;
        tags.push(TagNumber(tag));
        next = u64::from(tag) + 1;
    }
    Ok(tags)
}
