//! Signatures: what tells of many segments at once what they do not have, so that a search need not read them.
//!
//! A search for a rare word would read the whole catalogue. So for every eight segments, but for the newest ones, there is an item
//! of a tenth of their bytes: a Bloom filter of the [tokens](crate::search_text::Token) of their texts. Where it lacks one that a
//! term needs, the term stands in none of them. Where it has all, the segments are read and looked through as ever.
//!
//! # Why it hides nothing
//!
//! Signatures cost no change anything. They are made by reconciliation, in rounds, and the head notes what they do not tell of:
//!
//! - Whatever comes to a segment leaves the journal with a put of the head, or is new with one. That put notes the ids, and a search
//!   reads what they belong to. Until then, the journal has it.
//! - A round that was left half done is not trusted, nor what it may still put: the next one makes all signatures anew.
//! - A round first has the head say that it began, and then reads the segments. So what was noted before is in the segments that it
//!   reads, and what is noted later stays noted when it ends.
//! - Each signature is put on the condition that it is still as it was read, before the segments were. So none is put in place of
//!   one that was made from later segments.
//! - A search reads the head before the signatures. A signature that is later than the head lacks only what has gone since. (Searches
//!   read eventually consistently. So what came to a segment shortly before a round may be missed for the moment in which a
//!   replica is behind with the signature and not with the head.)
//!
//! A signature speaks of ids and not of segments, so segments may be cut, and go, at any time.

mod bits;
mod groups;
mod round;

use serde::{Deserialize, Serialize};
use single_table::Entity;

use crate::catalogue::{Signed, drawn};
use crate::ids::{DataId, UserId};
use crate::search_text::Token;
use crate::table::FavoritesTable;
use bits::Bits;

/// What the segments of some ids have. See the [module](self).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = FavoritesTable, name = "CatalogueSignature", partition(user_id), sort(first_id), version(revision))]
pub(crate) struct Signature {
    pub(crate) user_id: UserId,
    /// The first of the ids.
    pub(crate) first_id: DataId,
    /// The first id that is beyond them.
    pub(crate) end_id: DataId,
    /// How many segments they were in.
    pub(crate) segments: u32,
    /// Which signatures it belongs to: see [`Signed`].
    generation: u64,
    pub(crate) revision: u64,
    #[serde(with = "serde_bytes")]
    bits: Vec<u8>,
}

impl Signature {
    /// Whether the segments may have all of these. It is so where the signature is out of date, or in a form that is not known here.
    pub(crate) fn may_have(&self, tokens: &[Token], signed: &Signed) -> bool {
        !self.tells(signed)
            || Bits::read(&self.bits).is_none_or(|bits| tokens.iter().all(|token| bits.has(*token)))
    }

    /// Whether it tells of all that its segments have.
    fn tells(&self, signed: &Signed) -> bool {
        signed.tells_of(self.generation, self.first_id, self.end_id) && Bits::read(&self.bits).is_some()
    }
}
