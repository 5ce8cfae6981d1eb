//! Reconciliation of a search index that is lost or damaged: afterwards, a search finds all favorites again.

use std::collections::BTreeSet;

use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;
use favorites_api::favorites::{DataId, DetailsPatch, Error, SearchRequest, Title};

use crate::account::Account;

impl Account {
    /// Returns the results of a search on all pages.
    async fn find(&self, query: &str) -> Result<BTreeSet<DataId>, Error> {
        let mut request =
            SearchRequest { query: query.parse().expect("it can be read"), ..SearchRequest::default() };
        let mut found = BTreeSet::new();
        loop {
            let page = self.favorites.search(&self.user, &request).await?;
            found.extend(page.items.iter().map(|favorite| favorite.data_id));
            request.after = page.next;
            if request.after.is_none() {
                return Ok(found);
            }
        }
    }

    /// Gives a note another title, and applies the record.
    async fn rename(&self, note: DataId, title: &str) {
        let title = Some(Title::parse(title).expect("a title"));
        let patch = DetailsPatch { title, ..DetailsPatch::default() };
        let renamed = self.favorites.update_favorite(&self.user, note, None, patch.into()).await;
        renamed.expect("it is there");
        self.deliver(note).await;
    }

    /// Checks that each note is found by its number, and all of them by a word of their text.
    async fn check_found(&self) {
        let notes = &self.notes[..118];
        for (number, note) in notes.iter().enumerate() {
            let found = self.find(&format!("\"number {number}\"")).await.expect("it can be read");
            assert_eq!(found, BTreeSet::from([*note]), "number {number}");
        }
        let all: BTreeSet<_> = notes.iter().copied().collect();
        assert_eq!(self.find("milk bre").await.expect("it can be read"), all);
    }
}

/// An account that was reconciled, with all notes in text slots.
async fn in_text_slots() -> Account {
    let account = Account::open().await;
    account.reconcile().await;
    account
}

/// An account that was reconciled, and whose first notes were changed one by one, so that there are runs.
async fn indexed() -> Account {
    let account = in_text_slots().await;
    for number in 0..40 {
        account.rename(account.notes[number], &format!("The note, number {number}")).await;
    }
    account.check_found().await;
    let blocks = account.keys("SearchBlock").await.len();
    assert!(blocks > 1, "there are runs: {blocks}");
    account
}

fn garbage() -> AttributeValue {
    AttributeValue::B(Blob::new([255; 5]))
}

#[tokio::test]
async fn a_search_index_whose_head_is_lost_is_made_again() {
    let account = indexed().await;
    let [head] = account.keys("CatalogueHead").await.try_into().unwrap();
    account.delete_item(&head).await;
    assert_eq!(account.find("milk").await.unwrap(), BTreeSet::new());
    account.reconcile().await;
    account.check_found().await;
    account.check().await;
}

#[tokio::test]
async fn a_search_index_is_made_again_where_a_consumer_was_the_first_to_meet_the_loss() {
    let account = indexed().await.with_small_ranges();
    let [head] = account.keys("CatalogueHead").await.try_into().unwrap();
    account.delete_item(&head).await;
    account.rename(account.notes[7], "Note number 7 again").await;
    assert_eq!(account.find("note").await.unwrap(), BTreeSet::from([account.notes[7]]));
    account.reconcile().await;
    account.check_found().await;
    account.check().await;
}

#[tokio::test]
async fn an_unreadable_search_index_in_a_head_is_made_again() {
    let account = indexed().await;
    let [head] = account.keys("CatalogueHead").await.try_into().unwrap();
    account.set(&head, "index", garbage()).await;
    assert!(matches!(account.find("milk").await, Err(Error::Catalogue { .. })));
    account.reconcile().await;
    account.check_found().await;
    account.check().await;
}

#[tokio::test]
async fn lost_and_unreadable_items_fail_searches_and_are_made_again_by_repairs_at_once() {
    for entity in ["SearchBlock", "SearchDocuments", "SearchText"] {
        for is_lost in [true, false] {
            let account = if entity == "SearchText" { in_text_slots().await } else { indexed().await };
            for key in account.keys(entity).await {
                if is_lost {
                    account.delete_item(&key).await;
                } else {
                    account.set(&key, "content", garbage()).await;
                }
            }
            let failed = account.find("milk").await;
            assert!(matches!(failed, Err(Error::Catalogue { .. } | Error::Busy(_))), "{entity}: {failed:?}");
            account.repair().await;
            account.check_found().await;
            account.check().await;
        }
    }
}

/// Without the block, a search finds the one before it, which has nothing of the word.
#[tokio::test]
async fn a_search_for_a_word_in_a_lost_block_fails_at_once_and_the_block_is_made_again() {
    let account = indexed().await;
    let blocks = account.keys("SearchBlock").await;
    account.delete_item(blocks.last().unwrap()).await;
    let failed = account.find("zebra").await;
    assert!(matches!(failed, Err(Error::Catalogue { .. })), "{failed:?}");
    account.repair().await;
    account.check_found().await;
    account.check().await;
}

#[tokio::test]
async fn the_items_of_an_index_that_was_made_again_are_deleted() {
    let account = indexed().await;
    let before = account.keys("SearchBlock").await;
    for key in account.keys("SearchDocuments").await {
        account.set(&key, "content", garbage()).await;
    }
    account.repair().await;
    for number in 0..200 {
        account.rename(account.notes[number % 100], &format!("Other number {number}")).await;
    }
    let after = account.keys("SearchBlock").await;
    assert!(before.iter().all(|key| !after.contains(key)), "{before:?}");
    assert_eq!(account.find("note").await.unwrap().len(), 18);
}
