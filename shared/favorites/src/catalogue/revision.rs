//! Revisions of the catalogue's items.

use uuid::Uuid;

/// Returns a number that no other call returns, below 2^48, so that it can be counted up from.
///
/// An item that is made again after it was deleted must not get a revision that it had before: a writer that read the old item
/// would take the new one for it.
pub(crate) fn drawn() -> u64 {
    let (_, drawn) = Uuid::now_v7().as_u64_pair();
    drawn & ((1 << 48) - 1)
}
