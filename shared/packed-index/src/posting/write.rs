//! Writes a list in the shorter of two forms.
//!
//! | part | gaps in bytes | gaps in bits |
//! |---|---|---|
//! | header | titles, whether places follow, the number of documents | the same, then a byte for titles and the width of the codes |
//! | documents | the gaps before them, with the bit "in title" if titles are mixed | the same, as Rice codes |
//! | places | those in each document, in bits | the same |
//!
//! Codes of width 0 are a bitmap: a zero for each document without the term, and a one for each with it.

use super::bits::{BitWriter, MAX_WIDTH, code_length};
use super::places::put_places;
use super::{HAS_PLACES, HEADER_BITS, LONG_HEADER, Occurrence, TITLE_BITS, Titles};
use crate::bytes::{length, put_number};

/// Appends a list, which must not be empty and must have its documents in ascending order.
pub(crate) fn put_list(list: &[Occurrence], out: &mut Vec<u8>) {
    if list.is_empty() {
        return;
    }
    let titles = match list.iter().filter(|occurrence| occurrence.posting.in_title).count() {
        0 => Titles::None,
        all if all == list.len() => Titles::All,
        _ => Titles::Mixed,
    };
    let has_places = list.iter().any(|occurrence| !occurrence.places.is_empty());
    let header = (length(list.len()) - 1) << HEADER_BITS | if has_places { HAS_PLACES } else { 0 };
    let gaps = gaps(list);

    let (bytes, bits) = (in_bytes(header, list, &gaps, titles), in_bits(header, list, &gaps, titles));
    out.extend(if bits.len() < bytes.len() { bits } else { bytes });
    if has_places {
        put_places(list.iter().map(|occurrence| occurrence.places), out);
    }
}

/// Returns the number of documents between each document and the one before it.
fn gaps(list: &[Occurrence]) -> Vec<u32> {
    let mut next = 0;
    let documents = list.iter().map(|occurrence| occurrence.posting.document.0);
    documents.map(|document| document - std::mem::replace(&mut next, document + 1)).collect()
}

fn in_bytes(header: u64, list: &[Occurrence], gaps: &[u32], titles: Titles) -> Vec<u8> {
    let mut bytes = Vec::new();
    put_number(header | titles as u64, &mut bytes);
    for (gap, occurrence) in gaps.iter().copied().map(u64::from).zip(list) {
        let in_title = u64::from(occurrence.posting.in_title);
        put_number(if titles == Titles::Mixed { gap << 1 | in_title } else { gap }, &mut bytes);
    }
    bytes
}

fn in_bits(header: u64, list: &[Occurrence], gaps: &[u32], titles: Titles) -> Vec<u8> {
    let bits = |width: u8| gaps.iter().map(|gap| code_length(*gap, width)).sum::<u64>();
    let width = (0..=MAX_WIDTH).min_by_key(|width| bits(*width)).unwrap_or_default();
    let mut bytes = Vec::new();
    put_number(header | LONG_HEADER, &mut bytes);
    bytes.push(titles as u8 | width << TITLE_BITS);
    let mut bits = BitWriter::default();
    for (gap, occurrence) in gaps.iter().zip(list) {
        bits.push_code(*gap, width);
        if titles == Titles::Mixed {
            bits.push(occurrence.posting.in_title);
        }
    }
    bytes.extend(bits.into_bytes());
    bytes
}
