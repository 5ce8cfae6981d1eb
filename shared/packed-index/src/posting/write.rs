//! Writes a list as differences or as a bitmap, whichever is shorter.
//!
//! | part | differences | bitmap |
//! |---|---|---|
//! | header | titles, whether positions follow, number of documents | the same; then titles in a byte |
//! | documents | the first; then the gaps, each with its bit "in title" if titles are mixed | the first, the length in bytes, a bit for each document from the first on |
//! | titles | | if they are mixed, a bit for each document of the list |
//! | positions | a list for each document | the same |

use super::positions::put_positions;
use super::{BITMAP, HAS_POSITIONS, HEADER_BITS, Occurrence, Posting, Titles};
use crate::bytes::{length, put_number};

/// Appends a list, which must not be empty and must have its documents in ascending order.
pub(crate) fn put_list(list: &[Occurrence], out: &mut Vec<u8>) {
    let (Some(newest), Some(oldest)) = (list.first(), list.last()) else { return };
    let (first, span) = (newest.posting.document.0, oldest.posting.document.0 - newest.posting.document.0);
    let titles = match list.iter().filter(|occurrence| occurrence.posting.in_title).count() {
        0 => Titles::None,
        all if all == list.len() => Titles::All,
        _ => Titles::Mixed,
    };
    let has_positions = list.iter().any(|occurrence| !occurrence.positions.is_empty());
    let header = (length(list.len()) - 1) << HEADER_BITS | if has_positions { HAS_POSITIONS } else { 0 };

    let documents = out.len();
    put_number(header | titles as u64, out);
    put_differences(list, titles, out);
    // Each document takes a byte at least as a difference.
    if length(list.len()) > u64::from(span) / 8 {
        let mut bitmap = Vec::new();
        put_number(header | BITMAP, &mut bitmap);
        bitmap.push(titles as u8);
        put_number(first, &mut bitmap);
        let bits = bits(list.iter().map(|occurrence| occurrence.posting.document.0 - first));
        put_number(length(bits.len()), &mut bitmap);
        bitmap.extend(bits);
        if titles == Titles::Mixed {
            let titles = (0..).zip(list).filter(|(_, occurrence)| occurrence.posting.in_title);
            let mut bits = self::bits(titles.map(|(index, _)| index));
            bits.resize(list.len().div_ceil(8), 0);
            bitmap.extend(bits);
        }
        if bitmap.len() < out.len() - documents {
            out.truncate(documents);
            out.extend(bitmap);
        }
    }
    if has_positions {
        for occurrence in list {
            put_positions(&occurrence.positions, out);
        }
    }
}

fn put_differences(list: &[Occurrence], titles: Titles, out: &mut Vec<u8>) {
    let mut next = 0;
    for Occurrence { posting: Posting { document, in_title }, .. } in list {
        let gap = u64::from(document.0 - next);
        put_number(if titles == Titles::Mixed { gap << 1 | u64::from(*in_title) } else { gap }, out);
        next = document.0 + 1;
    }
}

/// Returns bytes in which these bits are set, the lowest bit of a byte first.
fn bits(ones: impl Iterator<Item = u32>) -> Vec<u8> {
    let mut bits = Vec::new();
    for one in ones {
        let byte = usize::try_from(one / 8).expect("a run's documents fit into memory");
        if bits.len() <= byte {
            bits.resize(byte + 1, 0);
        }
        bits[byte] |= 1 << (one % 8);
    }
    bits
}
