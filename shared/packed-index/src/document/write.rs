//! Writes documents.

use std::collections::BTreeSet;

use super::form::{EXPIRES, MANY_TAGS, REPLACES, TOMBSTONE};
use super::types::{Document, Live};
use crate::bytes::{length, put_number};
use crate::numbers::{FavoriteId, TagNumber};

/// The error for documents that can't be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DocumentsError {
    /// An id is not lower than the one before it.
    #[error("the id {:032x} is not lower than the one before it", .0.0)]
    Order(FavoriteId),
    /// The tags of a document are not in ascending order.
    #[error("the tags of the favorite {:032x} are not in ascending order", .0.0)]
    Tags(FavoriteId),
}

/// Appends the number of documents, their tags and the documents.
pub(crate) fn put_documents(documents: &[Document], out: &mut Vec<u8>) -> Result<(), DocumentsError> {
    put_number(length(documents.len()), out);
    let listed = listed_tags(documents);
    put_number(length(listed.len()), out);
    for TagNumber(tag) in &listed {
        out.extend_from_slice(&tag.to_be_bytes());
    }
    let mut previous = None;
    for document in documents {
        let distance = match previous {
            None => Some(u128::MAX - document.id.0),
            Some(FavoriteId(previous)) => {
                document.id.0.checked_add(1).and_then(|id| previous.checked_sub(id))
            }
        };
        let distance = distance.ok_or(DocumentsError::Order(document.id))?;
        previous = Some(document.id);
        put_document(document, distance, &listed, out)?;
    }
    Ok(())
}

/// Returns the tags of all documents in ascending order.
fn listed_tags(documents: &[Document]) -> Vec<TagNumber> {
    let tags = documents.iter().filter_map(|document| document.live.as_ref()).flat_map(|live| &live.tags);
    tags.copied().collect::<BTreeSet<_>>().into_iter().collect()
}

fn put_document(
    document: &Document,
    distance: u128,
    listed: &[TagNumber],
    out: &mut Vec<u8>,
) -> Result<(), DocumentsError> {
    let live = document.live.as_ref();
    let replaces = if document.replaces_older { REPLACES } else { 0 };
    let expires = if live.is_some_and(|live| live.expire_time.is_some()) { EXPIRES } else { 0 };
    out.push(live.map_or(TOMBSTONE, |live| live.document_type.get()) | replaces | expires);

    let tags = live.map_or(&[][..], |live| &live.tags);
    if !tags.is_sorted_by(|one, other| one < other) {
        return Err(DocumentsError::Tags(document.id));
    }
    let distance = distance.to_be_bytes();
    // A distance takes at least one byte, so the half byte is its length minus one.
    let zeros = distance.iter().take(distance.len() - 1).take_while(|byte| **byte == 0).count();
    let halves = (distance.len() - zeros - 1) << 4 | tags.len().min(MANY_TAGS);
    out.push(u8::try_from(halves).expect("two halves of a byte are a byte"));
    if tags.len() >= MANY_TAGS {
        put_number(length(tags.len() - MANY_TAGS), out);
    }
    out.extend_from_slice(&distance[zeros..]);
    put_number(document.version.0, out);
    let mut next = 0;
    for tag in tags {
        // All tags of all documents are listed, and these are in ascending order.
        let place = listed.partition_point(|listed| listed < tag);
        put_number(length(place - next), out);
        next = place + 1;
    }
    if let Some(Live { expire_time: Some(time), .. }) = live {
        put_number(time.0, out);
    }
    Ok(())
}
