//! An index in memory, for tests.

use std::collections::BTreeMap;
use std::convert::Infallible;

use super::item::{ItemKey, Items, SetPlace, StoredItem};
use super::state::Run;
use super::terms::{Mention, Terms};
use crate::fence::Fence;
use crate::samples::term;
use crate::search::{FoundBlock, SearchItems};
use crate::term::Term;
use crate::text_slot::SlotEntry;
use crate::write_number::WriteNumber;

/// Items by key.
#[derive(Debug, Clone, Default)]
pub(crate) struct Memory(pub(crate) BTreeMap<ItemKey, StoredItem>);

impl Items for Memory {
    type Error = Infallible;

    async fn read(&self, keys: &[ItemKey]) -> Result<Vec<Option<StoredItem>>, Infallible> {
        Ok(keys.iter().map(|key| self.0.get(key).cloned()).collect())
    }
}

impl SearchItems for Memory {
    type Error = Infallible;

    async fn read(&self, keys: &[(ItemKey, WriteNumber)]) -> Result<Vec<Option<StoredItem>>, Infallible> {
        Ok(keys.iter().map(|(key, _)| self.0.get(key).cloned()).collect())
    }

    /// Returns the result of a query in descending order, with as many items as there are runs.
    async fn blocks(
        &self,
        set: SetPlace,
        fence: &Fence,
        runs: &[Run],
    ) -> Result<Vec<FoundBlock>, Infallible> {
        let first = ItemKey::Block { set, fence: Fence::default(), slot: 0 };
        let last = ItemKey::Block { set, fence: fence.clone(), slot: u8::MAX };
        let blocks = self.0.range(first..=last).rev().filter_map(|(key, item)| match key {
            ItemKey::Block { fence, slot, .. } => {
                Some(FoundBlock { fence: fence.clone(), slot: *slot, item: item.clone() })
            }
            _ => None,
        });
        Ok(blocks.take(runs.len()).collect())
    }
}

/// Terms of favorites whose text is one term.
pub(crate) struct WholeText;

impl Terms for WholeText {
    fn terms(&self, entry: &SlotEntry) -> BTreeMap<Term, Mention> {
        BTreeMap::from([(term(&entry.text), Mention::default())])
    }
}
