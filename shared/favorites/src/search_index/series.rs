//! Reads of series of items, each with one query. A query rounds up the sum of its items' sizes, and a batch read the size of each.

use packed_index::{ItemKey, SetPlace, StoredItem};
use single_table::Query;
use single_table::query::SomeSortKeys;
use single_table::view::{ConsistentView, View};

use super::items::{Numbered, SearchFencesItems, SearchMapItems, SearchTextSlotItems};
use super::user_items::UserItems;
use crate::error::Error;
use crate::table::FavoritesTable;

impl UserItems<'_> {
    /// Reads the items from the first key to the last one of a series.
    pub(super) async fn between(
        &self,
        (first, last): (&ItemKey, &ItemKey),
        consistent: bool,
    ) -> Result<Vec<(ItemKey, StoredItem)>, Error> {
        let user = || self.user.clone();
        match (first.clone(), last) {
            (ItemKey::Text { slot: first }, ItemKey::Text { slot: last }) => {
                let query = SearchTextSlotItems::query(user()).between(&(first,), &(*last,));
                self.all(query, consistent, |item| ItemKey::Text { slot: item.slot }).await
            }
            (ItemKey::Map { set, slot, part: first }, ItemKey::Map { part: last, .. }) => {
                let SetPlace { tier, generation } = set;
                let ends = ((generation, slot, first), (generation, slot, *last));
                let query = SearchMapItems::query(user(), tier).between(&ends.0, &ends.1);
                self.all(query, consistent, |item| ItemKey::Map { set, slot, part: item.part }).await
            }
            (ItemKey::Fences { set, part: first }, ItemKey::Fences { part: last, .. }) => {
                let SetPlace { tier, generation } = set;
                let query = SearchFencesItems::query(user(), tier)
                    .between(&(generation, first), &(generation, *last));
                self.all(query, consistent, |item| ItemKey::Fences { set, part: item.part }).await
            }
            // Other items are in no series.
            _ => Ok(Vec::new()),
        }
    }

    async fn all<V>(
        &self,
        query: Query<V, SomeSortKeys>,
        consistent: bool,
        key: impl Fn(&V::Item) -> ItemKey,
    ) -> Result<Vec<(ItemKey, StoredItem)>, Error>
    where
        V: View<Table = FavoritesTable> + ConsistentView,
        V::Item: Numbered,
    {
        let query = if consistent { query.consistent() } else { query };
        let items = self.favorites.store.all(query).await?;
        Ok(items.into_iter().map(|item| (key(&item), item.into_stored())).collect())
    }
}

/// Divides keys into series of consecutive items, in ascending order. Items that are in no series are left out.
pub(super) fn series(mut keys: Vec<ItemKey>) -> Vec<Vec<ItemKey>> {
    keys.sort_unstable();
    keys.dedup();
    keys.chunk_by(ItemKey::is_right_before).map(<[_]>::to_vec).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(slots: &[u8]) -> Vec<ItemKey> {
        slots.iter().map(|slot| ItemKey::Text { slot: *slot }).collect()
    }

    #[test]
    fn consecutive_items_are_a_series() {
        assert_eq!(series(vec![]), Vec::<Vec<_>>::new());
        assert_eq!(series(texts(&[63, 62, 61, 5, 62])), [texts(&[5]), texts(&[61, 62, 63])]);
        assert_eq!(series(texts(&[0, 2, 1, 255])), [texts(&[0, 1, 2]), texts(&[255])]);
        let set = |generation| SetPlace { tier: 1, generation };
        let map = |slot, part| ItemKey::Map { set: set(0), slot, part };
        let fences = |generation, part| ItemKey::Fences { set: set(generation), part };
        let keys = vec![map(1, 0), map(1, 1), map(2, 2), fences(0, 0), fences(0, 1), fences(1, 2)];
        let expected = [
            vec![map(1, 0), map(1, 1)],
            vec![map(2, 2)],
            vec![fences(0, 0), fences(0, 1)],
            vec![fences(1, 2)],
        ];
        assert_eq!(series(keys), expected);
    }
}
