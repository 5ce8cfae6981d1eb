//! The items of the search index besides the head.

use packed_index::{Chunk, Fence, ItemKey, SetPlace, StoredItem, Term, WriteNumber};
use serde::{Deserialize, Serialize};
use single_table::Entity;

use crate::model::ids::UserId;
use crate::table::FavoritesTable;

/// A text slot: new versions of some favorites with their compressed texts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = FavoritesTable, name = "SearchText", partition(user_id), sort(slot))]
pub(crate) struct SearchTextSlot {
    pub(super) user_id: UserId,
    pub(super) slot: u8,
    pub(super) number: u64,
    #[serde(with = "serde_bytes")]
    pub(super) content: Vec<u8>,
}

/// A block of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(
    table = FavoritesTable, name = "SearchBlock", partition(user_id, tier), sort(generation, term, chunk, slot)
)]
pub(crate) struct SearchBlock {
    pub(super) user_id: UserId,
    pub(super) tier: u8,
    pub(super) generation: u32,
    pub(super) term: String,
    pub(super) chunk: u16,
    pub(super) slot: u8,
    pub(super) number: u64,
    #[serde(with = "serde_bytes")]
    pub(super) content: Vec<u8>,
}

/// Documents of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(
    table = FavoritesTable, name = "SearchDocuments", partition(user_id, tier), sort(generation, slot, item)
)]
pub(crate) struct SearchDocuments {
    pub(super) user_id: UserId,
    pub(super) tier: u8,
    pub(super) generation: u32,
    pub(super) slot: u8,
    pub(super) item: u32,
    pub(super) number: u64,
    #[serde(with = "serde_bytes")]
    pub(super) content: Vec<u8>,
}

/// A part of the merge map with which a run was made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = FavoritesTable, name = "SearchMap", partition(user_id, tier), sort(generation, slot, part))]
pub(crate) struct SearchMap {
    pub(super) user_id: UserId,
    pub(super) tier: u8,
    pub(super) generation: u32,
    pub(super) slot: u8,
    pub(super) part: u32,
    pub(super) number: u64,
    #[serde(with = "serde_bytes")]
    pub(super) content: Vec<u8>,
}

/// A part of the fences of a set of runs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = FavoritesTable, name = "SearchFences", partition(user_id, tier), sort(generation, part))]
pub(crate) struct SearchFences {
    pub(super) user_id: UserId,
    pub(super) tier: u8,
    pub(super) generation: u32,
    pub(super) part: u32,
    pub(super) number: u64,
    #[serde(with = "serde_bytes")]
    pub(super) content: Vec<u8>,
}

/// The keys of items, by the way in which they are read.
#[derive(Default)]
pub(super) struct KeysByKind {
    pub(super) documents: Vec<(ItemKey, SearchDocumentsKey)>,
    pub(super) blocks: Vec<(ItemKey, SearchBlockKey)>,
    /// Keys of items that are mostly read several in a row.
    pub(super) in_series: Vec<ItemKey>,
}

impl KeysByKind {
    pub(super) fn new(user: &UserId, keys: &[ItemKey]) -> Self {
        let mut by_kind = Self::default();
        for name in keys.iter().cloned() {
            let user_id = user.clone();
            match &name {
                ItemKey::Text { .. } | ItemKey::Map { .. } | ItemKey::Fences { .. } => {
                    by_kind.in_series.push(name);
                }
                ItemKey::Documents { set: SetPlace { tier, generation }, slot, item } => {
                    let (tier, generation, slot, item) = (*tier, *generation, *slot, *item);
                    let key = SearchDocumentsKey { user_id, tier, generation, slot, item };
                    by_kind.documents.push((name, key));
                }
                ItemKey::Block { set: SetPlace { tier, generation }, fence, slot } => {
                    let (tier, generation, slot) = (*tier, *generation, *slot);
                    let (term, chunk) = (text_of(&fence.term), fence.chunk.0);
                    let key = SearchBlockKey { user_id, tier, generation, term, chunk, slot };
                    by_kind.blocks.push((name, key));
                }
            }
        }
        by_kind
    }
}

/// Returns a term as the text of a key. All terms are made from text.
pub(super) fn text_of(term: &Term) -> String {
    String::from_utf8_lossy(term.as_bytes()).into_owned()
}

impl SearchBlock {
    /// Returns the fence in the key. The term was at most as long when the key was made.
    pub(super) fn fence(&self) -> Option<Fence> {
        Some(Fence { term: Term::new(self.term.as_str()).ok()?, chunk: Chunk(self.chunk) })
    }
}

/// An item with a number and content.
pub(super) trait Numbered {
    fn into_stored(self) -> StoredItem;
}

macro_rules! numbered {
    ($($entity:ty),*) => {
        $(impl Numbered for $entity {
            fn into_stored(self) -> StoredItem {
                StoredItem { number: WriteNumber(self.number), bytes: self.content }
            }
        })*
    };
}

numbered!(SearchTextSlot, SearchBlock, SearchDocuments, SearchMap, SearchFences);
