//! A deleted tag that an import brings back under its id while its clean-up is under way.

use favorites_api::favorites::limits::{CLEANUP_LAG, CLEANUP_STEP, MERGES_FOLLOWED};
use favorites_api::favorites::{DataId, TagId, Turn};
use single_table::Item;

use crate::table::Table;

/// The items that the deletion of the only tag deletes or changes.
const OF_A_TAG: [&str; 3] = ["Tag", "UniqueTagName", "TagQuota"];

impl Table {
    /// Creates a tag, puts it on this number of notes, and deletes it. Returns the items that bring it back.
    async fn deleted(&self, notes: usize) -> (TagId, Vec<DataId>, Vec<Item>) {
        let tag_id = self.tag("Comes back").await;
        let mut ids = Vec::new();
        for _ in 0..notes {
            ids.push(self.note(&[tag_id]).await);
        }
        let mut items = Vec::new();
        for entity in OF_A_TAG {
            items.push(self.only(entity).await.expect("the tag is there"));
        }
        self.delete_tag(tag_id).await;
        (tag_id, ids, items)
    }

    async fn bring_back(&self, items: Vec<Item>) {
        for item in items {
            self.put(item).await;
        }
    }
}

#[tokio::test]
async fn a_tag_that_is_back_before_the_last_pass_stays_on_its_favorites() {
    let table = Table::start().await;
    let (tag_id, notes, items) = table.deleted(5).await;
    table.drive().await;
    assert_eq!(table.tagged(tag_id).await, 0);
    table.bring_back(items).await;
    for data_id in notes {
        table.favorites.tag_favorite(&table.person, data_id, None, tag_id).await.unwrap();
    }
    table.clock.advance(CLEANUP_LAG);
    assert_eq!(table.drive().await, 1);
    assert_eq!(table.tagged(tag_id).await, 5);
    assert!(table.only("TagCleanup").await.is_none(), "the clean-up has ended");
    table.end().await;
}

#[tokio::test]
async fn a_tag_that_comes_back_in_the_middle_of_a_step_stays_on_the_other_favorites() {
    let table = Table::start().await;
    let notes = CLEANUP_STEP as usize + 1;
    let (tag_id, _, items) = table.deleted(notes).await;
    let client = table.client();
    let (putting, name) = (client.clone(), table.name().to_owned());
    let service = table.interrupted(Box::pin(async move {
        for item in items {
            putting.put_item().table_name(&name).set_item(Some(item)).send().await.expect("it is put");
        }
    }));
    assert!(matches!(table.turn(&service).await, Turn::CleanedUp(1)));
    assert_eq!(table.tagged(tag_id).await, notes);
    assert!(table.only("TagCleanup").await.is_none(), "the clean-up has ended");
    table.end().await;
}

#[tokio::test]
async fn a_tag_is_found_through_as_many_merges_as_are_followed_and_lost_through_more() {
    for (merges, found) in [(MERGES_FOLLOWED, true), (MERGES_FOLLOWED + 1, false)] {
        let table = Table::start().await;
        let first = table.tag("0").await;
        let [moved, cleaned_up] = [table.note(&[first]).await, table.note(&[first]).await];
        let mut last = first;
        for number in 1..=merges {
            let next = table.tag(&number.to_string()).await;
            table.favorites.merge_tag(&table.person, last, next, None).await.unwrap();
            last = next;
        }
        let expected = if found { [last].into() } else { [].into() };
        assert_eq!(table.relocate(moved).await.tag_ids, expected, "{merges} merges");
        table.drive().await;
        let favorite = table.favorites.favorite(&table.person, cleaned_up).await.unwrap();
        assert_eq!(favorite.tag_ids, expected, "{merges} merges");
        table.end().await;
    }
}
