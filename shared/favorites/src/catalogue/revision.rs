//! Revisions of the catalogue's items.

use uuid::Uuid;

/// The lowest number that is drawn. It is odd, and so are all others.
const LEAST: u64 = 100_000_000_000_001;

/// Returns a number that no other call returns, below 2^50, so that it can be counted up from.
///
/// All of these numbers have 15 digits, and the last digit is not 0, so DynamoDB counts the same number of bytes for each of them (see
/// "DynamoDB item sizes and formats" in the developer guide). Otherwise the size of an item would depend on chance.
///
/// An item that is made again after it was deleted must not get a revision that it had before: a writer that read the old item
/// would take the new one for it.
pub(crate) fn drawn() -> u64 {
    let (_, random) = Uuid::now_v7().as_u64_pair();
    LEAST + 2 * (random & ((1 << 48) - 1))
}
