//! Reads documents.

use super::form::{EXPIRES, MANY_TAGS, REPLACES, TOMBSTONE};
use super::types::{Document, DocumentType, Live};
use crate::bytes::{Bytes, length};
use crate::error::Malformed;
use crate::numbers::{EpochSeconds, FavoriteId, TagNumber, Version};

/// Reads the number of documents, their tags and the documents.
pub(crate) fn read_documents(bytes: &mut Bytes<'_>) -> Result<Vec<Document>, Malformed> {
    let count = bytes.count()?;
    let listed = read_listed_tags(bytes)?;
    let mut documents = Vec::new();
    let mut previous = None;
    for _ in 0..count {
        let document = read_document(previous, &listed, bytes)?;
        previous = Some(document.id);
        documents.push(document);
    }
    Ok(documents)
}

fn read_listed_tags(bytes: &mut Bytes<'_>) -> Result<Vec<TagNumber>, Malformed> {
    let count = bytes.count()?;
    let mut listed = Vec::new();
    for _ in 0..count {
        let tag = bytes.take(size_of::<u64>())?.iter().fold(0, |number, byte| number << 8 | u64::from(*byte));
        listed.push(TagNumber(tag));
    }
    if listed.is_sorted_by(|one, other| one < other) { Ok(listed) } else { Err(Malformed::Order) }
}

fn read_document(
    previous: Option<FavoriteId>,
    listed: &[TagNumber],
    bytes: &mut Bytes<'_>,
) -> Result<Document, Malformed> {
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
    let tags = read_tags(tags, listed, bytes)?;
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

fn read_tags(count: usize, listed: &[TagNumber], bytes: &mut Bytes<'_>) -> Result<Vec<TagNumber>, Malformed> {
    let (mut tags, mut rest) = (Vec::new(), listed);
    for _ in 0..count {
        let place = usize::try_from(bytes.number()?).ok().filter(|place| *place < rest.len());
        let place = place.ok_or(Malformed::Number { limit: length(listed.len()) })?;
        tags.push(rest[place]);
        rest = &rest[place + 1..];
    }
    Ok(tags)
}
