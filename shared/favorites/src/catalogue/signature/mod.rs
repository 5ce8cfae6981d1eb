//! Signatures show a search which segments can't match, so that it does not have to read them.
//!
//! Without signatures, a search for a rare word would read the whole catalogue. So every eight segments, except for the newest
//! ones, share an item of a tenth of their size: a Bloom filter of the [tokens](crate::search_text::Token) of their texts. If it
//! lacks a token of a term, the term does not match in any of these segments. If it has all tokens, the search reads the
//! segments.
//!
//! # Signatures never hide a match
//!
//! Changes don't update signatures. Reconciliation makes them in rounds, and the head notes the ranges in which they are out of
//! date:
//!
//! - An entry gets into a segment together with a put of the head, either from the journal or directly. That put notes the
//!   entry's id, so a search then reads the segment regardless of its signature. As long as the entry is in the journal, every
//!   search reads it there.
//! - An interrupted round is not trusted, and neither are signatures that it may still put: the next round makes all signatures
//!   again.
//! - A round first notes in the head that it began, and then reads the segments. So the segments contain all entries noted
//!   before, and entries noted later stay noted when the round ends.
//! - A round puts a signature on the condition that the stored one has not changed since the round read it, which was before it
//!   read the segments. So a signature never replaces one that was made from newer segments.
//! - A search reads the head before the signatures. A signature that is newer than the head lacks only entries that were removed
//!   in the meantime. (Searches use eventually consistent reads. If a replica has the new head and an old signature, a search can
//!   miss an entry that moved into a segment shortly before the round. This lasts until the replica has caught up.)
//!
//! A signature covers a range of ids and not certain segments, so segments may be split and removed at any time.

mod bits;
pub(crate) mod coverage;
mod groups;
mod round;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use single_table::Entity;

use crate::catalogue::signature::coverage::Coverage;
use crate::model::ids::{DataId, UserId};
use crate::search_text::Token;
use crate::table::FavoritesTable;
use bits::Bits;

/// Sets of tokens. A text that matches contains one of the sets.
pub(crate) type Alternatives = Vec<BTreeSet<Token>>;

/// The signature of the segments in a range of ids. See the [module](self).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = FavoritesTable, name = "CatalogueSignature", partition(user_id), sort(first_id), version(revision))]
pub(crate) struct Signature {
    pub(crate) user_id: UserId,
    /// The first id of the range.
    pub(crate) first_id: DataId,
    /// The first id after the range.
    pub(crate) end_id: DataId,
    /// The number of segments in the range at the time of the round.
    pub(crate) segments: u32,
    /// The generation of signatures to which it belongs: see [`Coverage`].
    generation: u64,
    pub(crate) revision: u64,
    #[serde(with = "serde_bytes")]
    bits: Vec<u8>,
}

impl Signature {
    /// Returns true if the segments may contain, of each of `wanted`, all tokens of one alternative. Also returns true if the
    /// signature is out of date or has an unknown format.
    pub(crate) fn may_have(&self, wanted: &[Alternatives], signed: &Coverage) -> bool {
        let may_have = |bits: Bits<'_>| {
            let has_all = |tokens: &BTreeSet<Token>| tokens.iter().all(|token| bits.has(*token));
            wanted.iter().all(|alternatives| alternatives.iter().any(has_all))
        };
        !self.tells(signed) || Bits::read(&self.bits).is_none_or(may_have)
    }

    /// Returns the approximate bytes of the item.
    pub(crate) fn bytes(&self) -> usize {
        self.bits.len()
    }

    /// Returns the signature without its set, for plans: the sets of a large library would fill the memory. One that can't be read
    /// stays so.
    fn without_bits(self) -> Self {
        let bits = if Bits::read(&self.bits).is_some() { Bits::pack(&BTreeSet::new()) } else { Vec::new() };
        Self { bits, ..self }
    }

    /// Returns true if the signature is up to date and readable.
    fn tells(&self, signed: &Coverage) -> bool {
        signed.tells_of(self.generation, self.first_id, self.end_id) && Bits::read(&self.bits).is_some()
    }
}
