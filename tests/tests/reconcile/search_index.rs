//! Reconciliation of a search index that is lost or damaged: afterwards, a search finds all favorites again.

use std::collections::BTreeSet;
use std::ops::Range;
use std::time::Duration;

use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;
use favorites_api::favorites::{DataId, DetailsPatch, Error, SearchRequest, Title, Turn};
use single_table::testing::{Fault, Operation, Target, Times};

use crate::account::{Account, LONG};

impl Account {
    /// Lets the worker do the compactions that are due.
    async fn compact(&self) {
        loop {
            match self.favorites.take_turn(&self.user, LONG).await.expect("the table answers") {
                Turn::None => return,
                Turn::Interrupted(error) => panic!("{error}"),
                _ => {}
            }
        }
    }

    /// Returns true if a block of the search index has a term with these bytes.
    async fn has_in_a_block(&self, bytes: &[u8]) -> bool {
        let scan = self.client().scan().table_name(self.table_name()).into_paginator().items().send();
        let items = scan.collect::<Result<Vec<_>, _>>().await.expect("the table answers");
        let contents =
            items.iter().filter(|item| item["type"] == AttributeValue::S("SearchBlock".to_owned()));
        let mut contents = contents.filter_map(|item| item["content"].as_b().ok());
        contents.any(|content| content.as_ref().windows(bytes.len()).any(|window| window == bytes))
    }

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
        self.retitle(note, title).await;
        self.deliver(note).await;
    }

    async fn retitle(&self, note: DataId, title: &str) {
        let title = Some(Title::parse(title).expect("a title"));
        let patch = DetailsPatch { title, ..DetailsPatch::default() };
        let renamed = self.favorites.update_favorite(&self.user, note, None, patch.into()).await;
        renamed.expect("it is there");
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
    account.compact().await;
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
    account.compact().await;
    account.check_found().await;
    account.check().await;
}

#[tokio::test]
async fn a_change_is_counted_although_the_search_index_can_not_be_read() {
    let account = indexed().await;
    let [head] = account.keys("CatalogueHead").await.try_into().unwrap();
    account.set(&head, "index", garbage()).await;
    account.rename(account.notes[7], "Note number 7 again").await;
    account.check().await;
    assert_eq!(account.find("again").await.unwrap(), BTreeSet::from([account.notes[7]]));
    account.reconcile().await;
    account.check_found().await;
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
            let failed = account.find("\"milk\"").await;
            assert!(matches!(failed, Err(Error::Catalogue { .. } | Error::Busy(_))), "{entity}: {failed:?}");
            account.repair().await;
            account.check_found().await;
            account.check().await;
        }
    }
}

#[tokio::test]
async fn a_search_for_a_word_in_a_lost_block_fails_at_once_and_has_the_worker_make_the_index_again() {
    let account = indexed().await;
    let blocks = account.keys("SearchBlock").await;
    account.delete_item(blocks.last().unwrap()).await;
    let failed = account.find("zebra").await;
    assert!(matches!(failed, Err(Error::Catalogue { .. })), "{failed:?}");
    account.compact().await;
    account.check_found().await;
    account.check().await;
}

#[tokio::test]
async fn a_compaction_that_can_not_read_an_item_has_the_index_made_again() {
    let account = indexed().await;
    for key in account.keys("SearchDocuments").await {
        account.delete_item(&key).await;
    }
    // The time at which everything is compacted.
    account.pass(Duration::from_hours(8 * 24));
    account.reconcile().await;
    account.compact().await;
    account.check_found().await;
    account.check().await;
}

#[tokio::test]
async fn a_throttled_put_of_texts_is_tried_again_and_the_index_stays_whole() {
    let account = in_text_slots().await;
    let (consumer, faults) = account.faulty_as("change-consumer");
    // A commit tries each put three times. The puts before that of the text are as many as chance wants.
    for throttled in 1..8_u32 {
        // The text does not fit into the head.
        let words: Vec<_> = (0..800)
            .map(|word| format!("{:x}", (throttled * 800 + word).wrapping_mul(2_654_435_761)))
            .collect();
        let note = account.keep_text(&words.join(" ")).await;
        faults.arm(Fault::Throttled(Target::Only(Operation::PutItem)), Times::Next(throttled));
        account.deliver_to(&consumer, note).await.unwrap();
        assert_eq!(account.find(&words[700]).await.unwrap(), BTreeSet::from([note]), "{throttled}");
    }
    let query = "milk".parse().unwrap();
    let request = SearchRequest { query, count_all: true, ..SearchRequest::default() };
    let page = account.favorites.search(&account.user, &request).await.unwrap();
    assert!(page.counts.unwrap().complete, "no version was dropped");
}

#[tokio::test]
async fn an_index_without_a_free_text_slot_counts_on_says_that_it_is_partial_and_is_made_again() {
    let account = in_text_slots().await;
    let is_complete = async || {
        let query = "milk".parse().unwrap();
        let request = SearchRequest { query, count_all: true, ..SearchRequest::default() };
        let page = account.favorites.search(&account.user, &request).await.unwrap();
        page.counts.unwrap().complete
    };
    assert!(is_complete().await);
    // The worker stands still.
    for number in 0..900 {
        let note = account.notes[number % 118];
        account.rename(note, &format!("The note {number}, number {}", number % 118)).await;
    }
    account.check().await;
    assert!(!is_complete().await);
    account.compact().await;
    assert!(is_complete().await);
    account.check_found().await;
    account.check().await;
}

#[tokio::test]
async fn searches_are_right_while_the_worker_stands_still() {
    let account = Account::open().await.with_the_sizes_of_the_service();
    account.reconcile().await;
    for number in 0..118 {
        account.rename(account.notes[number], &format!("The note, number {number}")).await;
    }
    assert!(account.keys("SearchText").await.len() > 5);
    assert_eq!(account.keys("SearchBlock").await.len(), 0);
    account.check_found().await;
    account.compact().await;
    account.check_found().await;
}

#[tokio::test]
async fn terms_of_deleted_favorites_are_gone_after_a_week() {
    let account = indexed().await;
    account.rename(account.notes[3], "quarrelsome").await;
    let rename_all = async |notes: Range<usize>| {
        for number in notes.clone().chain(notes) {
            account.rename(account.notes[number], &format!("The note, number {number}")).await;
            account.compact().await;
        }
    };
    rename_all(4..118).await;
    let has_old_term = async || account.has_in_a_block(b"uarrelsom").await;
    assert!(has_old_term().await, "a run has it");
    rename_all(0..4).await;
    account.pass(Duration::from_hours(6 * 24));
    account.reconcile().await;
    account.compact().await;
    assert!(has_old_term().await, "it is not time yet");
    let before = account.keys("SearchBlock").await.len();
    account.pass(Duration::from_hours(25));
    account.reconcile().await;
    account.compact().await;
    assert!(!has_old_term().await);
    assert!(account.keys("SearchBlock").await.len() < before, "what was merged is deleted");
    assert!(account.keys("SearchText").await.is_empty());
    account.check_found().await;
}

#[tokio::test]
async fn the_items_of_an_index_that_was_made_again_are_deleted_after_a_week() {
    let account = indexed().await;
    for key in account.keys("SearchDocuments").await {
        account.set(&key, "content", garbage()).await;
    }
    account.repair().await;
    account.pass(Duration::from_hours(8 * 24));
    account.reconcile().await;
    account.compact().await;
    account.check_found().await;
    // Only one run is left.
    let runs: BTreeSet<_> = account.keys("SearchBlock").await.into_iter().map(|key| key.0).collect();
    assert_eq!(runs.len(), 1, "{runs:?}");
}
