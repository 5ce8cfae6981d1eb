//! The items of the search index besides the head.

use std::collections::BTreeSet;

use packed_index::{ItemKey, ROOT, StoredItem, WriteNumber};
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
    pub(super) slot: u16,
    pub(super) number: u64,
    #[serde(with = "serde_bytes")]
    pub(super) content: Vec<u8>,
}

/// A part of the directory of a run: the first terms of its blocks. The roots of all runs are neighbors, so
/// one query reads them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = FavoritesTable, name = "SearchDirectory", partition(user_id), sort(part, run))]
pub(crate) struct SearchDirectory {
    pub(super) user_id: UserId,
    pub(super) part: u32,
    pub(super) run: u8,
    pub(super) number: u64,
    #[serde(with = "serde_bytes")]
    pub(super) content: Vec<u8>,
}

/// A block of a run: some terms and their posting lists.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = FavoritesTable, name = "SearchBlock", partition(user_id, run), sort(block))]
pub(crate) struct SearchBlock {
    pub(super) user_id: UserId,
    pub(super) run: u8,
    pub(super) block: u32,
    pub(super) number: u64,
    #[serde(with = "serde_bytes")]
    pub(super) content: Vec<u8>,
}

/// Documents of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = FavoritesTable, name = "SearchDocuments", partition(user_id, run), sort(item))]
pub(crate) struct SearchDocuments {
    pub(super) user_id: UserId,
    pub(super) run: u8,
    pub(super) item: u32,
    pub(super) number: u64,
    #[serde(with = "serde_bytes")]
    pub(super) content: Vec<u8>,
}

/// The keys of items, by the way in which they are read.
#[derive(Default)]
pub(super) struct KeysByKind {
    pub(super) documents: Vec<(ItemKey, SearchDocumentsKey)>,
    pub(super) blocks: Vec<(ItemKey, SearchBlockKey)>,
    pub(super) parts: Vec<(ItemKey, SearchDirectoryKey)>,
    /// The runs whose roots are read.
    pub(super) roots: BTreeSet<u8>,
    pub(super) texts: BTreeSet<u16>,
}

impl KeysByKind {
    pub(super) fn new(user: &UserId, keys: &[ItemKey]) -> Self {
        let mut by_kind = Self::default();
        for name in keys.iter().copied() {
            let user_id = user.clone();
            match name {
                ItemKey::Text { slot } => drop(by_kind.texts.insert(slot)),
                ItemKey::Directory { part: ROOT, run } => drop(by_kind.roots.insert(run)),
                ItemKey::Directory { part, run } => {
                    by_kind.parts.push((name, SearchDirectoryKey { user_id, part, run }));
                }
                ItemKey::Documents { run, item } => {
                    by_kind.documents.push((name, SearchDocumentsKey { user_id, run, item }));
                }
                ItemKey::Block { run, block } => {
                    by_kind.blocks.push((name, SearchBlockKey { user_id, run, block }));
                }
            }
        }
        by_kind
    }
}

/// An item with a number and content.
pub(super) trait Numbered {
    fn key(&self) -> ItemKey;
    fn into_stored(self) -> StoredItem;
}

macro_rules! numbered {
    ($($entity:ident => $kind:ident { $($part:ident),* }),*) => {
        $(impl Numbered for $entity {
            fn key(&self) -> ItemKey {
                ItemKey::$kind { $($part: self.$part),* }
            }

            fn into_stored(self) -> StoredItem {
                StoredItem { number: WriteNumber(self.number), bytes: self.content }
            }
        })*
    };
}

numbered!(
    SearchTextSlot => Text { slot },
    SearchDirectory => Directory { part, run },
    SearchBlock => Block { run, block },
    SearchDocuments => Documents { run, item }
);
